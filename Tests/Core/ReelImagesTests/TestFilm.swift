import Foundation
import ReelCanvas
import ReelGeometry
import ReelImages
import ReelPlatform
import ReelTestSupport
import ReelTiming

/// A film whose every pixel is known, and the animated picture that is made of it.
struct TestFilm {
  var size = PixelSize(width: 70, height: 50)
  var frameRate: FrameRate = 10
  var frames: [Bitmap] = []

  /// A few colours: a square that walks over stripes, holds still, and walks on.
  static func flat(frames count: Int = 12, rate: FrameRate = 10) -> TestFilm {
    var film = TestFilm(frameRate: rate)
    for index in 0..<count {
      let step = index < 5 ? index : max(5, index - 3)
      film.add { x, y in
        if (x - 3 * step) / 9 == 2, y / 11 == 2 { return Pixel(red: 250, green: UInt8(step * 9), blue: 3) }
        return x / 8 % 2 == 0 ? .white : Pixel(red: 20, green: 30, blue: 90)
      }
    }
    return film
  }

  /// More colours than any palette has, of which some change and some do not.
  static func colorful(frames count: Int = 8, seed: UInt64 = 7) -> TestFilm {
    var film = TestFilm()
    var random = Seeded(seed: seed)
    for index in 0..<count {
      let (left, top) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<30, using: &random))
      let last = film.frames.last
      film.add { x, y in
        let before = last?[x, y]
        if let before, !(left..<left + 25).contains(x) || !(top..<top + 15).contains(y) { return before }
        return Pixel(
          red: UInt8((x * 3 + index * 5) % 256), green: UInt8((y * 5 + x) % 256), blue: UInt8((index * 30 + y) % 256))
      }
    }
    return film
  }

  /// A photograph: waves and grain, of which the left half moves.
  static func photograph(frames count: Int = 6, size: PixelSize = PixelSize(width: 70, height: 50)) -> TestFilm {
    var film = TestFilm(size: size)
    var random = Seeded(seed: 3)
    let grain = (0..<size.area).map { _ in Int.random(in: -6...6, using: &random) }
    for index in 0..<count {
      film.add { x, y in
        let u = x < size.width / 2 ? x + 3 * index : x
        let wave = 90 + 60 * sin(Double(u) / 7) * cos(Double(y) / 9)
        let light = Int(wave) + grain[y * size.width + (u % size.width)]
        return Pixel(red: UInt8(light + 60), green: UInt8(light + y / 2), blue: UInt8(light + 10))
      }
    }
    return film
  }

  mutating func add(_ color: (Int, Int) -> Pixel) {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { bitmap[x, y] = color(x, y) }
    }
    frames.append(bitmap)
  }

  /// Red, green and blue of a frame.
  func colors(_ index: Int) -> [UInt32] {
    (0..<size.area).map { position in
      let pixel = frames[index][position % size.width, position / size.width]
      return UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
    }
  }

  /// Makes the GIF.
  func gif(_ change: (inout AnimationSettings) -> Void = { _ in }) throws -> Data { try data(.gif, change) }

  /// Makes the animated picture; stills are told as recordings tell them.
  func data(
    _ format: AnimationFormat, hasAlpha: Bool = false, _ change: (inout AnimationSettings) -> Void = { _ in }
  ) throws -> Data {
    var settings = AnimationSettings()
    settings.rateLimit = AnimationSettings.highestRate
    change(&settings)
    let folder = FileManager.default.temporaryDirectory.appending(path: "reel-gif-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let writer = AnimationWriter(
      format, film: size, frameRate: frameRate, settings: settings, hasAlpha: hasAlpha,
      spoolPath: folder.appending(path: "spool").path)
    for (index, frame) in frames.enumerated() {
      let isStill = index > 0 && frame == frames[index - 1]
      try writer.append(frame, changed: isStill ? Region(of: size) : .all(of: size), at: index)
    }
    let path = folder.appending(path: "film.gif").path
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try writer.finish(to: file, frameCount: frames.count)
    close(file)
    return try Data(contentsOf: URL(filePath: path))
  }
}
