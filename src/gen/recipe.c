#include "gen/recipe.h"
