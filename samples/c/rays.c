/*
 * rays.c: a ray tracer that records three seconds of three spheres.
 *
 *   cc -O2 rays.c -o rays $(pkg-config --cflags --libs reel) -lm
 *   ./rays rays.mp4
 */
#include <math.h>
#include <reel.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 360, RATE = 30, FRAMES = 90, SPHERES = 3 };

typedef struct { double x, y, z; } vec;
typedef struct { vec center, color; double radius; } sphere;

static vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec scale(vec a, double s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static vec sub(vec a, vec b) { return add(a, scale(b, -1)); }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec unit(vec a) { return scale(a, 1 / sqrt(dot(a, a))); }
static vec cross(vec a, vec b) { return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static vec mix(vec a, vec b, double t) { return add(scale(a, 1 - t), scale(b, t)); }
static vec reflect(vec ray, vec normal) { return sub(ray, scale(normal, 2 * dot(ray, normal))); }

static sphere spheres[SPHERES];
static const vec sun = {0.48, 0.64, -0.6};

/* Returns how far away a ray meets a sphere, or 0. */
static double meet(const sphere *ball, vec from, vec ray) {
  vec way = sub(from, ball->center);
  double b = dot(way, ray), rest = b * b - dot(way, way) + ball->radius * ball->radius;
  double distance = rest < 0 ? 0 : -b - sqrt(rest);
  return distance > 1e-6 ? distance : 0;
}

/* Returns the nearest sphere that a ray meets, or NULL. */
static const sphere *nearest(vec from, vec ray, double *distance) {
  const sphere *found = NULL;
  for (int n = 0; n < SPHERES; n++) {
    double d = meet(&spheres[n], from, ray);
    if (d > 0 && (!found || d < *distance)) found = &spheres[n], *distance = d;
  }
  return found;
}

static vec trace(vec from, vec ray, int depth) {
  double distance = 0;
  const sphere *ball = nearest(from, ray, &distance);
  vec normal = {0, 1, 0}, color;
  double shine = 0.25;
  if (ball) {
    normal = scale(sub(add(from, scale(ray, distance)), ball->center), 1 / ball->radius);
    color = ball->color;
  } else if (ray.y < -1e-3) {
    distance = -from.y / ray.y;
    vec point = add(from, scale(ray, distance));
    color = ((long)floor(point.x) + (long)floor(point.z)) & 1 ? (vec){0.85, 0.85, 0.8} : (vec){0.2, 0.25, 0.3};
    shine = 0.12;
  } else {
    return mix((vec){0.95, 0.85, 0.75}, (vec){0.25, 0.45, 0.8}, sqrt(fmax(0, ray.y)));
  }
  vec point = add(add(from, scale(ray, distance)), scale(normal, 1e-4));
  double shadow = 0, light = nearest(point, sun, &shadow) ? 0 : fmax(0, dot(normal, sun));
  color = scale(color, 0.25 + 0.75 * light);
  if (ball && light > 0) color = add(color, scale((vec){1, 1, 1}, pow(fmax(0, dot(reflect(ray, normal), sun)), 60)));
  if (depth > 0) color = mix(color, trace(point, reflect(ray, normal), depth - 1), shine);
  return ball ? color : mix(color, (vec){0.95, 0.85, 0.75}, 1 - exp(-0.02 * distance));
}

static uint8_t byte(double light) { return (uint8_t)(255 * fmin(fmax(light, 0), 1) + 0.5); }

static void draw(uint8_t *pixels, double time) {
  static const vec colors[SPHERES] = {{0.9, 0.3, 0.25}, {0.3, 0.7, 0.45}, {0.95, 0.75, 0.3}};
  for (int n = 0; n < SPHERES; n++) {
    double turn = 2 * 3.14159265358979 * (n / 3.0 + time / 6), hop = fabs(sin(3.14159265358979 * (time + n / 3.0)));
    spheres[n] = (sphere){{1.6 * cos(turn), 0.8 + 0.7 * hop, 1.6 * sin(turn)}, colors[n], 0.8};
  }
  vec eye = {5.5 * sin(0.3 * time), 2.2, -5.5 * cos(0.3 * time)};
  vec ahead = unit(sub((vec){0, 0.8, 0}, eye)), right = unit(cross((vec){0, 1, 0}, ahead)), up = cross(ahead, right);
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++) {
      double across = (2.0 * x - WIDTH) / HEIGHT * 0.6, upward = (HEIGHT - 2.0 * y) / HEIGHT * 0.6;
      vec color = trace(eye, unit(add(ahead, add(scale(right, across), scale(up, upward)))), 2);
      uint8_t *pixel = pixels + 3 * (y * WIDTH + x);
      pixel[0] = byte(color.x), pixel[1] = byte(color.y), pixel[2] = byte(color.z);
    }
  }
}

int main(int count, char **words) {
  const char *path = count > 1 ? words[1] : "rays.mp4";
  reel_spec spec = {
      .struct_size = sizeof spec, .width = WIDTH, .height = HEIGHT, .format = REEL_RGB24, .rate_numerator = RATE};
  reel_film *film = reel_open(path, &spec);
  uint8_t *pixels = malloc(3 * WIDTH * HEIGHT);
  for (int n = 0; film && pixels && n < FRAMES; n++) {
    draw(pixels, (double)n / RATE);
    if (reel_frame(film, pixels, 0) != REEL_OK) break;
  }
  free(pixels);
  int status = reel_finish(film);
  if (status != REEL_OK) fprintf(stderr, "rays: %s\n", reel_error(film));
  reel_close(film);
  return status;
}
