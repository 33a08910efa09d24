// The seam to FFmpeg. A line stands here only where Swift cannot import the original:
// macros with arguments, variadic functions, compound literals.
#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
