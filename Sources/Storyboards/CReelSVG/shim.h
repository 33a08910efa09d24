// The interface to librsvg.
#pragma once

#include <librsvg/rsvg.h>
