#include "base/cli.h"
