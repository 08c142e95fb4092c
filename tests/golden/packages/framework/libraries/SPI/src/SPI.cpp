#include "SPI.h"
