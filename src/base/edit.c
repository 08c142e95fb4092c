#include "base/edit.h"
