import ReelPlatform

/// Mixes a sound track, from the first sample of the film on.
///
/// Only what is heard is open; memory does not grow with the length of the files. Samples go from -1 to 1, and what would be louder is cut.
public final class SoundMixer {
  /// The pieces that are still to come, the next one last.
  private var waiting: [SoundPlan]
  private var voices: [SoundVoice] = []
  private let ducking: SoundDucking
  private var position: Int

  /// The samples before the film that are mixed and thrown away at once.
  private static let run = 1 << 14

  /// Opens every file once, to see that it can be decoded.
  ///
  /// - Parameter track: What is heard.
  /// - Throws: `SoundError` for the first file that is missing or no sound, and for more pieces at once than can be mixed.
  public init(_ track: SoundTrack) throws {
    var told: [String: Int?] = [:]
    for piece in track.pieces where told[piece.path] == nil {
      let reader = try SoundReader(path: piece.path)
      guard reader.skip(1) == 1 else {
        throw SoundError.unreadable(path: piece.path, reason: "not a sample of it can be decoded")
      }
      told[piece.path] = .some(reader.toldCount)
    }
    let plans = track.pieces.map { SoundPlan($0, toldCount: told[$0.path] ?? nil) }
    ducking = SoundDucking(plans)
    // The order of pieces that begin together is that of the track.
    waiting = plans.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) > ($1.element.span.lowerBound, $1.offset)
    }.map(\.element)
    position = min(0, waiting.last?.span.lowerBound ?? 0)
    let most = Self.maxAtOnce(plans)
    guard most <= SoundTrack.maxAtOnce else { throw SoundError.tooMany(count: most) }
  }

  /// Returns the next samples, left and right in turns; silence where there is nothing.
  ///
  /// - Parameter count: How many pairs.
  /// - Throws: `SoundError` for a file that has gone since the mixer was made.
  public func read(_ count: Int) throws -> [Float] {
    // What began before the film comes to where it is by then, as it does in a film that begins earlier.
    while position < 0 { _ = try mix(min(-position, Self.run)) }
    return try mix(count)
  }

  private func mix(_ count: Int) throws -> [Float] {
    var mix = [Float](repeating: 0, count: 2 * count)
    while let plan = waiting.last, plan.span.lowerBound < position + count {
      waiting.removeLast()
      if !plan.span.isEmpty { voices.append(try SoundVoice(plan)) }
    }
    if !voices.isEmpty {
      let factors = ducking.factors(position..<position + count)
      voices = voices.filter { $0.add(to: &mix, from: position, ducking: $0.ducks ? factors : nil) }
      for index in mix.indices { mix[index] = max(-1, min(1, mix[index])) }
    }
    position += count
    return mix
  }

  /// The most pieces that are heard at the same time.
  private static func maxAtOnce(_ plans: [SoundPlan]) -> Int {
    var changes: [(time: Int, change: Int)] = []
    for plan in plans where !plan.expected.isEmpty {
      changes.append((plan.expected.lowerBound, 1))
      changes.append((plan.expected.upperBound, -1))
    }
    changes.sort { ($0.time, $0.change) < ($1.time, $1.change) }
    var (count, most) = (0, 0)
    for change in changes {
      count += change.change
      most = max(most, count)
    }
    return most
  }
}
