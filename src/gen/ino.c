#include "gen/ino.h"
