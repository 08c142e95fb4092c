#include "gen/scan.h"
