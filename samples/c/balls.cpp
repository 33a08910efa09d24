// balls.cpp: records balls that bounce, and sends the library only what changes.
//
//   c++ -std=c++17 -O2 balls.cpp -o balls $(pkg-config --cflags --libs reel)
//   ./balls balls.mp4
#include <reel.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int width = 640, height = 360, rate = 60, frames = 300;

// A film that is cancelled when an exception leaves its scope.
class Film {
 public:
  Film(const std::string &path, const reel_spec &spec) : film(reel_open(path.c_str(), &spec), reel_close) {
    if (!film) throw std::runtime_error(reel_error(nullptr));
  }

  void add(const std::vector<std::uint32_t> &pixels, const std::vector<reel_rect> &changed) {
    check(reel_frame_changed(film.get(), pixels.data(), 0, changed.data(), changed.size()));
  }

  void finish() { check(reel_finish(film.get())); }

 private:
  void check(int status) {
    if (status != REEL_OK) throw std::runtime_error(reel_error(film.get()));
  }

  std::unique_ptr<reel_film, decltype(&reel_close)> film;
};

struct Ball {
  double x, y, speedX, speedY, radius;
  std::uint32_t color;

  void move(double seconds) {
    speedY += 500 * seconds;
    x += speedX * seconds;
    y += speedY * seconds;
    if (x < radius || x > width - radius) speedX = x < radius ? std::abs(speedX) : -std::abs(speedX);
    if (y > height - radius) {
      y = height - radius;
      speedY *= -0.92;
    }
  }

  // The pixels that it covers.
  reel_rect bounds() const {
    const int left = std::clamp(static_cast<int>(x - radius) - 1, 0, width);
    const int top = std::clamp(static_cast<int>(y - radius) - 1, 0, height);
    const int right = std::clamp(static_cast<int>(x + radius) + 2, left, width);
    const int bottom = std::clamp(static_cast<int>(y + radius) + 2, top, height);
    return {left, top, right - left, bottom - top};
  }

  void draw(std::vector<std::uint32_t> &pixels, bool isVisible) const {
    const reel_rect area = bounds();
    for (int row = area.y; row < area.y + area.height; row++) {
      for (int column = area.x; column < area.x + area.width; column++) {
        const double distance = std::hypot(column + 0.5 - x, row + 0.5 - y);
        if (distance < radius) pixels[row * width + column] = isVisible ? color : 0xFF20242C;
      }
    }
  }
};

}  // namespace

int main(int count, char **words) try {
  reel_spec spec = {};
  spec.struct_size = sizeof spec;
  spec.width = width;
  spec.height = height;
  spec.format = REEL_BGRA;
  spec.rate_numerator = rate;
  Film film(count > 1 ? words[1] : "balls.mp4", spec);

  std::vector<Ball> balls = {
      {80, 60, 170, 0, 26, 0xFFE4572E},  {220, 120, -120, 0, 34, 0xFF29A0B1}, {360, 40, 90, 0, 20, 0xFFF2C14E},
      {470, 150, -200, 0, 30, 0xFF8ACB88}, {560, 90, 60, 0, 24, 0xFFB084CC},
  };
  std::vector<std::uint32_t> pixels(width * height, 0xFF20242C);
  for (int number = 0; number < frames; number++) {
    std::vector<reel_rect> changed;
    for (const Ball &ball : balls) {
      ball.draw(pixels, false);
      changed.push_back(ball.bounds());
    }
    for (Ball &ball : balls) {
      ball.move(1.0 / rate);
      ball.draw(pixels, true);
      changed.push_back(ball.bounds());
    }
    film.add(pixels, changed);
  }
  film.finish();
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "balls: %s\n", error.what());
  return 1;
}
