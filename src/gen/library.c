#include "gen/library.h"
