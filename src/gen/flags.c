#include "gen/flags.h"
