extern "C" int two() { return 2; }
