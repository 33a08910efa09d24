import ReelPlatform

/// The timing and loudness of a piece of a sound track, in samples of the film.
struct SoundPlan {
  let piece: SoundPiece
  /// The time it is heard.
  ///
  /// Negative if it began before the film; shorter if the file ends earlier than its header says.
  let span: Range<Int>
  /// The number of the file's samples that are heard; `Int.max` for all of them.
  let length: Int
  private let gain: Float
  private let fadeIn: Int
  private let fadeOut: Int
  /// The sample at which it has faded out.
  private let silence: Int

  /// - Parameter toldCount: The length of the whole file, if known.
  init(_ piece: SoundPiece, toldCount: Int?) {
    self.piece = piece
    let start = Self.position(piece.start)
    let from = Self.sample(piece.from)
    length = piece.until.map { max(0, Self.sample($0) - from) } ?? .max
    let end = piece.end.map { max(start, Self.position($0)) } ?? .max
    let own = min(length, toldCount.map { max(0, $0 - from) } ?? .max)
    let isEndless = piece.loops || own > Int.max - max(0, start)
    silence = isEndless ? end : min(end, start + own)
    // A header may declare too short a length: samples beyond it are heard, unless the piece fades out.
    let most = piece.loops || length > Int.max - max(0, start) ? end : min(end, start + length)
    span = start..<(piece.fadeOut > 0 ? min(most, silence) : most)
    gain = Float(pow(10, piece.gain / 20))
    fadeIn = Self.sample(piece.fadeIn)
    fadeOut = Self.sample(piece.fadeOut)
  }

  /// The time it is heard, as far as known before the file is read.
  var expected: Range<Int> { span.lowerBound..<max(span.lowerBound, min(span.upperBound, silence)) }

  /// The factor of a sample: gain and linear fades.
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

  /// Converts seconds to a number of samples.
  static func sample(_ seconds: Double) -> Int { position(max(0, seconds)) }

  /// The sample at a time in seconds of the film; negative before it begins.
  private static func position(_ seconds: Double) -> Int {
    Int(clamping: (max(-1e9, min(seconds, 1e9)) * Double(SoundTrack.sampleRate)).rounded())
  }
}
