#include "state.h"

void setup() { begin(); }
void loop() { step(); }
