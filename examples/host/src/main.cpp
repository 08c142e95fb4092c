#include <iostream>

#include <Greeter.h>

int main() {
	std::cout << greet(GREETING) << '\n';
	return 0;
}
