// The interface to libwebp and libwebpdemux, limited to what Swift cannot import directly.
#pragma once

#include <webp/demux.h>
#include <webp/encode.h>
