/* exercise.c: calls the library in every way that its header allows, and in many that it does not. exercise TASK FOLDER */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <reel.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 96, HEIGHT = 64 };

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition, reel_error(film)); \
      exit(1); \
    } \
  } while (0)

static reel_film *film;
static uint8_t pixels[4 * WIDTH * HEIGHT];

static reel_spec make_spec(int format) {
  return (reel_spec){
      .struct_size = sizeof(reel_spec), .width = WIDTH, .height = HEIGHT, .format = format, .rate_numerator = 25};
}

/* A square that moves over a gradient; each pixel has the same colour in every format. */
static void draw(uint8_t *to, int format, int width, int height, int number) {
  int size = format == REEL_GRAY ? 1 : format == REEL_RGB24 || format == REEL_BGR24 ? 3 : 4;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++, to += size) {
      int inside = abs(x - 10 - number % (width - 20)) < 8 && abs(y - height / 2) < 8;
      uint8_t red = inside ? 250 : x * 2, green = inside ? 40 : y * 3, blue = 90;
      int reversed = format == REEL_BGR24 || format == REEL_BGRA;
      if (size == 1) {
        to[0] = red;
        continue;
      }
      to[0] = reversed ? blue : red, to[1] = green, to[2] = reversed ? red : blue;
      if (size == 4) to[3] = 7;
    }
  }
}

/* Refused: the status, and a sentence with these words. */
static void refuse(const char *path, const reel_spec *spec, int status, const char *words) {
  film = reel_open(path, spec);
  if (film || reel_status(NULL) != status || !strstr(reel_error(NULL), words)) {
    fprintf(stderr, "%s: %d %s, not %d %s\n", path, reel_status(NULL), reel_error(NULL), status, words);
    exit(1);
  }
}

static void refusals(void) {
  reel_spec spec = make_spec(REEL_RGB24), other = spec;
  refuse(NULL, &spec, REEL_USAGE, "NULL");
  refuse("a.mp4", NULL, REEL_USAGE, "NULL");
  refuse("missing/a.mp4", &spec, REEL_CANT_CREATE, "missing/ does not exist");
  refuse("", &spec, REEL_USAGE, "select a format");
  refuse("a.txt", &spec, REEL_USAGE, "select a format");
  refuse("-", &spec, REEL_USAGE, "standard output");
  refuse("a.png", &spec, REEL_USAGE, "single picture");
  refuse("\xff.mp4", &spec, REEL_USAGE, "UTF-8");
  const int32_t sides[] = {0, -1, 32768, INT32_MAX, INT32_MIN};
  for (size_t n = 0; n < sizeof sides / sizeof *sides; n++) {
    other = spec, other.width = sides[n], refuse("a.mp4", &other, REEL_USAGE, "size");
    other = spec, other.width = other.height = sides[n], refuse("a.mp4", &other, REEL_USAGE, "size");
    other = spec, other.format = sides[n], refuse("a.mp4", &other, REEL_USAGE, "format");
    other = spec, other.alpha = n ? sides[n] : 9, refuse("a.mp4", &other, REEL_USAGE, "alpha");
    other = spec, other.rate_numerator = n ? sides[n] : -3, refuse("a.mp4", &other, REEL_USAGE, "frame rate");
    other = spec, other.rate_denominator = n ? sides[n] : -3, other.rate_numerator = n == 3 ? 1 : 25;
    refuse("a.mp4", &other, REEL_USAGE, "frame rate");
  }
  other = spec, other.alpha = REEL_STRAIGHT, refuse("a.mp4", &other, REEL_USAGE, "alpha");
  other.format = REEL_RGBA, refuse("a.mp4", &other, REEL_USAGE, "transparency");
  other = spec, other.options = "crff=3", refuse("a.mp4", &other, REEL_USAGE, "crf?");
  other = spec, other.options = "crf=nan", refuse("a.mp4", &other, REEL_USAGE, "crf");
  other = spec, other.options = "=", refuse("a.mp4", &other, REEL_USAGE, "option");
  other = spec, other.struct_size = 0, refuse("a.mp4", &other, REEL_USAGE, "struct_size");
  other = spec, other.struct_size = SIZE_MAX, refuse("a.mp4", &other, REEL_USAGE, "struct_size");
  struct { reel_spec spec; int32_t more[2]; } later = {spec, {0, 1}};
  later.spec.struct_size = sizeof later;
  refuse("a.mp4", &later.spec, REEL_USAGE, "update");
  later.more[1] = 0;
  film = reel_open("later.mp4", &later.spec);
  CHECK(film);
  refuse("later.mp4", &spec, REEL_CANT_CREATE, "another recording");
}

