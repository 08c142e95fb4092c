#include <Arduino.h>
int main() { setup(); for (;;) { loop(); } }
