#include "gen/compdb.h"
