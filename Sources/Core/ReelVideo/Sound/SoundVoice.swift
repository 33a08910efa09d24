import ReelPlatform

/// A piece of a sound track while it is heard.
final class SoundVoice {
  /// The time it is heard, in samples of the film; the actual end of the file may come earlier.
  let span: Range<Int>
  private let piece: SoundPiece
  private let plan: SoundPlan
  private var reader: SoundReader?
  private var position: Int
  /// The samples left in the piece of the file.
  private var left: Int
  /// A short piece, once it was heard: opening a file thousands of times takes longer than mixing it.
  private var kept: [Float] = []
  private var isKept = false
  private var keptNext = 0
  /// Whether it is lowered under voices.
  var ducks: Bool { piece.ducks }
  /// Whether the last pass had any samples.
  private var hadSample = true

  private static let longestKept = 10 * SoundTrack.sampleRate

  init(_ plan: SoundPlan) throws(SoundError) {
    (piece, span, self.plan) = (plan.piece, plan.span, plan)
    position = plan.span.lowerBound
    left = plan.length
    reader = try Self.open(piece)
  }

  private static func open(_ piece: SoundPiece) throws(SoundError) -> SoundReader {
    let reader = try SoundReader(path: piece.path)
    _ = reader.skip(SoundPlan.sample(piece.from))
    return reader
  }

  /// Adds its samples to a stretch of the film.
  ///
  /// - Parameters:
  ///   - mix: Left and right samples of the film, starting at `start`.
  ///   - start: The first sample of the stretch.
  ///   - ducking: The factor of each sample of the stretch while voices speak; nil if all are 1.
  /// - Returns: Whether there is more to come.
  func add(to mix: inout [Float], from start: Int, ducking: [Float]?) -> Bool {
    let end = min(start + mix.count / 2, span.upperBound)
    while position < end {
      let count = read(end - position) { samples in
        for pair in 0..<samples.count / 2 {
          let index = position - start
          let level = plan.level(at: position) * (ducking?[index] ?? 1)
          mix[2 * index] += samples[2 * pair] * level
          mix[2 * index + 1] += samples[2 * pair + 1] * level
          position += 1
        }
      }
      if count == 0, !beginAgain() { return false }
    }
    return position < span.upperBound
  }

  private func read(_ count: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) -> Int {
    let count = min(count, left)
    if isKept {
      let pairs = min(count, kept.count / 2 - keptNext)
      let (first, last) = (2 * keptNext, 2 * (keptNext + pairs))
      keptNext += pairs
      left -= pairs
      kept.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[first..<last])) }
      return pairs
    }
    guard let reader else { return 0 }
    let keeps = piece.loops && kept.count < 2 * Self.longestKept
    let done = reader.read(count) { samples in
      if keeps { kept += samples }
      body(samples)
    }
    left -= done
    if done > 0 { hadSample = true }
    return done
  }

  /// Returns to the beginning of the piece; false if it does not loop.
  private func beginAgain() -> Bool {
    guard piece.loops, hadSample else { return false }
    left = plan.length
    if isKept || kept.count < 2 * Self.longestKept {
      (isKept, keptNext, reader) = (true, 0, nil)
      return !kept.isEmpty
    }
    hadSample = false
    reader = try? Self.open(piece)
    return reader != nil
  }
}
