#include <plain.h>
