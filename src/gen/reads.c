#include "gen/reads.h"
