import ReelGeometry
import ReelPlatform

/// Mixes a sound track, starting at the first sample of the film.
///
/// Only pieces that are being heard are open; memory does not grow with the length of the files. Samples range from
/// -1 to 1; anything louder is clipped.
public final class SoundMixer {
  /// The pieces still to come, the next one last.
  private var waiting: [SoundPlan]
  private var voices: [SoundVoice] = []
  private let ducking: SoundDucking
  private var position: Int
  /// The factor of the mix; nil while it is measured, when nothing is clipped.
  private var factor: Float? = 1

  /// The number of samples mixed and discarded at a time before the film begins.
  private static let run = 1 << 14

  /// Opens every file once, to check that it can be decoded.
  ///
  /// If the track has a loudness, everything is mixed twice: first to measure it.
  ///
  /// - Parameters:
  ///   - track: The track to mix.
  ///   - count: The number of sample pairs of the film, if known; otherwise a loudness is that of all pieces.
  /// - Throws: `SoundError` for the first file that is missing or has no sound, and if more pieces overlap than can
  ///   be mixed; `InvalidValue` for the loudness of a track that has no end.
  public init(_ track: SoundTrack, count: Int? = nil) throws {
    var told: [String: Int?] = [:]
    for piece in track.pieces where told[piece.path] == nil {
      let reader = try SoundReader(path: piece.path)
      guard reader.skip(1) == 1 else {
        throw SoundError.unreadable(path: piece.path, reason: "none of its sound can be decoded")
      }
      told[piece.path] = .some(reader.toldCount)
    }
    let plans = track.pieces.map { SoundPlan($0, toldCount: told[$0.path] ?? nil) }
    ducking = SoundDucking(plans)
    // Pieces that begin together keep the order of the track.
    waiting = plans.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) > ($1.element.span.lowerBound, $1.offset)
    }.map(\.element)
    position = min(0, waiting.last?.span.lowerBound ?? 0)
    let most = Self.maxAtOnce(plans)
    guard most <= SoundTrack.maxAtOnce else { throw SoundError.tooMany(count: most) }
    guard let loudness = track.loudness else { return }
    if count == nil, plans.contains(where: { $0.expected.upperBound == .max }) {
      throw InvalidValue(
        "loudness", "\(loudness) LUFS",
        sentence: "a loudness needs a film of known length, because one of its sounds has no end")
    }
    factor = try Self.factor(of: SoundTrack(track.pieces), for: loudness, count: count)
  }

  /// Mixes a whole track, and returns the factor with which it gets a loudness.
  private static func factor(of track: SoundTrack, for loudness: Double, count: Int?) throws -> Float {
    let mixer = try SoundMixer(track)
    mixer.factor = nil
    var meter = LoudnessMeter()
    var left = count ?? .max
    while left > 0, !mixer.waiting.isEmpty || !mixer.voices.isEmpty {
      let samples = try mixer.read(min(left, run))
      meter.add(samples)
      left -= samples.count / 2
    }
    guard let measured = meter.loudness else { return 1 }
    let gain = min(loudness - measured, SoundTrack.highestPeak - 20 * log10(meter.truePeak))
    return Float(pow(10, gain / 20))
  }

  /// Returns the next samples, left and right interleaved; silence if no piece is heard.
  ///
  /// - Parameter count: The number of sample pairs.
  /// - Throws: `SoundError` for a file that has disappeared since the mixer was created.
  public func read(_ count: Int) throws -> [Float] {
    // Pieces that began before the film advance to its start, as in a film that begins earlier.
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
      if let factor { for index in mix.indices { mix[index] = max(-1, min(1, factor * mix[index])) } }
    }
    position += count
    return mix
  }

  /// The maximum number of overlapping pieces.
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