static void frames(void) {
  /* Without a film. */
  CHECK(reel_frame(NULL, pixels, 0) == REEL_USAGE && reel_frame_at(NULL, pixels, 0, 1) == REEL_USAGE);
  CHECK(reel_chapter(NULL, "One") == REEL_USAGE);
  CHECK(reel_frame_changed(NULL, pixels, 0, NULL, 0) == REEL_USAGE && reel_finish(NULL) == REEL_USAGE);
  reel_close(NULL);
  CHECK(strcmp(reel_error(NULL), "") == 0 && reel_status(NULL) == REEL_OK && strlen(reel_version()) >= 5);
  /* With wrong arguments the film goes on. */
  reel_spec spec = make_spec(REEL_RGBA);
  film = reel_open("a.mp4", &spec);
  CHECK(film && reel_status(film) == REEL_OK);
  draw(pixels, REEL_RGBA, WIDTH, HEIGHT, 0);
  CHECK(reel_frame(film, NULL, 0) == REEL_USAGE && reel_frame_changed(film, NULL, 0, NULL, 0) == REEL_USAGE);
  CHECK(strstr(reel_error(film), "NULL") && reel_status(film) == REEL_USAGE);
  const ptrdiff_t strides[] = {1, -1, 4 * WIDTH - 1, PTRDIFF_MAX, PTRDIFF_MIN};
  for (int n = 0; n < 5; n++) CHECK(reel_frame(film, pixels, strides[n]) == REEL_USAGE && strstr(reel_error(film), "stride"));
  CHECK(reel_frame_at(film, pixels, 0, 1) == REEL_USAGE && strstr(reel_error(film), "timed"));
  CHECK(reel_chapter(film, NULL) == REEL_USAGE && reel_chapter(film, "\xff") == REEL_USAGE);
  CHECK(reel_frame(film, pixels, 0) == REEL_OK);
  const reel_rect wrong[] = {
      {-1, 0, 2, 2}, {0, 0, WIDTH + 1, 1}, {INT32_MAX, 0, INT32_MAX, 1}, {0, INT32_MIN, 1, INT32_MIN}, {0, 0, -1, 1}};
  for (int n = 0; n < 5; n++) CHECK(reel_frame_changed(film, pixels, 0, &wrong[n], 1) == REEL_USAGE);
  CHECK(strstr(reel_error(film), "rectangle"));
  CHECK(reel_frame_changed(film, pixels, 0, NULL, 3) == REEL_USAGE);
  CHECK(reel_frame_changed(film, pixels, 0, wrong, SIZE_MAX) == REEL_USAGE);
  /* A still without pixels, a bottom-up picture, rows with padding. */
  CHECK(reel_frame_changed(film, NULL, 0, NULL, 0) == REEL_OK);
  CHECK(reel_frame(film, pixels + 4 * WIDTH * (HEIGHT - 1), -4 * WIDTH) == REEL_OK);
  CHECK(reel_finish(film) == REEL_OK && reel_finish(film) == REEL_OK);
  CHECK(reel_frame(film, pixels, 0) == REEL_USAGE && strstr(reel_error(film), "finished"));
  reel_close(film);
  CHECK(reel_frame(film, pixels, 0) == REEL_USAGE && reel_finish(film) == REEL_USAGE);
  CHECK(strstr(reel_error(film), "closed") && reel_status(film) == REEL_USAGE);
  reel_close(film);
  /* A film without frames, and one that is cancelled. */
  film = reel_open("empty.mp4", &spec);
  int status = reel_finish(film);
  CHECK(film && status != REEL_OK && reel_finish(film) == status && reel_frame(film, pixels, 0) == status);
  reel_close(film);
  film = reel_open("cancelled.mp4", &spec);
  CHECK(film && reel_frame(film, pixels, 0) == REEL_OK);
  reel_close(film);
}

