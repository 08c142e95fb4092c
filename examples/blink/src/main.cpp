#include <Arduino.h>
#include <avr/sleep.h>

static const int beats = 3;

static void say(int beat) {
	Serial.print("blink ");
	Serial.print(beat);
	Serial.print(" at ");
	Serial.print((millis() + 50) / 100);
	Serial.println("00 ms");
}

void setup() {
	pinMode(LED_BUILTIN, OUTPUT);
	Serial.begin(9600);
	Serial.println("hello from an Arduino Uno");
}

void loop() {
	static int beat;
	digitalWrite(LED_BUILTIN, HIGH);
	delay(100);
	digitalWrite(LED_BUILTIN, LOW);
	delay(100);
	say(++beat);
	if (beat == beats) {
		/* Nothing wakes a processor that sleeps without interrupts: the simulator ends. */
		Serial.flush();
		cli();
		sleep_enable();
		sleep_cpu();
	}
}
