#include <EEPROM.h>

void remember(byte value) {
	EEPROM.update(0, value);
}

byte remembered() {
	return EEPROM.read(0);
}
