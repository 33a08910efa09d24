import ReelPlatform
import ReelVideo

/// The loudness of the channels of a film's sound, and what they have in common.
struct SoundChannels: Sendable {
  /// The length of a block in seconds, and the longest sound that is kept.
  static let block = 0.1
  private static let longest = 24 * 3600.0
  /// The largest number of channels that are compared.
  private static let most = 8

  /// The number of channels; 0 without sound, or if the number changes.
  private(set) var count = 0
  /// The time of the first block in seconds.
  private(set) var start = 0.0
  /// The sums of the products of two channels, row by row.
  private(set) var products: [Double] = []
  /// The energies of each block, channel by channel.
  private(set) var blocks: [Float] = []
  private var end: Double?

  /// Adds the next samples.
  mutating func append(_ samples: ClipSamples, start time: Double?) {
    let rate = Double(samples.sampleRate)
    let time = time ?? end ?? 0
    if end == nil {
      (start, count) = (time, samples.channels.count)
      products = [Double](repeating: 0, count: count * count)
    }
    end = time + Double(samples.samples.count) / rate
    guard samples.channels.count == count, count <= Self.most else {
      count = 0
      return
    }
    for a in 0..<count {
      for b in a..<count {
        let sum = Self.product(samples.channels[a], samples.channels[b])
        products[a * count + b] += sum
        if a != b { products[b * count + a] += sum }
      }
    }
    let slot = Int(clamping: (time - start) / Self.block)
    guard slot >= 0, Double(slot) * Self.block < Self.longest else { return }
    if blocks.count < (slot + 1) * count {
      blocks += [Float](repeating: 0, count: (slot + 1) * count - blocks.count)
    }
    // Runs of samples are shorter than a block.
    for channel in 0..<count {
      blocks[slot * count + channel] += Float(Self.product(samples.channels[channel], samples.channels[channel]))
    }
  }

  private static func product(_ a: [Float], _ b: [Float]) -> Double {
    var sums = SIMD8<Float>()
    var index = 0
    while index + 8 <= a.count {
      var (x, y) = (SIMD8<Float>(), SIMD8<Float>())
      for lane in 0..<8 { (x[lane], y[lane]) = (a[index + lane], b[index + lane]) }
      sums += x * y
      index += 8
    }
    return Double(sums.sum()) + zip(a[index...], b[index...]).reduce(0) { $0 + Double($1.0 * $1.1) }
  }

  /// The energy of a channel.
  func energy(_ channel: Int) -> Double { products[channel * count + channel] }

  /// The correlation of two channels, from −1 to 1; 0 if one of them is silent.
  func correlation(_ a: Int, _ b: Int) -> Double {
    let both = energy(a) * energy(b)
    return both > 0 ? products[a * count + b] / both.squareRoot() : 0
  }

  /// How much louder each channel is than the others in each block, in units of a natural logarithm of energy.
  fileprivate func differences(at time: Double) -> [Double]? {
    let slot = Int(clamping: ((time - start) / Self.block).rounded(.down))
    guard slot >= 0, (slot + 1) * count <= blocks.count else { return nil }
    let levels = blocks[slot * count..<(slot + 1) * count].map { log(Double($0) + 1e-3) }
    let mean = levels.reduce(0, +) / Double(count)
    return levels.map { $0 - mean }
  }
}

/// Determines what happened to the channels of a film's sound, compared with those of a reference.
struct ChannelCheck {
  /// What happened, in words; empty if nothing did.
  private(set) var words: [String] = []
  private var names: [String] = []

  /// The part of a channel's energy from which it is not muted, and that of the loudest channel from which one is heard.
  private static let (muted, heard) = (1e-3, 1e-4)
  /// The correlation of channels that are the same, and the most that others have.
  private static let (same, different) = (0.97, 0.9)
  /// The correlation from which its sign means something.
  private static let minCorrelation = 0.3
  /// The likeness in loudness of a channel and another one that it is taken for, and by how much it is less like itself.
  private static let (other, margin) = (0.7, 0.25)

