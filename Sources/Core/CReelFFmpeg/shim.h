// The interface to FFmpeg, limited to what Swift cannot import directly: macros with arguments, variadic functions, compound literals.
#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// AVERROR_EOF is a macro with arguments.
static inline int reel_error_end_of_stream(void) { return AVERROR_EOF; }

// AVERROR(EAGAIN): the library needs more input before it can output anything. AVERROR is a macro with arguments.
static inline int reel_error_needs_input(void) { return AVERROR(EAGAIN); }

// AVERROR is a macro with arguments.
static inline int reel_error_from_errno(int number) { return AVERROR(number); }

// AVUNERROR is a macro with arguments.
static inline int reel_error_to_errno(int number) { return AVUNERROR(number); }

// AVERROR_INVALIDDATA, AVERROR_ENCODER_NOT_FOUND … are macros with arguments.
static inline int reel_error_invalid_data(void) { return AVERROR_INVALIDDATA; }

// AV_NOPTS_VALUE contains a cast, which Swift does not import.
static inline int64_t reel_no_timestamp(void) { return AV_NOPTS_VALUE; }

// AVFrame.key_frame was replaced by a flag in FFmpeg 6.1 and removed in 8.
static inline int reel_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
#endif
}

// AVFrame.interlaced_frame and top_field_first were also replaced by flags in FFmpeg 6.1.
static inline int reel_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}
static inline int reel_frame_has_top_field_first(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  return frame->top_field_first;
#endif
}
static inline void reel_frame_set_fields(AVFrame *frame, int interlaced, int top_first) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
  frame->flags |= (interlaced ? AV_FRAME_FLAG_INTERLACED : 0) | (top_first ? AV_FRAME_FLAG_TOP_FIELD_FIRST : 0);
#else
  frame->interlaced_frame = interlaced;
  frame->top_field_first = top_first;
#endif
}

// SwsContext is opaque up to FFmpeg 7 and a complete struct in 8, so Swift imports it as two different pointer types. ReelScaler is
// the same type under a name that is opaque everywhere.
typedef struct ReelScaler ReelScaler;

// The flags are macros up to FFmpeg 7 and an enumeration in 8, so Swift imports them as two different types.
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

// Both sides use the same matrix. FFmpeg's coefficient tables are static arrays.
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

// The duration of a frame. AVFrame.duration was added in FFmpeg 6, and pkt_duration was removed in 8.
static inline int64_t reel_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

// The pixel formats that an encoder accepts, terminated by AV_PIX_FMT_NONE; NULL if it accepts any. FFmpeg 7.1 deprecated the field
// of AVCodec in favour of a function that 5.1 does not have.
static inline const enum AVPixelFormat *reel_codec_pixel_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, NULL);
  return (const enum AVPixelFormat *)formats;
#else
  return codec->pix_fmts;
#endif
}

// The same for audio sample formats, terminated by AV_SAMPLE_FMT_NONE.
static inline const enum AVSampleFormat *reel_codec_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &formats, NULL);
  return (const enum AVSampleFormat *)formats;
#else
  return codec->sample_fmts;
#endif
}

// The same for frame rates, terminated by 0/0.
static inline const AVRational *reel_codec_frame_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *rates = NULL;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_FRAME_RATE, 0, &rates, NULL);
  return (const AVRational *)rates;
#else
  return codec->supported_framerates;
#endif
}

// A stream's side data moved into its codec parameters in FFmpeg 6.1, and the functions for streams were removed in 8.
static inline uint8_t *reel_stream_new_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data ? data->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

static inline const uint8_t *reel_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (size) *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

// The mastering display (BT.2020 primaries, D65 white) and content light level of a stream. Both structs grow in later versions of
// FFmpeg, so only C knows their sizes, and they contain arrays of arrays, which Swift imports as nested tuples.
static inline int reel_stream_set_light(
    AVStream *stream, double lowest, double highest, unsigned content, unsigned average) {
  AVMasteringDisplayMetadata *mastering = (AVMasteringDisplayMetadata *)reel_stream_new_side_data(
      stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata));
  AVContentLightMetadata *light = (AVContentLightMetadata *)reel_stream_new_side_data(
      stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata));
  static const int primaries[3][2] = {{35400, 14600}, {8500, 39850}, {6550, 2300}};
  if (!mastering || !light) return AVERROR(ENOMEM);
  memset(mastering, 0, sizeof *mastering);
  for (int color = 0; color < 3; color++) {
    for (int axis = 0; axis < 2; axis++) {
      mastering->display_primaries[color][axis] = av_make_q(primaries[color][axis], 50000);
    }
  }
  mastering->white_point[0] = av_make_q(15635, 50000);
  mastering->white_point[1] = av_make_q(16450, 50000);
  mastering->min_luminance = av_make_q((int)(lowest * 10000 + 0.5), 10000);
  mastering->max_luminance = av_make_q((int)(highest * 10000 + 0.5), 10000);
  mastering->has_primaries = mastering->has_luminance = 1;
  memset(light, 0, sizeof *light);
  light->MaxCLL = content;
  light->MaxFALL = average;
  return 0;
}

