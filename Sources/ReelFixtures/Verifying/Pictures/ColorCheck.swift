import ReelCanvas
import ReelGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds out what happened to the colours of a clip: which usual mistake explains them best.
struct ColorCheck: Sendable {
  /// A mistake, and what it makes of red, green and blue.
  private struct Mistake: Sendable {
    var words: String
    var matrix: Matrix
    /// The squares of what it leaves unexplained.
    var error = 0.0
  }

  /// Three rows for red, green and blue.
  private typealias Matrix = [SIMD3<Double>]

  private var mistakes = Self.mistakes
  private var untouched = 0.0
  private var count = 0
  /// The same for greys.
  private(set) var tones = ToneCheck()

  /// Pixels that differ by less, of 255, are a codec's doing.
  private static let minError = 5.0
  /// A mistake has to explain so much of the squares of the differences.
  private static let minShare = 0.6

  /// The mistake that was made, in words; nil if there is none that is known.
  var cause: String? {
    guard count > 0, (untouched / Double(count)).squareRoot() > Self.minError,
      let best = mistakes.min(by: { $0.error < $1.error }), best.error < (1 - Self.minShare) * untouched
    else { return nil }
    return best.words
  }

  /// Takes in a picture.
  ///
  /// - Parameters:
  ///   - seen: the picture.
  ///   - drawn: the frame as it was drawn.
  ///   - transform: from the frame to the picture.
  mutating func add(seen: Bitmap, drawn: Bitmap, _ transform: AffineTransform) {
    for y in stride(from: 4, to: drawn.height, by: 8) {
      for x in stride(from: 4, to: drawn.width, by: 8) {
        let point = transform.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        guard point.x >= 0, point.y >= 0, point.x < Double(seen.width), point.y < Double(seen.height) else { continue }
        let (pixel, original) = (seen[Int(point.x), Int(point.y)], drawn[x, y])
        if original.red == original.green, original.green == original.blue {
          tones.add(seen: Double(pixel.green), drawn: original.green)
        } else {
          add(Self.vector(pixel), Self.vector(original))
        }
      }
    }
  }

  private mutating func add(_ seen: SIMD3<Double>, _ drawn: SIMD3<Double>) {
    // Grey pixels say nothing of colour, and edges that a codec blurred too much of everything.
    guard drawn.max() - drawn.min() > 16 else { return }
    count += 3
    untouched += ((seen - drawn) * (seen - drawn)).sum()
    for index in mistakes.indices {
      let expected = Self.apply(mistakes[index].matrix, drawn)
      let difference = seen - expected.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
      mistakes[index].error += (difference * difference).sum()
    }
  }

  private static func vector(_ pixel: Pixel) -> SIMD3<Double> {
    SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
  }

  private static func apply(_ matrix: Matrix, _ vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((matrix[0] * vector).sum(), (matrix[1] * vector).sum(), (matrix[2] * vector).sum())
  }

  // MARK: - Mistakes

  private static let mistakes: [Mistake] = {
    let (wide, narrow) = (Weights(red: 0.2126, blue: 0.0722), Weights(red: 0.299, blue: 0.114))
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
        words: "BT.709 decoded as BT.601: tagged or converted wrongly", matrix: multiply(narrow.decoder, wide.encoder)),
      Mistake(
        words: "BT.601 decoded as BT.709: tagged or converted wrongly", matrix: multiply(wide.decoder, narrow.encoder)),
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

    /// Changes chroma alone: blue's becomes bb · blue's + br · red's, red's becomes rb · blue's + rr · red's.
    func chroma(bb: Double, br: Double, rb: Double, rr: Double) -> Matrix {
      multiply(decoder, multiply([[1, 0, 0], [0, bb, br], [0, rb, rr]], encoder))
    }
  }
}