  /// - Parameters:
  ///   - seen: The channels of the film.
  ///   - drawn: The channels of the reference.
  ///   - place: Returns the time in the reference of a time in the film.
  init(_ seen: SoundChannels, _ drawn: SoundChannels, place: (Double) -> Double) {
    guard seen.count > 0, drawn.count > 1 else { return }
    names = Self.names(drawn.count)
    let loudest = (0..<drawn.count).map(drawn.energy).max() ?? 0
    let audible = (0..<drawn.count).filter { drawn.energy($0) > Self.heard * loudest }
    // Channels that are all the same lose nothing in one.
    let isMono = audible.allSatisfy { a in audible.allSatisfy { drawn.correlation(a, $0) > Self.same } }
    guard seen.count == drawn.count else {
      if seen.count < drawn.count, !isMono { words.append("\(drawn.count) channels mixed into \(seen.count)") }
      return
    }
    let gain =
      (0..<seen.count).reduce(0) { $0 + seen.energy($1) } / (0..<drawn.count).reduce(0) { $0 + drawn.energy($1) }
    guard gain > 0 else { return }
    let lost = audible.filter { seen.energy($0) < Self.muted * gain * drawn.energy($0) }
    words += lost.map { "\(names[$0]) muted" }
    let rest = audible.filter { !lost.contains($0) }
    guard rest.count > 1, !isMono || lost.isEmpty else { return }
    let pairs = rest.flatMap { a in rest.filter { $0 > a }.map { (a, $0) } }
    if pairs.allSatisfy({ seen.correlation($0.0, $0.1) > Self.same }),
      pairs.contains(where: { drawn.correlation($0.0, $0.1) < Self.different })
    {
      words.append("all channels sound the same")
      return
    }
    let exchanged = lost.isEmpty ? Self.exchanged(seen, drawn, rest, place) : []
    words += exchanged.map { "\(names[$0.0]) and \(names[$0.1]) exchanged" }
    guard exchanged.isEmpty else { return }
    let turned = pairs.filter { pair in
      let (before, after) = (drawn.correlation(pair.0, pair.1), seen.correlation(pair.0, pair.1))
      return before * after < 0 && min(abs(before), abs(after)) > Self.minCorrelation
    }
    guard !turned.isEmpty else { return }
    // The one that is in all of them is inverted.
    let common = rest.filter { channel in turned.allSatisfy { $0.0 == channel || $0.1 == channel } }
    words.append(common.count == 1 ? "\(names[common[0]]) inverted" : "one channel inverted")
  }

  /// The pairs of exchanged channels.
  private static func exchanged(
    _ seen: SoundChannels, _ drawn: SoundChannels, _ rest: [Int], _ place: (Double) -> Double
  ) -> [(Int, Int)] {
    let count = seen.count
    var (products, film, reference) = (
      [Double](repeating: 0, count: count * count), [Double](repeating: 0, count: count),
      [Double](repeating: 0, count: count)
    )
    for slot in 0..<seen.blocks.count / count {
      let time = seen.start + (Double(slot) + 0.5) * SoundChannels.block
      guard let a = seen.differences(at: time), let b = drawn.differences(at: place(time)) else { continue }
      for i in 0..<count {
        film[i] += a[i] * a[i]
        reference[i] += b[i] * b[i]
        for j in 0..<count { products[i * count + j] += a[i] * b[j] }
      }
    }
    func likeness(_ i: Int, _ j: Int) -> Double {
      let both = film[i] * reference[j]
      return both > 0 ? products[i * count + j] / both.squareRoot() : 0
    }
    var found: [(Int, Int)] = []
    for a in rest {
      for b in rest where b > a {
        let crossed = min(likeness(a, b), likeness(b, a))
        if crossed > other, max(likeness(a, a), likeness(b, b)) < crossed - margin { found.append((a, b)) }
      }
    }
    return found
  }

  private static func names(_ count: Int) -> [String] {
    switch count {
    case 2: ["left", "right"]
    case 6: ["left", "right", "centre", "low frequencies", "left surround", "right surround"]
    default: (1...count).map { "channel \($0)" }
    }
  }
}
