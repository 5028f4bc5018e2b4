#include "arriving_format.h"

double ic_arriving_blur(double resolution) { return (1 / resolution - 1) / 2; }
