/* A small ray tracer that prints pictures: cc -O2 raytracer.c -lm -o raytracer && ./raytracer | capture - -o film.mp4 */
#include <math.h>
#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 360, FRAMES = 100, BALLS = 6 };
typedef struct { double x, y, z; } V;
static V ball[BALLS], colour[BALLS];
static const V light = {-0.48, 0.8, -0.36};
static V add(V a, V b, double k) { return (V){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z}; }
static double dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static V unit(V a) { return add((V){0, 0, 0}, a, 1 / sqrt(dot(a, a))); }
/* The nearest ball on a ray, -1 for none; *t is how far away it is. */
static int hit(V from, V to, double *t) {
  int found = -1;
  for (int i = 0; i < BALLS; i++) {
    V way = add(from, ball[i], -1);
    double b = dot(way, to), d = b * b - dot(way, way) + 1, near = d > 0 ? -b - sqrt(d) : 0;
    if (near > 1e-4 && near < *t) *t = near, found = i;
  }
  return found;
}

static V trace(V from, V to, int depth) {
  double t = to.y < 0 ? -(from.y + 1) / to.y : 1e9, far = 1e9;
  int i = hit(from, to, &t);
  if (i < 0 && to.y >= 0) return add((V){0.75, 0.85, 1}, (V){-0.6, -0.5, -0.3}, to.y);
  V at = add(from, to, t), normal = i < 0 ? (V){0, 1, 0} : add(at, ball[i], -1);
  int dark = ((int)floor(at.x) + (int)floor(at.z)) & 1;
  V own = i < 0 ? (dark ? (V){0.3, 0.3, 0.35} : (V){0.9, 0.9, 0.85}) : colour[i];
  double shine = fmax(0, dot(normal, light)) * (hit(at, light, &far) < 0), mirror = depth ? (i < 0 ? 0.12 : 0.35) : 0;
  V seen = mirror ? trace(at, add(to, normal, -2 * dot(to, normal)), depth - 1) : own;
  V result = add(add((V){0, 0, 0}, own, (1 - mirror) * (0.3 + 0.7 * shine)), seen, mirror);
  return i < 0 ? add(result, add((V){0.75, 0.85, 1}, result, -1), 1 - exp(-t / 40)) : result;
}

int main(void) {
  for (double frame = 0; frame < FRAMES; frame++) {
    for (int i = 0; i < BALLS; i++) {
      double a = 6.283185 * (i + frame / FRAMES * BALLS) / BALLS;
      ball[i] = (V){2.6 * cos(a), 0.8 * fabs(sin(1.5 * a + i)), 7 + 2.6 * sin(a)};
      colour[i] = (V){0.55 + 0.45 * cos(i), 0.55 + 0.45 * cos(i - 2.1), 0.55 + 0.45 * cos(i - 4.2)};
    }
    printf("P6\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int n = 0; n < WIDTH * HEIGHT; n++) {
      V to = unit((V){(n % WIDTH - WIDTH / 2.0) / HEIGHT, (HEIGHT * 0.42 - n / WIDTH) / HEIGHT, 1});
      V c = trace((V){0, 0.8, 0}, to, 3);
      putchar(255 * sqrt(fmin(1, c.x))), putchar(255 * sqrt(fmin(1, c.y))), putchar(255 * sqrt(fmin(1, c.z)));
    }
  }
}
