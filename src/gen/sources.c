#include "gen/sources.h"
