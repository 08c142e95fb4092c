#include "gen/state.h"
