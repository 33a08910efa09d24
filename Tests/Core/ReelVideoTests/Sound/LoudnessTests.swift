import Foundation
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite("Loudness") struct LoudnessTests {
  /// A tone of 1 kHz on both channels, with stretches of levels in decibels.
  private static func tone(_ stretches: [(level: Double, seconds: Double)]) -> [Float] {
    var samples: [Float] = []
    for (level, seconds) in stretches {
      for _ in 0..<Int(seconds * 48_000) {
        let sample = Float(pow(10, level / 20) * sin(2 * Double.pi * 1000 * Double(samples.count / 2) / 48_000))
        samples += [sample, sample]
      }
    }
    return samples
  }

  private static func measure(_ samples: [Float]) -> LoudnessMeter {
    var meter = LoudnessMeter()
    // In pieces that end within a step.
    for start in stride(from: 0, to: samples.count, by: 7000) {
      meter.add(Array(samples[start..<min(samples.count, start + 7000)]))
    }
    return meter
  }

  @Test(
    "The signals of EBU Tech 3341 have the loudness that it gives",
    arguments: [
      ([(-23, 20)], -23), ([(-33, 20)], -33), ([(-36, 10), (-23, 60), (-36, 10)], -23),
      ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23), ([(-26, 20), (-20, 20.1), (-26, 20)], -23),
    ] as [([(Double, Double)], Double)])
  func signals(stretches: [(Double, Double)], loudness: Double) throws {
    let measured = try #require(Self.measure(Self.tone(stretches.map { (level: $0.0, seconds: $0.1) })).loudness)
    #expect(abs(measured - loudness) < 0.1, "\(measured)")
  }

  @Test("Silence has no loudness, and neither has less than a block")
  func silence() {
    #expect(Self.measure([Float](repeating: 0, count: 96_000)).loudness == nil)
    #expect(Self.measure(Self.tone([(-20, 0.3)])).loudness == nil)
  }

  @Test("The true peak lies between samples", arguments: [4, 6, 8], [0.125, 0.25, 0.5])
  func peaks(period: Int, phase: Double) {
    let samples = (0..<48_000).flatMap { index -> [Float] in
      let sample = Float(0.5 * sin(2 * Double.pi * (Double(index) / Double(period) + phase / Double(period))))
      // Faded in, since a sudden beginning overshoots.
      return [0, sample * Float(min(1, Double(index) / 4800))]
    }
    let peak = 20 * log10(Self.measure(samples).truePeak / 0.5)
    // Of four points for each sample, the nearest is at most an eighth of a sample from the peak.
    let lowest = 20 * log10(cos(Double.pi / 4 / Double(period)))
    #expect((lowest - 0.02...0.05).contains(peak), "\(peak) dB")
  }

  private func mixed(_ samples: [Float], loops: Bool = false, to loudness: Double, count: Int) async throws -> [Float] {
    try await withFolder { folder in
      var piece = SoundPiece(try Wave(samples).write(to: folder.appending(path: "a.wav")))
      piece.loops = loops
      var track = SoundTrack([piece])
      track.loudness = loudness
      let mixer = try SoundMixer(track, count: count)
      return try mixer.read(count)
    }
  }

  @Test("A mix gets the loudness that is asked for", arguments: [-14.0, -23, -30])
  func adjusted(loudness: Double) async throws {
    let mix = try await mixed(Self.tone([(-40, 3), (-28, 4)]), to: loudness, count: 8 * 48_000)
    let measured = try #require(Self.measure(mix).loudness)
    #expect(abs(measured - loudness) < 0.1, "\(measured)")
  }

  @Test("A peak keeps a mix below the loudness, and is not cut off")
  func limited() async throws {
    var samples = Self.tone([(-30, 4)])
    for index in 96_000..<96_100 { samples[index] *= 20 }
    let meter = Self.measure(try await mixed(samples, to: -10, count: 4 * 48_000))
    #expect(try #require(meter.loudness) < -14)
    #expect(abs(20 * log10(meter.truePeak) + 1) < 0.1)
  }

  @Test("Sound that repeats needs a film of known length, and silence stays silent")
  func ends() async throws {
    let looped = try await mixed(Self.tone([(-40, 1)]), loops: true, to: -20, count: 5 * 48_000)
    #expect(abs(try #require(Self.measure(looped).loudness) + 20) < 0.1)
    #expect(try await mixed([Float](repeating: 0, count: 96_000), to: -20, count: 48_000).allSatisfy { $0 == 0 })
    try await withFolder { folder in
      var piece = SoundPiece(try Wave(Self.tone([(-20, 1)])).write(to: folder.appending(path: "a.wav")))
      piece.loops = true
      var track = SoundTrack([piece])
      track.loudness = -14
      #expect(throws: InvalidValue.self) { try SoundMixer(track) }
      #expect(throws: Never.self) { try track.validate() }
    }
  }
}
