#include "state.h"
int count;
