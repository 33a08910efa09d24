// The seam to Cairo and Pango. A line stands here only where Swift cannot import the original.
#pragma once

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
