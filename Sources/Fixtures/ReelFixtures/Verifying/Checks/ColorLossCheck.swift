import ReelCanvas
import ReelClips
import ReelVideo

/// Finds single pictures that lost their colour.
struct ColorLossCheck: PairCheck {
  private var spans: [Finding.Span] = []
  private var (count, gray) = (0, 0)
  /// The strongest colours of the last pictures, which fade with time.
  private var usual = 0.0

  /// The part of the usual strength below which a picture is examined, and of the frame's below which it is grey.
  private static let suspicious = 0.5
  private static let lost = 0.25
  /// The strength of colours, in steps of chroma, that cannot be overlooked.
  private static let visible = 2.0
  private static let fading = 0.98

  mutating func add(_ pair: ComparedPair) throws {
    guard let strength = pair.picture.chromaStrength() else { return }
    count += 1
    defer { usual = max(strength, usual * Self.fading) }
    // The first pictures have nothing to be compared with.
    guard strength < Self.suspicious * usual || count == 1, strength < Self.visible * 4 else { return }
    let drawn =
      try pair.reference?.chromaStrength()
      ?? RawPicture(try pair.original(), format: "yuv420p", matrix: .bt709).chromaStrength
    guard drawn > Self.visible, strength < Self.lost * drawn else { return }
    gray += 1
    if let last = spans.last, last.last == pair.number - 1 {
      spans[spans.count - 1].last = pair.number
    } else {
      spans.append(Finding.Span(pair.number, time: pair.time))
    }
  }

  var findings: [Finding] {
    // If all are grey, the film is.
    guard !spans.isEmpty, gray * 2 < count else { return [] }
    return [Finding(.colors, total: count, spans: spans, note: "without colour")]
  }
}
