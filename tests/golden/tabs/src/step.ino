void step() { count++; }
