// The seam to FFmpeg. A line stands here only where Swift cannot import the original:
// macros with arguments, variadic functions, compound literals.
#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/cpu.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// AVERROR_EOF is a macro with arguments.
static inline int reel_error_end_of_stream(void) { return AVERROR_EOF; }

// AVERROR(EAGAIN): the library wants input before it gives more output. AVERROR is a macro with arguments.
static inline int reel_error_needs_input(void) { return AVERROR(EAGAIN); }

// AVERROR is a macro with arguments.
static inline int reel_error_from_errno(int number) { return AVERROR(number); }

// AVERROR_INVALIDDATA, AVERROR_ENCODER_NOT_FOUND … are macros with arguments.
static inline int reel_error_invalid_data(void) { return AVERROR_INVALIDDATA; }

// AV_NOPTS_VALUE holds a cast, which Swift does not import.
static inline int64_t reel_no_timestamp(void) { return AV_NOPTS_VALUE; }

// AVFrame.key_frame was replaced by a flag in FFmpeg 6.1 and is gone in 8.
static inline int reel_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
#endif
}

// SwsContext is opaque up to FFmpeg 7 and a full struct in 8, which Swift imports as two different pointer types.
// ReelScaler is the same thing under a name that is opaque everywhere.
typedef struct ReelScaler ReelScaler;

// The flags are macros up to FFmpeg 7 and an enumeration in 8, which Swift imports as two different types.
static inline int64_t reel_scaler_flags_to_yuv(void) {
  return (int64_t)SWS_AREA | SWS_FULL_CHR_H_INP | SWS_ACCURATE_RND;
}
static inline int64_t reel_scaler_flags_to_rgb(void) {
  return (int64_t)SWS_BILINEAR | SWS_FULL_CHR_H_INT | SWS_ACCURATE_RND;
}

static inline ReelScaler *reel_scaler_alloc(void) { return (ReelScaler *)sws_alloc_context(); }

static inline int reel_scaler_set(ReelScaler *scaler, const char *option, int64_t value) {
  return av_opt_set_int(scaler, option, value, 0);
}

static inline int reel_scaler_init(ReelScaler *scaler) {
  return sws_init_context((struct SwsContext *)scaler, NULL, NULL);
}

// The matrix is that of both sides: FFmpeg's tables of coefficients are static arrays.
static inline int reel_scaler_set_colors(ReelScaler *scaler, int matrix, int source_full, int destination_full) {
  const int *table = sws_getCoefficients(matrix);
  return sws_setColorspaceDetails(
      (struct SwsContext *)scaler, table, source_full, table, destination_full, 0, 1 << 16, 1 << 16);
}

static inline int reel_scaler_scale(
    ReelScaler *scaler, const uint8_t *const source[], const int source_stride[], int first_row, int rows,
    uint8_t *const destination[], const int destination_stride[]) {
  return sws_scale(
      (struct SwsContext *)scaler, source, source_stride, first_row, rows, destination, destination_stride);
}

static inline void reel_scaler_free(ReelScaler *scaler) { sws_freeContext((struct SwsContext *)scaler); }