// Reads both from a frame, or else from its stream. Returns the sum of 1 for a mastering display with luminances and 2 for light levels.
static inline int reel_light(
    const AVFrame *frame, const AVStream *stream, double *lowest, double *highest, unsigned *content,
    unsigned *average) {
  const AVFrameSideData *first = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  const AVFrameSideData *second = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  const AVMasteringDisplayMetadata *mastering = first ? (const AVMasteringDisplayMetadata *)first->data : NULL;
  const AVContentLightMetadata *light = second ? (const AVContentLightMetadata *)second->data : NULL;
  if (stream && !mastering) {
    mastering = (const AVMasteringDisplayMetadata *)reel_stream_side_data(
        stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, NULL);
  }
  if (stream && !light) {
    light = (const AVContentLightMetadata *)reel_stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, NULL);
  }
  if (mastering && mastering->has_luminance) {
    *lowest = av_q2d(mastering->min_luminance);
    *highest = av_q2d(mastering->max_luminance);
  }
  if (light) {
    *content = light->MaxCLL;
    *average = light->MaxFALL;
  }
  return (mastering && mastering->has_luminance ? 1 : 0) | (light ? 2 : 0);
}

// The planes of a picture without padding, one after the other. FFmpeg 7 changed the constness of av_image_copy's arrays, so Swift
// imports them as another type.
static inline int reel_frame_byte_count(const AVFrame *frame) {
  return av_image_get_buffer_size(frame->format, frame->width, frame->height, 1);
}

// The planes of a frame within its one buffer, without padding. The arrays are tuples in Swift.
static inline int reel_frame_fill(AVFrame *frame) {
  return av_image_fill_arrays(
      frame->data, frame->linesize, frame->buf[0]->data, frame->format, frame->width, frame->height, 1);
}

static inline int reel_frame_copy_bytes(const AVFrame *frame, uint8_t *bytes, int count) {
  return av_image_copy_to_buffer(
      bytes, count, (const uint8_t *const *)frame->data, frame->linesize, frame->format, frame->width, frame->height, 1);
}

static inline int reel_frame_set_bytes(AVFrame *frame, const uint8_t *bytes) {
  uint8_t *data[4];
  int strides[4];
  int status = av_image_fill_arrays(data, strides, bytes, frame->format, frame->width, frame->height, 1);
  if (status < 0) return status;
  av_image_copy(
      frame->data, frame->linesize, (const uint8_t **)data, strides, frame->format, frame->width, frame->height);
  return 0;
}

// FFmpeg's default layout for a number of channels. AV_CH_LAYOUT_MONO and similar names are macros with casts.
static inline void reel_set_channels(AVChannelLayout *layout, int count) { av_channel_layout_default(layout, count); }

// AVChannelLayout contains unions, which Swift imports only in part.
static inline int reel_channel_count(const AVChannelLayout *layout) { return layout->nb_channels; }

// Prepares a conversion of audio in a frame's format into interleaved floats. A layout without an order, as in old WAV files, becomes
// the default one. The constness of the layouts differs between FFmpeg 5 and 6.
static inline SwrContext *reel_resampler_make(const AVFrame *frame, int channels, int sample_rate) {
  AVChannelLayout source, destination;
  SwrContext *context = NULL;
  av_channel_layout_default(&destination, channels);
  if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    av_channel_layout_default(&source, frame->ch_layout.nb_channels);
  } else if (av_channel_layout_copy(&source, &frame->ch_layout) < 0) {
    return NULL;
  }
  swr_alloc_set_opts2(
      &context, &destination, AV_SAMPLE_FMT_FLT, sample_rate, &source, frame->format, frame->sample_rate, 0, NULL);
  av_channel_layout_uninit(&source);
  if (context && swr_init(context) < 0) swr_free(&context);
  return context;
}

// Converts a frame, or drains the resampler if it is NULL. FFmpeg 7 changed the constness of the planes.
static inline int reel_resampler_convert(SwrContext *context, float *samples, int count, const AVFrame *frame) {
  uint8_t *planes[1] = {(uint8_t *)samples};
  if (!frame) return swr_convert(context, planes, count, NULL, 0);
  return swr_convert(context, planes, count, (const uint8_t **)frame->extended_data, frame->nb_samples);
}

// Whether an encoder needs a device. The flag is a macro with a shift, and drivers are listed even without a device.
static inline int reel_codec_needs_hardware(const AVCodec *codec) {
  return (codec->capabilities & (AV_CODEC_CAP_HARDWARE | AV_CODEC_CAP_HYBRID)) != 0;
}
static inline int reel_codec_is_experimental(const AVCodec *codec) {
  return (codec->capabilities & AV_CODEC_CAP_EXPERIMENTAL) != 0;
}
static inline int reel_codec_takes_any_sample_count(const AVCodec *codec) {
  return (codec->capabilities & AV_CODEC_CAP_VARIABLE_FRAME_SIZE) != 0;
}

// Whether a frame's contents are unreliable: the container or the decoder flagged it, or an error was concealed.
static inline int reel_frame_is_corrupt(const AVFrame *frame) {
  return (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame->decode_error_flags != 0;
}

// Returns freed memory to the system. Only glibc needs it, and Swift does not import its header; other heaps do so themselves.
static inline void reel_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// Keeps up to 256 MiB of freed memory for the next segment's encoder, which needs as much. This is also specific to glibc.
static inline void reel_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

// A codec's number is an int until FFmpeg 7, and an enumeration later.
static inline AVCodecParserContext *reel_h264_parser_init(void) { return av_parser_init(AV_CODEC_ID_H264); }

// A file written through callbacks. Its bytes became const in FFmpeg 7, so Swift imports them as another type.
static inline AVIOContext *reel_written_file_alloc(
    uint8_t *buffer, int size, void *opaque, int (*write)(void *opaque, const uint8_t *bytes, int count),
    int64_t (*seek)(void *opaque, int64_t offset, int origin)) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  return avio_alloc_context(buffer, size, 1, opaque, NULL, write, seek);
#else
  return avio_alloc_context(buffer, size, 1, opaque, NULL, (int (*)(void *, uint8_t *, int))write, seek);
#endif
}
