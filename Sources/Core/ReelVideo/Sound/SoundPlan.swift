import ReelPlatform

/// When a piece of a sound track is heard, and how loud, in samples of the film.
struct SoundPlan {
  let piece: SoundPiece
  /// When it is heard, from below 0 where it began before the film; less of it, where the file ends earlier than its header says.
  let span: Range<Int>
  /// The samples of the file that are heard; `Int.max` for all of them.
  let length: Int
  private let gain: Float
  private let fadeIn: Int
  private let fadeOut: Int
  /// Where it has died away.
  private let silence: Int

  /// - Parameter toldCount: How long the whole file is, as far as that is known.
  init(_ piece: SoundPiece, toldCount: Int?) {
    self.piece = piece
    let start = Self.position(piece.start)
    let from = Self.sample(piece.from)
    length = piece.until.map { max(0, Self.sample($0) - from) } ?? .max
    let end = piece.end.map { max(start, Self.position($0)) } ?? .max
    let own = min(length, toldCount.map { max(0, $0 - from) } ?? .max)
    let isEndless = piece.loops || own > Int.max - max(0, start)
    silence = isEndless ? end : min(end, start + own)
    // A header may tell too little: what is there beyond is heard, unless it fades.
    let most = piece.loops || length > Int.max - max(0, start) ? end : min(end, start + length)
    span = start..<(piece.fadeOut > 0 ? min(most, silence) : most)
    gain = Float(pow(10, piece.gain / 20))
    fadeIn = Self.sample(piece.fadeIn)
    fadeOut = Self.sample(piece.fadeOut)
  }

  /// When it is heard as far as that is known before it is read.
  var expected: Range<Int> { span.lowerBound..<max(span.lowerBound, min(span.upperBound, silence)) }

  /// The factor of a sample: gain and fades, which are straight lines.
  @inline(__always)
  func level(at position: Int) -> Float {
    var level = gain
    let since = position - span.lowerBound
    if since < fadeIn { level *= Float(since) / Float(fadeIn) }
    if fadeOut > 0, silence != .max, silence - position < fadeOut {
      level *= Float(max(0, silence - position)) / Float(fadeOut)
    }
    return level
  }

  /// The samples in a length of time in seconds.
  static func sample(_ seconds: Double) -> Int { position(max(0, seconds)) }

  /// The sample at a time in seconds of the film, below 0 before it begins.
  private static func position(_ seconds: Double) -> Int {
    Int(clamping: (max(-1e9, min(seconds, 1e9)) * Double(SoundTrack.sampleRate)).rounded())
  }
}
