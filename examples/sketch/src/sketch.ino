// Functions may be used before they are written, and live in other tabs.
struct Reading {
	int raw;
	float volts;
};

void setup() {
	Serial.begin(9600);
	remember(3);
	report(measure());
}

void loop() {
	delay(1000);
}

Reading measure() {
	int raw = analogRead(A0);
	return {raw, raw * 5.0f / 1023};
}