/* Films of the same frames in every format, size and kind of output. */
static void outputs(void) {
  static const char *const names[] = {"gray", "rgb24", "bgr24", "rgba", "bgra"};
  for (int format = REEL_GRAY; format <= REEL_BGRA; format++) {
    reel_spec spec = make_spec(format);
    char path[64];
    snprintf(path, sizeof path, "%s-%%d.png", names[format - 1]);
    film = reel_open(path, &spec);
    for (int n = 0; n < 2; n++) {
      draw(pixels, format, WIDTH, HEIGHT, n);
      CHECK(reel_frame(film, pixels, 0) == REEL_OK);
    }
    CHECK(reel_finish(film) == REEL_OK);
    reel_close(film);
  }
  static const char *const paths[] = {
      "a.mp4", "a.m4v", "a.mov", "a.mkv", "a.webm", "a.gif", "a.apng", "a.webp", "fast.gif", "odd.mp4", "av1.mp4",
      "hevc.mp4", "frames/"};
  for (size_t number = 0; number < sizeof paths / sizeof *paths; number++) {
    reel_spec spec = make_spec(REEL_RGB24);
    if (strcmp(paths[number], "odd.mp4") == 0) spec.width = 95, spec.height = 63;
    if (strcmp(paths[number], "fast.gif") == 0) spec.rate_numerator = 100;
    spec.options = strcmp(paths[number], "av1.mp4") == 0    ? "codec=av1 crf=40"
                   : strcmp(paths[number], "hevc.mp4") == 0 ? "codec=hevc, preset=ultrafast"
                                                            : NULL;
    film = reel_open(paths[number], &spec);
    for (int n = 0; n < 50; n++) {
      draw(pixels, REEL_RGB24, spec.width, spec.height, n / 5);
      CHECK(reel_frame(film, pixels, 0) == REEL_OK);
    }
    CHECK(reel_finish(film) == REEL_OK);
    reel_close(film);
  }
}

static void alpha(void) {
  /* Half of a red by straight alpha is the same as by premultiplied alpha; a colour above its alpha is cut. */
  static const uint8_t colors[3][4] = {{200, 100, 0, 128}, {100, 50, 0, 128}, {255, 255, 255, 128}};
  static const char *const paths[] = {"straight-%d.png", "premultiplied-%d.png", "mistake-%d.png"};
  for (int kind = 0; kind < 3; kind++) {
    for (int n = 0; n < WIDTH * HEIGHT; n++) memcpy(pixels + 4 * n, colors[kind], 4);
    reel_spec spec = make_spec(REEL_RGBA);
    spec.alpha = kind == 0 ? REEL_STRAIGHT : REEL_PREMULTIPLIED;
    film = reel_open(paths[kind], &spec);
    CHECK(reel_frame(film, pixels, 0) == REEL_OK && reel_finish(film) == REEL_OK);
    reel_close(film);
  }
}

