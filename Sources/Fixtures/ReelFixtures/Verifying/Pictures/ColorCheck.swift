import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelVideo

/// Determines which common mistake best explains a change in a clip's colours.
///
/// It compares patches: drawn colours, each with the mean of what is seen at its pixels. Large patches count no more
/// than small ones, so that a thin coloured bar on a dark background is as good evidence as colour bars.
struct ColorCheck: Sendable {
  /// A mistake and its effect on red, green and blue.
  private struct Mistake: Sendable {
    var words: String
    var matrix: Matrix
    /// The minimum shift, of 255, of the patches that the mistake affects.
    var minError = 12.0
    /// Whether the mistake is rare and resembles another one.
    ///
    /// It must then explain much more, unless the movie's tags agree with it.
    var isRare = false
    /// The matrix that the movie has after the mistake.
    var decoding: ColorMatrix?
  }

  /// Three rows for red, green and blue.
  private typealias Matrix = [SIMD3<Double>]

  /// The pixels drawn in nearly one colour, and what is seen there.
  private struct Patch: Sendable {
    var drawn = SIMD3<Double>.zero
    var seen = SIMD3<Double>.zero
    var count = 0.0
  }

  private var patches: [Int: Patch] = [:]
  /// The same for greys, in flat areas and everywhere; the latter is used if there are few flat areas.
  private var (flatTones, tones) = (ToneCheck(), ToneCheck())
  /// The codec of the movie by FFmpeg's name.
  private let codec: String
  /// The matrix of the last picture.
  private var decoding: ColorMatrix?

  /// The minimum shift, of 255, by which a mistake must move a patch for the patch to count.
  private static let minShift = 6.0
  /// The minimum part of the expected shift that the patches must show.
  private static let minPart = 0.6
  /// The minimum shift of a single patch, since a codec may move one colour as far as another matrix would.
  private static let minErrorAlone = 12.0
  /// The minimum share of the total squared error that a mistake must explain.
  private static let minShare = 0.6
  /// The minimum number of pixels in a patch.
  private static let minCount = 12.0
  /// Returns the sampling step for a drawing's width.
  private static func step(_ width: Int) -> Int { max(2, width / 480) }

  init(codec: String) { self.codec = codec }

  /// The change in greys, in words; nil if they are as drawn.
  var toneCause: String? { flatTones.isTelling ? flatTones.cause : tones.cause }

  /// The number of steps that greys were rounded to, in words; nil if they were not.
  var roundingCause: String? { flatTones.isTelling ? flatTones.roundingCause : tones.roundingCause }

  /// Whether flat colours are about as light as drawn, although full range taken for limited would have changed them.
  ///
  /// Levels beyond black and white then come from sharpening.
  var keepsLight: Bool {
    var (moved, expected) = (0.0, 0.0)
    for patch in patches.values where patch.count >= Self.minCount {
      let (drawn, seen) = (patch.drawn / patch.count, patch.seen / patch.count)
      let shift = (Self.light * (Self.stretched(drawn) - drawn)).sum()
      guard abs(shift) >= Self.minShift else { continue }
      moved += (Self.light * (seen - drawn)).sum() * shift
      expected += shift * shift
    }
    return moved < expected * Self.minPart
  }

