void report(Reading reading) {
	Serial.print("volts ");
	Serial.println(reading.volts);
	Serial.print("stored ");
	Serial.println(remembered());
}
