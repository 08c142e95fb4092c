#include <cstdio>

int main() {
	std::puts("hello from this machine");
	return 0;
}
