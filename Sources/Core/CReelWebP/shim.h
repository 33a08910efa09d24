// The seam to libwebp. A line stands here only where Swift cannot import the original.
#pragma once

#include <webp/encode.h>
