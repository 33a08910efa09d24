import ReelFiles

/// The palettes of a GIF: one for the film, and others for shots with different colours.
///
/// A shot begins with a picture that changes most of the frame, after one that changed little or was held. It gets its own palette if
/// that is worth the colour table in each of its images.
struct PaletteShots {
  /// Consecutive pictures and their colours.
  private struct Shot {
    var first: Int
    var count: Int
    var colors: ColorHistogram
  }

  /// The maximum number of shots; a film with more has no distinct shots.
  private static let most = 64
  /// The error traded for a bit at a quality that requires the nearest colour at any price.
  private static let leastErrorPerBit: Float = 4

  /// The palette for pictures without a palette of their own.
  private(set) var common: Palette
  /// The palette that starts at each picture, by its number in the spool; nil for the common palette.
  private(set) var changes: [Int: Palette?] = [:]

  /// Chooses the palettes of a film.
  ///
  /// - Parameters:
  ///   - spool: The film's pictures, with the duration of each pixel.
  ///   - histogram: All colours of the film.
  ///   - settings: The number of colours, and the cost of an error.
  /// - Throws: `SystemError` if the temporary file can't be read.
  init(
    _ spool: inout PixelSpool, _ histogram: ColorHistogram, _ settings: AnimationSettings
  ) throws(SystemError) {
    common = settings.palette(of: histogram)
    // A palette with room for every colour needs no second one.
    guard histogram.count > common.colors.count else { return }
    let shots = try Self.shots(of: &spool)
    guard shots.count > 1 else { return }
    let palettes = shots.map { shot in Self.palette(of: shot, instead: common, settings) }
    guard palettes.contains(where: { $0 != nil }) else { return }
    let rest = zip(shots, palettes).filter { $0.1 == nil }.map(\.0)
    var own = palettes
    if rest.isEmpty {
      // The shot with the most pictures uses the file's table.
      let longest = shots.indices.max { (shots[$0].count, $1) < (shots[$1].count, $0) } ?? 0
      common = own[longest] ?? common
      own[longest] = nil
    } else {
      common = settings.palette(of: ColorHistogram(joining: rest.map(\.colors)))
    }
    for (shot, palette) in zip(shots, own) { changes.updateValue(palette, forKey: shot.first) }
  }

  private static func shots(of spool: inout PixelSpool) throws(SystemError) -> [Shot] {
    let area = spool.area
    var firsts: [Int] = []
    var (number, wasCut, next) = (0, false, 0)
    try spool.forEach { picture, words throws(SystemError) in
      var changed = 0
      for span in 0..<picture.spanCount { changed += Int(words[picture.spansStart + 2 * span + 1]) }
      let isCut = changed * 10 >= area * 6
      // Continuous motion is a single shot; pictures that are held for a while are separate shots.
      if number == 0 || isCut && (!wasCut || picture.index > next) { firsts.append(number) }
      (number, wasCut, next) = (number + 1, isCut && number > 0, picture.index + 1)
    }
    guard (2...most).contains(firsts.count) else { return [] }
    var shots: [Shot] = []
    let weights = spool.weights
    number = 0
    try spool.forEach { picture, words throws(SystemError) in
      if shots.count < firsts.count, firsts[shots.count] == number {
        shots.append(Shot(first: number, count: 0, colors: ColorHistogram(weights)))
      }
      number += 1
      let last = shots.count - 1
      shots[last].count += 1
      var pixel = picture.pixelsStart
      for span in 0..<picture.spanCount {
        for _ in 0..<Int(words[picture.spansStart + 2 * span + 1]) {
          shots[last].colors.add(
            words[pixel] & 0xFF_FFFF, weight: weights.count(words[pixel], duration: Int(words[pixel] >> 24)))
          pixel += 1
        }
      }
    }
    return shots
  }

  /// Returns a palette for a shot; nil if the common palette is as good, or nearly.
  private static func palette(of shot: Shot, instead common: Palette, _ settings: AnimationSettings) -> Palette? {
    let entries = shot.colors.entries
    let error = common.error(of: entries)
    let tableBits = Float(3 * 8 * 256 * shot.count)
    let price = max(settings.errorPerBit, leastErrorPerBit) * tableBits
    guard error > price else { return nil }
    let own = settings.palette(of: shot.colors)
    return error - own.error(of: entries) > price ? own : nil
  }
}

extension Palette {
  /// Returns the squared error of colours in this palette, over all pixels and pictures.
  func error(of entries: [ColorHistogram.Entry]) -> Float {
    var sum = 0.0
    for entry in entries {
      let color = channels[Int(index(of: entry.key))]
      sum += Double(Self.distance(color, Self.channels(entry.color))) * Double(entry.weight)
    }
    return Float(sum)
  }
}