static void times(void) {
  static const char *const paths[] = {"timed.mp4", "timed.mkv", "timed.gif"};
  for (int number = 0; number < 3; number++) {
    reel_spec spec = make_spec(REEL_RGB24);
    spec.timed = 1;
    film = reel_open(paths[number], &spec);
    const double seconds[] = {100, 100.5, 100.75, 102, 5000};
    const double wrong[] = {NAN, INFINITY, -INFINITY, 1e300, 100, 99, -1e6};
    for (int n = 0; n < (number == 0 ? 5 : 4); n++) {
      draw(pixels, REEL_RGB24, WIDTH, HEIGHT, 10 * n);
      CHECK(reel_frame_at(film, pixels, 0, seconds[n]) == REEL_OK);
      for (int k = 0; k < 7; k++) CHECK(reel_frame_at(film, pixels, 0, wrong[k]) == REEL_USAGE);
    }
    CHECK(reel_frame(film, pixels, 0) == REEL_OK);
    CHECK(reel_finish(film) == REEL_OK);
    reel_close(film);
  }
}

static void chapters(void) {
  for (int isTimed = 0; isTimed < 2; isTimed++) {
    reel_spec spec = make_spec(REEL_RGB24);
    spec.timed = isTimed;
    film = reel_open(isTimed ? "timed.mp4" : "film.mkv", &spec);
    for (int n = 0; n < 75; n++) {
      if (n % 25 == 0) CHECK(reel_chapter(film, n == 0 ? "One" : n == 25 ? "Zwölf" : "Three") == REEL_OK);
      draw(pixels, REEL_RGB24, WIDTH, HEIGHT, n);
      CHECK((isTimed ? reel_frame_at(film, pixels, 0, 7 + n / 10.0) : reel_frame(film, pixels, 0)) == REEL_OK);
    }
    CHECK(reel_chapter(film, "Never") == REEL_OK && reel_finish(film) == REEL_OK);
    CHECK(reel_chapter(film, "After") == REEL_USAGE);
    reel_close(film);
  }
}

/* The same film from whole pictures and from their changes. */
static void changes(void) {
  for (int isWhole = 0; isWhole < 2; isWhole++) {
    reel_spec spec = make_spec(REEL_BGRA);
    film = reel_open(isWhole ? "whole.mp4" : "changed.mp4", &spec);
    for (int n = 0; n < 60; n++) {
      draw(pixels, REEL_BGRA, WIDTH, HEIGHT, n);
      reel_rect rects[] = {{(1 + n) % 76, HEIGHT / 2 - 10, 20, 20}, {0, 0, 0, 5}};
      if (n > 0 && rects[0].x < 2) rects[0] = (reel_rect){0, 0, WIDTH, HEIGHT};
      CHECK((isWhole ? reel_frame(film, pixels, 0) : reel_frame_changed(film, pixels, 0, rects, 2)) == REEL_OK);
    }
    CHECK(reel_finish(film) == REEL_OK);
    reel_close(film);
  }
}

static void *add_frames(void *shared) {
  static uint8_t still[3 * WIDTH * HEIGHT];
  for (int n = 0; n < 100; n++) {
    if (reel_frame(shared, still, 0) != REEL_OK) strlen(reel_error(shared));
    reel_open("missing/a.mp4", NULL);
  }
  return (void *)(intptr_t)(strlen(reel_error(NULL)) > 0);
}

static void threads(void) {
  reel_spec spec = make_spec(REEL_RGB24);
  reel_film *films[2] = {reel_open("one.mp4", &spec), reel_open("two.mp4", &spec)};
  reel_film *closed = reel_open("closed.mp4", &spec);
  pthread_t adders[9];
  for (int n = 0; n < 9; n++) pthread_create(&adders[n], NULL, add_frames, n == 8 ? closed : films[n % 2]);
  reel_close(closed);
  for (int n = 0; n < 9; n++) {
    void *hasError = NULL;
    pthread_join(adders[n], &hasError);
    CHECK(hasError);
  }
  for (int n = 0; n < 2; n++) {
    CHECK(reel_finish(films[n]) == REEL_OK);
    reel_close(films[n]);
  }
}

