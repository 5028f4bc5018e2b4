#include "tessera_yaml.h"
