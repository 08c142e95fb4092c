#include "Flags.h"
