/*
 * reel.h: records what a program draws.
 *
 *   reel_spec spec = {.struct_size = sizeof spec, .width = 640, .height = 480, .format = REEL_RGBA, .rate_numerator = 60};
 *   reel_film *film = reel_open("film.mp4", &spec);
 *   for (int n = 0; n < 600 && draw(pixels, n); n++) reel_frame(film, pixels, 0);
 *   if (reel_finish(film) != REEL_OK) fprintf(stderr, "%s\n", reel_error(film));
 *   reel_close(film);
 *
 * A frame that equals the one before costs a dozen bytes. After a crash of the program, film.partial.mp4 plays, and
 * `capture recover film.partial.mp4` finishes it.
 *
 * Every function may be called with NULL, with a film that is closed, after an error and from any thread. Calls on one film wait
 * for each other; two films are independent. The library installs no signal handler and never ends the process.
 * It has threads, which do not survive fork(): open a film in the process that records it.
 */
#ifndef REEL_H
#define REEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the functions return: REEL_OK, or the number with which the command `capture` exits for the same error. */
enum {
  REEL_OK = 0,
  REEL_USAGE = 64,        /* an argument is wrong; the film continues without this call */
  REEL_BAD_DATA = 65,     /* there is nothing to make a film of */
  REEL_UNAVAILABLE = 69,  /* an encoder is missing */
  REEL_SOFTWARE = 70,     /* an error in Reel or a library */
  REEL_SYSTEM = 71,       /* the system refuses memory, threads or files */
  REEL_CANT_CREATE = 73,  /* the output can't be created */
  REEL_CANT_WRITE = 74    /* writing failed, as on a full disk; reel_error names what was kept */
};

/* The bytes of a pixel in memory. */
enum {
  REEL_GRAY = 1,   /* one byte from black to white */
  REEL_RGB24 = 2,  /* red, green, blue */
  REEL_BGR24 = 3,  /* blue, green, red: OpenCV, BMP */
  REEL_RGBA = 4,   /* red, green, blue, alpha: OpenGL, PNG */
  REEL_BGRA = 5    /* blue, green, red, alpha: Cairo, Direct3D, Windows */
};

/* The meaning of the fourth byte. */
enum {
  REEL_OPAQUE = 0,        /* none: pixels are opaque, whatever it is */
  REEL_STRAIGHT = 1,      /* alpha, by which colours are not multiplied: PNG */
  REEL_PREMULTIPLIED = 2  /* alpha, by which colours are multiplied: Cairo, Core Graphics */
};

/* A film before it begins. Fill it with zeros first: zero is each field's default, where it has one. */
typedef struct reel_spec {
  size_t struct_size;        /* sizeof(reel_spec) */
  const char *options;       /* "crf=18 preset=slow codec=hevc lossless": see `capture help snowflake`; NULL for none */
  int32_t width;             /* pixels in a row; odd sizes are padded by a pixel where the codec needs it */
  int32_t height;            /* rows */
  int32_t format;            /* REEL_GRAY … REEL_BGRA */
  int32_t alpha;             /* REEL_OPAQUE, or what the fourth byte means */
  int32_t rate_numerator;    /* frames per second: 60, or 30000 with the denominator 1001; 0 for 25 */
  int32_t rate_denominator;  /* 0 for 1 */
  int32_t timed;             /* 1 if frames come with their own times: see reel_frame_at */
} reel_spec;

/* A rectangle of pixels; the first row is 0. */
typedef struct reel_rect {
  int32_t x, y, width, height;
} reel_rect;

/* A film that is being recorded. */
typedef struct reel_film reel_film;

/* The version of the library, such as "0.1.0". */
const char *reel_version(void);

/*
 * Opens a film. The ending of the path chooses the format: .mp4, .mov, .mkv, .webm, .gif, .apng, .webp, frames/%04d.png, …
 * Everything that can be refused is refused here. Returns NULL after an error, which reel_error(NULL) explains.
 */
reel_film *reel_open(const char *path, const reel_spec *spec);

/*
 * Adds a frame. The pixels are only read during the call, which lasts at most as long as the encoding of one frame.
 * `stride` is the distance between the beginnings of two rows in bytes; 0 for rows without padding. For pictures whose last
 * row comes first, as with OpenGL, pass the address of the last row in memory and a negative stride.
 */
int reel_frame(reel_film *film, const void *pixels, ptrdiff_t stride);

/*
 * Adds a frame that is shown from a time on, in seconds, to the microsecond. The first frame begins the film, whatever its
 * time is; each must be later than the one before. The film must have been opened with `timed`. There, reel_frame adds a
 * frame one tick of the rate after the one before, and the last frame is shown for one tick.
 */
int reel_frame_at(reel_film *film, const void *pixels, ptrdiff_t stride, double seconds);

/*
 * Adds a frame that equals the one before outside of some rectangles; only they are read. `pixels` is the address of the
 * whole picture. With a count of 0 the frame before is shown again. The first frame is read whole.
 */
int reel_frame_changed(
    reel_film *film, const void *pixels, ptrdiff_t stride, const reel_rect *rects, size_t count);

/*
 * Begins a chapter with the next frame. The title is UTF-8. Movies keep chapters, also those that are finished after a crash; other
 * formats leave them out.
 */
int reel_chapter(reel_film *film, const char *title);

/*
 * Completes the film and gives the file its name; waits until that is done. Afterwards the film takes no frames. Calling it
 * again returns the same result.
 */
int reel_finish(reel_film *film);

/* Frees a film. One that is not finished is cancelled: its file is removed, and an older one of the same name stays. */
void reel_close(reel_film *film);

/*
 * One sentence about the film's last error, in UTF-8; "" without an error. NULL asks for the last reel_open that failed on this
 * thread. The text is valid until this thread calls reel_error again.
 */
const char *reel_error(const reel_film *film);

/* The number of the error that reel_error explains; REEL_OK without an error. */
int reel_status(const reel_film *film);

#ifdef __cplusplus
}
#endif

#endif
