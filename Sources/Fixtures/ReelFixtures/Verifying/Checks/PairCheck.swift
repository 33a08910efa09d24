import ReelCanvas
import ReelGeometry
import ReelVideo

/// A picture of a film and the frame that it shows, at the same size.
struct ComparedPair {
  /// The number of the frame.
  let number: Int
  /// The presentation time in seconds.
  let time: Double
  /// The decoded picture.
  let picture: ClipFrame
  /// The luma of the picture, where it shows the frame.
  let seen: LumaPlane
  /// The luma that it should have there.
  let drawn: LumaPlane
  /// The comparison of the two.
  let blocks: BlockComparison
  /// The transform from the upright frame to the picture.
  let transform: AffineTransform
  /// Whether the frame fills the picture, neither scaled nor turned, with its lines in their order.
  let isInPlace: Bool
  /// The frame of the reference; nil for one that is drawn.
  let reference: ClipFrame?
  /// Whether the frame is a flash, which is white and sharp everywhere.
  let isFlash: Bool
  /// Returns the frame in colour, which takes time.
  let original: () throws -> Bitmap
}

/// A check of all compared pictures, one after the other.
protocol PairCheck: Sendable {
  /// Examines the next pair.
  mutating func add(_ pair: ComparedPair) throws
  /// The findings in a film.
  var findings: [Finding] { get }
}

/// The checks of single pictures.
struct PairChecks: Sendable {
  private var checks: [any PairCheck] = [SharpnessCheck(), ColorLossCheck(), ChromaShiftCheck()]

  /// The check of small spots, which belong to the spoiled parts found otherwise.
  private(set) var spots = SpotCheck()

  mutating func add(_ pair: ComparedPair) throws {
    try spots.add(pair)
    guard !pair.isFlash else { return }
    for index in checks.indices { try checks[index].add(pair) }
  }

  /// The findings of all checks, without kinds that were found already.
  func findings(besides known: [Finding]) -> [Finding] {
    var kinds = Set(known.map(\.kind))
    return checks.flatMap(\.findings).filter { kinds.insert($0.kind).inserted }
  }
}

/// A value for each compared picture, in which single ones stand out.
struct PairValues: Sendable {
  private var values: [(number: Int32, time: Float, value: Float)] = []

  mutating func append(_ pair: ComparedPair, _ value: Double) {
    values.append((Int32(clamping: pair.number), Float(pair.time), Float(value)))
  }

  /// The number of pictures.
  var count: Int { values.count }

  /// Returns the frames whose values satisfy a condition, given the usual value around them.
  func spans(reach: Int = 15, where stands: (_ value: Double, _ usual: Double) -> Bool) -> [Finding.Span] {
    var spans: [Finding.Span] = []
    for (index, entry) in values.enumerated() {
      let around = values[max(0, index - reach)..<min(values.count, index + reach + 1)]
      guard let usual = Rhythm.median(around.map { Double($0.value) }), stands(Double(entry.value), usual) else {
        continue
      }
      if let last = spans.last, last.last == Int(entry.number) - 1 {
        spans[spans.count - 1].last = Int(entry.number)
      } else {
        spans.append(Finding.Span(Int(entry.number), time: Double(entry.time)))
      }
    }
    return spans
  }
}
