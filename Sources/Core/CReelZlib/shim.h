// The seam to zlib. A line stands here only where Swift cannot import the original.
#pragma once

#include <zlib.h>
