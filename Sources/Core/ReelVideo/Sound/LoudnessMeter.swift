import ReelPlatform

/// Measures the integrated loudness and the true peak of stereo sound at 48 kHz, as ITU-R BS.1770-4 and EBU R 128 define them.
struct LoudnessMeter {
  /// A filter of the second order for one channel, with its state.
  private struct Filter {
    let (b0, b1, b2, a1, a2): (Double, Double, Double, Double, Double)
    private var (s1, s2) = (0.0, 0.0)

    init(_ b0: Double, _ b1: Double, _ b2: Double, _ a1: Double, _ a2: Double) {
      (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
    }

    mutating func next(_ input: Double) -> Double {
      let output = b0 * input + s1
      (s1, s2) = (b1 * input - a1 * output + s2, b2 * input - a2 * output)
      return output
    }

    /// The two filters of K-weighting, a shelf and a high-pass, with the coefficients of BS.1770 for 48 kHz.
    static let head = Filter(1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585)
    static let highPass = Filter(1, -2, 1, -1.99004745483398, 0.99007225036621)
  }

  /// The samples of a step; a block of 400 ms has four, so that blocks overlap by three quarters.
  private static let (step, stepsInBlock) = (4800, 4)
  /// A block quieter than the first, in LUFS, is silence; one that much below the rest, in LU, is a pause.
  private static let (silence, pause) = (-70.0, -10.0)
  /// The taps of each of the three phases between two samples: a sinc under a raised cosine, exact to 0.1 dB up to 16 kHz.
  private static let taps = 32
  private static let phases: [[Double]] = [0.25, 0.5, 0.75].map { phase in
    (0..<taps).map { tap in
      let distance = Double(tap - taps / 2 + 1) - phase
      let angle = Double.pi * distance
      return sin(angle) / angle * (0.5 + 0.5 * cos(2 * angle / Double(taps)))
    }
  }

  private var filters = [Filter.head, .highPass, .head, .highPass]
  private var steps: [Double] = []
  private var (energy, count) = (0.0, 0)
  /// The last samples of each channel, twice in a row, so that they lie side by side wherever the newest one is.
  private var history = [[Double]](repeating: Array(repeating: 0, count: 2 * taps), count: 2)
  /// The largest magnitude of the waveform between and at the samples, where 1 is full scale.
  private(set) var truePeak = 0.0

  /// Adds samples, left and right interleaved.
  mutating func add(_ samples: [Float]) {
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      for channel in 0..<2 {
        let sample = Double(samples[index + channel])
        notePeak(sample, channel)
        let weighted = filters[2 * channel + 1].next(filters[2 * channel].next(sample))
        energy += weighted * weighted
      }
      count += 1
      if count == Self.step {
        steps.append(energy / Double(Self.step))
        (energy, count) = (0, 0)
      }
    }
  }

  private mutating func notePeak(_ sample: Double, _ channel: Int) {
    let position = count % Self.taps
    history[channel][position] = sample
    history[channel][position + Self.taps] = sample
    truePeak = max(truePeak, abs(sample))
    // Between quiet samples the waveform is quiet, too: no phase amplifies more than twice.
    let window = history[channel][position + 1...position + Self.taps]
    guard window.contains(where: { abs($0) * 2 > truePeak }) else { return }
    for phase in Self.phases {
      truePeak = max(truePeak, abs(zip(phase, window).reduce(0) { $0 + $1.0 * $1.1 }))
    }
  }

  /// The integrated loudness in LUFS; nil for silence, and for less than a block of 400 ms.
  var loudness: Double? {
    let blocks = steps.indices.dropLast(Self.stepsInBlock - 1).map { start in
      steps[start..<start + Self.stepsInBlock].reduce(0, +) / Double(Self.stepsInBlock)
    }.filter { Self.loudness(of: $0) > Self.silence }
    guard let gate = Self.mean(blocks).map({ Self.loudness(of: $0) + Self.pause }) else { return nil }
    return Self.mean(blocks.filter { Self.loudness(of: $0) > gate }).map(Self.loudness)
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private static func loudness(of energy: Double) -> Double { -0.691 + 10 * log10(energy) }
}