/* What belongs to the program stays as it is; the folder may change. */
static void manners(void) {
  struct sigaction before[NSIG], after;
  sigset_t mask, maskAfter;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  for (int n = 1; n < NSIG; n++) memset(&before[n], 0, sizeof *before), sigaction(n, NULL, &before[n]);
  mode_t files = umask(022);
  reel_spec spec = make_spec(REEL_RGB24);
  film = reel_open("manners.mp4", &spec);
  CHECK(film && chdir("/") == 0);
  for (int n = 0; n < 30; n++) {
    draw(pixels, REEL_RGB24, WIDTH, HEIGHT, n);
    CHECK(reel_frame(film, pixels, 0) == REEL_OK);
  }
  CHECK(reel_finish(film) == REEL_OK);
  reel_close(film);
  for (int n = 1; n < NSIG; n++) {
    memset(&after, 0, sizeof after);
    sigaction(n, NULL, &after);
    CHECK(after.sa_handler == before[n].sa_handler && after.sa_flags == before[n].sa_flags);
  }
  pthread_sigmask(SIG_SETMASK, NULL, &maskAfter);
  CHECK(memcmp(&mask, &maskAfter, sizeof mask) == 0);
  CHECK(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && umask(files) == 022);
}

static long memory(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  if (file) fclose(file);
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

static int descriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

/* Films one after another, some finished, some cancelled, some refused. */
static void loop(void) {
  reel_spec spec = make_spec(REEL_RGB24);
  long start = 0;
  int open = 0;
  for (int number = 0; number < 250; number++) {
    film = reel_open(number % 3 == 0 ? "loop.gif" : "loop.mp4", &spec);
    for (int n = 0; n < 5; n++) CHECK(reel_frame(film, pixels, 0) == REEL_OK);
    if (number % 5) CHECK(reel_finish(film) == REEL_OK);
    reel_close(film);
    reel_open("missing/a.mp4", &spec);
    if (number == 50) start = memory(), open = descriptors();
  }
  if (memory() > start + 8192 || descriptors() > open) {
    fprintf(stderr, "%ld kB and %d descriptors, then %ld and %d\n", start, open, memory(), descriptors());
    exit(1);
  }
}

static void record(const char *path, int count) {
  reel_spec spec = make_spec(REEL_RGB24);
  spec.width = 320, spec.height = 180;
  film = reel_open(path, &spec);
  uint8_t *large = malloc(3 * 320 * 180);
  CHECK(film && large);
  for (int n = 0; n < count; n++) {
    for (int k = 0; k < 3 * 320 * 180; k++) large[k] = (uint8_t)(k * 7 + (k >> 8) * n);
    if (reel_frame(film, large, 0) != REEL_OK) break;
  }
  free(large);
}

/* A file may not be larger: as on a full disk, but with a signal that ends most programs. */
static void limit(void) {
  struct rlimit most = {2000000, 2000000};
  setrlimit(RLIMIT_FSIZE, &most);
  record("limit.mp4", 1000);
  CHECK(reel_status(film) == REEL_CANT_WRITE && strstr(reel_error(film), "limit.partial.mp4"));
  CHECK(reel_finish(film) == REEL_CANT_WRITE && reel_frame(film, pixels, 0) == REEL_CANT_WRITE);
  reel_close(film);
}

static void death(void) {
  record("dead.mp4", 150);
  raise(SIGKILL);
}

int main(int count, char **words) {
  static const struct { const char *name; void (*run)(void); } tasks[] = {
      {"refusals", refusals}, {"frames", frames}, {"outputs", outputs}, {"alpha", alpha}, {"times", times}, {"chapters", chapters},
      {"changes", changes}, {"threads", threads}, {"manners", manners}, {"loop", loop}, {"limit", limit},
      {"death", death}};
  if (count < 3 || chdir(words[2]) != 0) return 2;
  for (size_t n = 0; n < sizeof tasks / sizeof *tasks; n++) {
    if (strcmp(tasks[n].name, words[1]) == 0) return tasks[n].run(), 0;
  }
  return 2;
}
