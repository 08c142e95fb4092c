#include "gen/config.h"