  /// The mistake that was made, in words; nil if no known mistake explains the colours.
  var cause: String? {
    let means = patches.values.filter { $0.count >= Self.minCount }.map {
      (drawn: $0.drawn / $0.count, seen: $0.seen / $0.count)
    }
    let untouched = means.reduce(0) { $0 + Self.square($1.seen - $1.drawn) }
    var best: (words: String, error: Double)?
    // Also for mistakes that are not reported: a codec may blur the effect of a common mistake so that it looks like a
    // rare one.
    var leastUsual = Double.infinity
    for mistake in Self.mistakes {
      var (error, moved, expected) = (0.0, 0.0, 0.0)
      var count = 0.0
      for patch in means {
        let wrong = Self.apply(mistake.matrix, patch.drawn).clamped(
          lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        error += Self.square(patch.seen - wrong)
        let shift = Self.square(wrong - patch.drawn)
        guard shift >= Self.minShift * Self.minShift else { continue }
        (moved, expected, count) = (moved + Self.square(patch.seen - patch.drawn), expected + shift, count + 1)
      }
      if !mistake.isRare, count > 0 { leastUsual = min(leastUsual, error) }
      let minError = count > 1 ? mistake.minError : max(mistake.minError, Self.minErrorAlone)
      guard count > 0, moved >= count * minError * minError,
        moved >= expected * Self.minPart * Self.minPart, error < (1 - Self.minShare) * untouched,
        case let weighted = error * weight(mistake), weighted < best?.error ?? .infinity,
        !mistake.isRare || weighted < leastUsual
      else { continue }
      best = (mistake.words, weighted)
    }
    guard let words = best?.words else { return nil }
    return words == Self.wideAsNarrow ? Self.advice(for: codec) ?? words : words
  }

  /// The smallest gain and loss of saturation and the smallest turn of the hue in degrees that no codec makes; and the
  /// smallest mean shift of chroma, of 255.
  ///
  /// At low quality codecs lose up to three tenths of the saturation of small areas; they add none.
  private static let (minGain, minLoss, minTurn, minChromaShift) = (0.15, 0.33, 8.0, 5.0)

  /// How much stronger the colours are and by how much the hue is turned, in words; nil if they are as drawn.
  var strength: String? {
    let encoder = Weights(red: Self.light.x, blue: Self.light.z).encoder
    let means = patches.values.filter { $0.count >= Self.minCount }.map {
      (drawn: Self.apply(encoder, $0.drawn / $0.count), seen: Self.apply(encoder, $0.seen / $0.count))
    }
    guard means.count >= 4 else { return nil }
    var (dot, cross, squares, shift) = (0.0, 0.0, 0.0, 0.0)
    for (drawn, seen) in means {
      dot += drawn.y * seen.y + drawn.z * seen.z
      cross += drawn.z * seen.y - drawn.y * seen.z
      squares += drawn.y * drawn.y + drawn.z * drawn.z
      shift += (drawn.y - seen.y) * (drawn.y - seen.y) + (drawn.z - seen.z) * (drawn.z - seen.z)
    }
    guard squares > 0, (shift / Double(means.count)).squareRoot() >= Self.minChromaShift else { return nil }
    let (along, across) = (dot / squares, cross / squares)
    let rest = means.reduce(0) { sum, mean in
      let blue = along * mean.drawn.y + across * mean.drawn.z - mean.seen.y
      let red = along * mean.drawn.z - across * mean.drawn.y - mean.seen.z
      return sum + blue * blue + red * red
    }
    guard rest < (1 - Self.minShare) * shift else { return nil }
    let (gain, turn) = ((along * along + across * across).squareRoot(), atan2(across, along) * 180 / .pi)
    var words: [String] = []
    if gain - 1 >= Self.minGain || 1 - gain >= Self.minLoss {
      words.append("saturation \(decimal(gain, places: 2)) times the drawn one")
    }
    if abs(turn) >= Self.minTurn { words.append("hue turned by about \(decimal(turn, places: 0))°") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private func weight(_ mistake: Mistake) -> Double {
    guard mistake.isRare else { return 1 }
    return mistake.decoding == decoding ? 0.5 : 4
  }

  /// The advice for a codec with a fixed matrix, where the tags are correct.
  private static func advice(for codec: String) -> String? {
    guard ColorMatrix.fixed(by: codec) == .bt601 else { return nil }
    return "BT.709 in \(codec), which every player decodes as BT.601: convert before you encode, "
      + "for example with ffmpeg -vf scale=out_color_matrix=bt601"
  }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - seen: The picture.
  ///   - drawn: The frame as drawn.
  ///   - transform: The transform from the frame to the picture.
  /// - Throws: `FFmpegError` for a picture whose samples cannot be read.
  mutating func add(seen: RawPicture, drawn: Bitmap, _ transform: AffineTransform) throws {
    decoding = seen.matrix
    try seen.withPixels { add(seen: $0, of: seen.size, drawn, transform) }
  }

  private mutating func add(
    seen pixel: (Int, Int) -> Pixel, of size: PixelSize, _ drawn: Bitmap, _ transform: AffineTransform
  ) {
    // Chroma has half the resolution and is blurred again if the picture became smaller.
    let scale = max(abs(transform.a), abs(transform.b))
    let reach = Int(clamping: (2 / min(1, max(scale, 0.05))).rounded(.up))
    let step = Self.step(drawn.width)
    for (row, y) in stride(from: reach, to: drawn.height - reach, by: step).enumerated() {
      for (column, x) in stride(from: reach, to: drawn.width - reach, by: step).enumerated() {
        let original = drawn[x, y]
        let isGrey = original.red == original.green && original.green == original.blue
        // A sample of the greys counts, and all pixels away from edges, which are blurred.
        let isFlat = Self.isFlat(drawn, x, y, reach)
        let isTold = isGrey && column % 4 == 0 && row % 4 == 0
        guard isFlat || isTold else { continue }
        let point = transform.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        guard point.x >= 0, point.y >= 0, point.x < Double(size.width), point.y < Double(size.height) else { continue }
        let pixel = pixel(Int(clamping: point.x), Int(clamping: point.y))
        if isGrey {
          if isTold { tones.add(seen: Double(pixel.green), drawn: original.green) }
          if isFlat { flatTones.add(seen: Double(pixel.green), drawn: original.green) }
        } else {
          add(pixel, original)
        }
      }
    }
  }

  private mutating func add(_ seen: Pixel, _ drawn: Pixel) {
    let key = Int(drawn.red >> 3) << 10 | Int(drawn.green >> 3) << 5 | Int(drawn.blue >> 3)
    patches[key, default: Patch()].drawn += Self.vector(drawn)
    patches[key, default: Patch()].seen += Self.vector(seen)
    patches[key, default: Patch()].count += 1
  }

  /// Whether the pixels around one have nearly its colour.
  ///
  /// Edges are no evidence, because chroma is blurred there.
  private static func isFlat(_ drawn: Bitmap, _ x: Int, _ y: Int, _ reach: Int) -> Bool {
    let middle = drawn[x, y]
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1), (-1, 0), (1, 0)] {
      let other = drawn[x + dx * reach, y + dy * reach]
      if abs(Int(other.red) - Int(middle.red)) > 4 || abs(Int(other.green) - Int(middle.green)) > 4
        || abs(Int(other.blue) - Int(middle.blue)) > 4
      {
        return false
      }
    }
    return true
  }

  private static func square(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum() }

  private static func vector(_ pixel: Pixel) -> SIMD3<Double> {
    SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
  }

  private static func apply(_ matrix: Matrix, _ vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((matrix[0] * vector).sum(), (matrix[1] * vector).sum(), (matrix[2] * vector).sum())
  }

  // MARK: - Mistakes

  /// The weights of red, green and blue in BT.709 luminance.
  private static let light = SIMD3(0.2126, 0.7152, 0.0722)
  private static let stretching: Matrix = {
    let wide = Weights(red: light.x, blue: light.z)
    let scales = [SIMD3(255.0 / 219, 0, 0), SIMD3(0, 255.0 / 224, 0), SIMD3(0, 0, 255.0 / 224)]
    return multiply(wide.decoder, multiply(scales, wide.encoder))
  }()

  /// Returns the colour that results if full range is taken for limited.
  private static func stretched(_ color: SIMD3<Double>) -> SIMD3<Double> {
    (apply(stretching, color) - 16 * 255 / 219).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
  }

  private static let wideAsNarrow = "BT.709 decoded as BT.601: tagged or converted wrongly"

  private static let mistakes: [Mistake] = {
    let (wide, narrow) = (Weights(red: 0.2126, blue: 0.0722), Weights(red: 0.299, blue: 0.114))
    // ITU-R BT.2020-2, table 4.
    let widest = Weights(red: 0.2627, blue: 0.0593)
    let turns = stride(from: 30, to: 360, by: 30).map { degrees in
      let (sine, cosine) = (sin(Double(degrees) * .pi / 180), cos(Double(degrees) * .pi / 180))
      return Mistake(
        words: "hue turned by about \(degrees > 180 ? degrees - 360 : degrees)°",
        matrix: wide.chroma(bb: cosine, br: sine, rb: -sine, rr: cosine))
    }
    return [
      Mistake(words: "colours lost", matrix: wide.chroma(bb: 0, br: 0, rb: 0, rr: 0)),
      Mistake(words: "red and blue exchanged", matrix: [[0, 0, 1], [0, 1, 0], [1, 0, 0]]),
      Mistake(words: "blue's and red's chroma exchanged", matrix: wide.chroma(bb: 0, br: 1, rb: 1, rr: 0)),
      Mistake(
        words: wideAsNarrow, matrix: multiply(narrow.decoder, wide.encoder),
        minError: 6),
      Mistake(
        words: "BT.601 decoded as BT.709: tagged or converted wrongly", matrix: multiply(wide.decoder, narrow.encoder),
        minError: 6),
      Mistake(
        words: "BT.709 decoded as BT.2020: tagged or converted wrongly", matrix: multiply(widest.decoder, wide.encoder),
        minError: 6, isRare: true, decoding: .bt2020),
      Mistake(
        words: "BT.2020 decoded as BT.709: tagged or converted wrongly", matrix: multiply(wide.decoder, widest.encoder),
        minError: 6, isRare: true),
    ] + turns
  }()

  private static func multiply(_ a: Matrix, _ b: Matrix) -> Matrix {
    a.map { row in (0..<3).reduce(SIMD3.zero) { $0 + row[$1] * b[$1] } }
  }

  /// The weights of red and blue in luma: ITU-R BT.709-6 and BT.601-7, item 3.
  private struct Weights {
    var red: Double
    var blue: Double

    private var green: Double { 1 - red - blue }

    /// From red, green and blue to luma, blue's chroma and red's.
    var encoder: Matrix {
      [
        SIMD3(red, green, blue), SIMD3(-red, -green, 1 - blue) / (2 - 2 * blue),
        SIMD3(1 - red, -green, -blue) / (2 - 2 * red),
      ]
    }

    /// From luma and chroma to red, green and blue.
    var decoder: Matrix {
      [
        SIMD3(1, 0, 2 - 2 * red),
        SIMD3(1, -blue * (2 - 2 * blue) / green, -red * (2 - 2 * red) / green), SIMD3(1, 2 - 2 * blue, 0),
      ]
    }

    /// Changes only chroma: blue's becomes bb · blue's + br · red's, red's becomes rb · blue's + rr · red's.
    func chroma(bb: Double, br: Double, rb: Double, rr: Double) -> Matrix {
      multiply(decoder, multiply([[1, 0, 0], [0, bb, br], [0, rb, rr]], encoder))
    }
  }
}
