import ReelPlatform

/// Measures how late a film's sound is relative to its pictures, by the sound of a reference.
///
/// The loudness of some seconds is correlated with that of the reference, at the place where its pictures are.
struct SoundAlignment {
  /// The findings about the sound.
  private(set) var findings: [Finding] = []
  /// The median delay relative to the pictures, in seconds; nil if it cannot be measured.
  private(set) var offset: Double?
  /// The largest delay of a part of the sound, in seconds.
  private(set) var worst: Double?
  /// Why the delay cannot be measured; nil if it can, or if there is nothing to measure.
  private(set) var doubt: String?

  /// A stretch of sound.
  private struct Part {
    var time: Double
    /// The delay in seconds; nil if it cannot be measured.
    var delay: Double?
    var isLost: Bool
  }

  /// The length of a part and the greatest delays that are searched, in seconds.
  private static let length = 5.0
  private static let reaches = [1.0, 8.0]
  private static let mostParts = 40
  /// The delay in seconds from which sound is a finding.
  static let tolerance = 0.010
  /// The change of the delay in seconds that is a jump.
  private static let jump = 0.02
  /// The least correlation, and the most of another delay, relative to the best.
  private static let minMatch: Float = 0.5
  private static let maxOther: Float = 0.85
  /// The distance to the best delay, in milliseconds, from which another one is another.
  private static let elsewhere = 25
  /// The loss of loudness, as a natural logarithm of energy, that leaves nothing to hear.
  private static let lostLevel: Float = 7

  /// Compares two sounds.
  ///
  /// - Parameters:
  ///   - seen: The sound of the film; nil if it has none.
  ///   - drawn: The sound of the reference; nil if it has none.
  ///   - place: Returns the time in the reference of a time in the film, by its pictures.
  ///   - speed: Seconds of the reference per second of the film.
  init(seen: SoundEnvelope?, drawn: SoundEnvelope?, speed: Double, place: (Double) -> Double) {
    guard let drawn, !drawn.isSilent else { return }
    guard let seen, !seen.isSilent else {
      findings.append(Finding(.silent, count: Int(nearest: drawn.duration), note: "all of it"))
      return
    }
    let (start, duration) = (seen.start ?? 0, seen.duration)
    let length = min(Self.length, max(0.5, duration))
    let count = max(1, min(Self.mostParts, Int(duration / length)))
    let parts = (0..<count).map { index in
      let time = start + (duration - length) * (count > 1 ? Double(index) / Double(count - 1) : 0)
      return Self.part(seen, drawn, time, length, speed, at: place(time + length / 2) - speed * length / 2)
    }
    let measured = parts.filter { $0.delay != nil }
    let delays = measured.compactMap(\.delay)
    offset = Rhythm.median(delays)
    worst = delays.max { abs($0) < abs($1) }
    if measured.isEmpty, !parts.contains(where: \.isLost) {
      doubt = "the sound repeats or has nothing to hold on to"
    }
    report(parts, measured.map { (time: $0.time + length / 2, delay: $0.delay ?? 0) }, length)
  }

  private mutating func report(_ parts: [Part], _ measured: [(time: Double, delay: Double)], _ length: Double) {
    let lost = parts.filter(\.isLost)
    if !lost.isEmpty {
      let share = Double(lost.count) / Double(parts.count)
      let note =
        share == 1 ? "all of it" : "from \(Finding.seconds(lost[0].time)), \(decimal(100 * share, places: 0)) %"
      findings.append(Finding(.silent, count: Int(nearest: Double(lost.count) * length), note: note))
    }
    guard let offset, let first = measured.first, let last = measured.last else { return }
    // Parts that lie on a jump or a cut have delays of their own, so medians of halves decide about a drift.
    let half = measured.count / 2
    if half >= 3,
      let early = Rhythm.median(measured.prefix(half).map(\.delay)),
      let late = Rhythm.median(measured.suffix(half).map(\.delay)), abs(late - early) > Self.tolerance / 2
    {
      let slope = (late - early) / max(0.1, (last.time - first.time) / 2)
      let rest = measured.map { $0.delay - slope * ($0.time - first.time) }
      let middle = Rhythm.median(rest) ?? 0
      if rest.allSatisfy({ abs($0 - middle) < 0.3 * abs(late - early) }) {
        let total = slope * (last.time - first.time)
        findings.append(Finding(.soundDrift, count: 1, spans: [Finding.Span(0, time: first.time, amount: total)]))
        return
      }
    }
    if abs(offset) > Self.tolerance {
      findings.append(Finding(.soundOffset, count: 1, spans: [Finding.Span(0, time: first.time, amount: offset)]))
    }
    var jumps: [Finding.Span] = []
    var level = first.delay
    for (index, part) in measured.enumerated() where abs(part.delay - level) > Self.jump {
      // A part across a jump or a single odd one is not the sound of all that follows.
      guard index + 1 == measured.count || abs(measured[index + 1].delay - part.delay) < Self.jump else { continue }
      jumps.append(Finding.Span(Int(nearest: part.time), time: part.time, amount: part.delay - level))
      level = part.delay
    }
    if !jumps.isEmpty { findings.append(Finding(.soundJump, spans: jumps)) }
  }

