#include <Arduino.h>
#include <Flags.h>
#include <header.h>
#include <SPI.h>

void setup() {}
void loop() {}
