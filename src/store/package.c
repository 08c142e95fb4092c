#include "store/package.h"
