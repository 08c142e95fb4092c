#include "base/spawn.h"
