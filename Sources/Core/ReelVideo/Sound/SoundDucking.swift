import ReelPlatform

/// Lowers music under voices: it fades down before a voice begins, and back up after the voice ends.
struct SoundDucking {
  /// The times of voices in samples of the film, in order, with gaps long enough for the music to fade back up.
  private let spans: [Range<Int>]
  private static let attack = SoundTrack.sampleRate / 4
  private static let release = SoundTrack.sampleRate * 3 / 5
  /// The reach of a voice's effect before its beginning and after its end, in seconds.
  static let reach = Double(attack + release) / Double(SoundTrack.sampleRate)
  private static let level = Float(pow(10, SoundTrack.ducking / 20))

  init(_ plans: [SoundPlan]) {
    var spans: [Range<Int>] = []
    let voices = plans.filter { !$0.piece.ducks && !$0.expected.isEmpty }.map(\.expected)
    guard plans.contains(where: \.piece.ducks) else {
      self.spans = []
      return
    }
    for span in voices.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = spans.last, span.lowerBound - last.upperBound.clamped < Self.attack + Self.release {
        spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        spans.append(span)
      }
    }
    self.spans = spans
  }

  /// The gain factors for a stretch of the film; nil if all are 1.
  func factors(_ range: Range<Int>) -> [Float]? {
    let near = spans.filter {
      $0.lowerBound - Self.attack < range.upperBound && $0.upperBound.clamped + Self.release > range.lowerBound
    }
    guard !near.isEmpty else { return nil }
    return range.map { position in near.reduce(1) { min($0, Self.factor(position, $1)) } }
  }

  private static func factor(_ position: Int, _ span: Range<Int>) -> Float {
    if position < span.lowerBound {
      return 1 - (1 - level) * max(0, 1 - Float(span.lowerBound - position) / Float(attack))
    }
    if position < span.upperBound { return level }
    return 1 - (1 - level) * max(0, 1 - Float(position - span.upperBound) / Float(release))
  }
}

extension Int {
  /// The number, clamped so that adding to it cannot overflow.
  fileprivate var clamped: Int { Swift.min(self, .max / 2) }
}
