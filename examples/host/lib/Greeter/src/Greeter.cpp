#include "Greeter.h"

std::string greet(const std::string &text) {
	return GREETER_LOUD ? text + "!" : text;
}
