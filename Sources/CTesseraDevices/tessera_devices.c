#include "tessera_devices.h"
