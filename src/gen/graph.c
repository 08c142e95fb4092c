#include "gen/graph.h"
