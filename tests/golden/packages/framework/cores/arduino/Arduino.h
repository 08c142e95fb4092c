#pragma once
#include "pins_arduino.h"
void setup(void);
void loop(void);
