// The interface to zlib, limited to what Swift cannot import directly.
#pragma once

#include <zlib.h>
