#include "store/version.h"
