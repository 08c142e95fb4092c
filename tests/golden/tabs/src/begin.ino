void begin() { count = 0; }
