#include "gen/plan.h"
