#include "gen/board.h"
