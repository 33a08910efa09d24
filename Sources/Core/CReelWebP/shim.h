// The interface to libwebp, limited to what Swift cannot import directly.
#pragma once

#include <webp/encode.h>
