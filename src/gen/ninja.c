#include "gen/ninja.h"