  private static func part(
    _ seen: SoundEnvelope, _ drawn: SoundEnvelope, _ time: Double, _ length: Double, _ speed: Double, at place: Double
  ) -> Part {
    let count = Int(length * SoundEnvelope.rate)
    let film = seen.levels(from: time, count: count)
    var isLost = false
    for reach in reaches {
      let steps = Int(reach * SoundEnvelope.rate)
      let reference = drawn.levels(from: place - reach * speed, count: count + 2 * steps, speed: speed)
      if reach == reaches[0] {
        let original = reference[steps..<steps + count].sorted()
        isLost = original[count * 9 / 10] - film.sorted()[count * 9 / 10] > lostLevel
      }
      guard let delay = delay(film, reference, steps) else { continue }
      return Part(time: time, delay: delay / SoundEnvelope.rate, isLost: false)
    }
    return Part(time: time, delay: nil, isLost: isLost)
  }

  /// The delay with the greatest correlation in milliseconds; nil if none stands out.
  private static func delay(_ film: [Float], _ reference: [Float], _ steps: Int) -> Double? {
    let count = film.count
    let mean = film.reduce(0, +) / Float(count)
    let centred = film.map { $0 - mean }
    let squares = centred.reduce(0) { $0 + $1 * $1 }
    guard squares > 0.05 * Float(count) else { return nil }
    var (sum, power) = (0.0, 0.0)
    for level in reference[..<count] {
      sum += Double(level)
      power += Double(level) * Double(level)
    }
    var matches = [Float](repeating: 0, count: 2 * steps + 1)
    centred.withUnsafeBytes { film in
      reference.withUnsafeBytes { reference in
        for shift in 0...2 * steps {
          var product = SIMD16<Float>()
          var index = 0
          while index + 16 <= count {
            product +=
              film.loadUnaligned(fromByteOffset: 4 * index, as: SIMD16<Float>.self)
              * reference.loadUnaligned(fromByteOffset: 4 * (shift + index), as: SIMD16<Float>.self)
            index += 16
          }
          let variance = power - sum * sum / Double(count)
          matches[shift] =
            variance > 0.05 * Double(count) ? product.sum() / (squares * Float(variance)).squareRoot() : 0
          guard shift < 2 * steps else { break }
          let (old, new) = (
            Double(reference.loadUnaligned(fromByteOffset: 4 * shift, as: Float.self)),
            Double(reference.loadUnaligned(fromByteOffset: 4 * (shift + count), as: Float.self))
          )
          sum += new - old
          power += new * new - old * old
        }
      }
    }
    guard let best = matches.indices.max(by: { matches[$0] < matches[$1] }), matches[best] > minMatch else {
      return nil
    }
    let other = matches.indices.filter { abs($0 - best) > elsewhere }.map { matches[$0] }.max() ?? 0
    guard other < maxOther * matches[best], best > 0, best < 2 * steps else { return nil }
    // The top of the parabola through three values.
    let (a, b, c) = (Double(matches[best - 1]), Double(matches[best]), Double(matches[best + 1]))
    let top = 2 * b > a + c ? (a - c) / (2 * (a - 2 * b + c)) : 0
    // If the film's sound is found later in the reference than its pictures, it is early.
    return Double(steps) - (Double(best) + top)
  }
}
