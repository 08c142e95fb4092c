#include "gen/option.h"
