import Foundation
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("The mix of a sound track")
struct SoundMixerTests {
  /// Mixes a track, and returns its left and right samples.
  private func mix(_ pieces: [SoundPiece], count: Int, run: Int = 4096) throws -> (left: [Float], right: [Float]) {
    let mixer = try SoundMixer(SoundTrack(pieces))
    var samples: [Float] = []
    while samples.count < 2 * count { samples += try mixer.read(min(run, count - samples.count / 2)) }
    return (
      samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      samples.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    )
  }

  @Test("A piece is heard at its sample, as it is, and nothing else is")
  func exact() async throws {
    try await withFolder { folder in
      let wave = Wave.noise(seconds: 0.1)
      let path = try wave.write(to: folder.appending(path: "a.wav"))
      let expected = wave.samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      for start in [0, 1, 4095, 4096, 4097, 9999] {
        let (left, right) = try mix([SoundPiece(path, at: Double(start) / 48_000)], count: 20_000)
        #expect(Array(left[start..<start + 4800]) == expected && left == right)
        #expect(left[..<start].allSatisfy { $0 == 0 } && left[(start + 4800)...].allSatisfy { $0 == 0 })
      }
    }
  }

  @Test("However it is read, the mix is the same")
  func runs() async throws {
    try await withFolder { folder in
      let path = try Wave.noise(seconds: 0.3).write(to: folder.appending(path: "a.wav"))
      var music = SoundPiece(path)
      (music.loops, music.ducks, music.fadeIn, music.end, music.fadeOut) = (true, true, 0.2, 2, 0.3)
      let pieces = [music, SoundPiece(path, at: 0.7)]
      let whole = try mix(pieces, count: 100_000, run: 100_000)
      for run in [1000, 4096, 33_333] {
        #expect(try mix(pieces, count: 100_000, run: run).left == whole.left)
      }
    }
  }

  @Test("A piece of a file, gain, fades and loops are exact to the sample")
  func pieces() async throws {
    try await withFolder { folder in
      let ramp = (0..<9600).map { Float($0 / 2) / 4800 }
      let path = try Wave(ramp).write(to: folder.appending(path: "a.wav"))
      var piece = SoundPiece(path, at: 0.01)
      (piece.from, piece.until, piece.gain) = (0.02, 0.05, -6.020_599_9)
      var (left, _) = try mix([piece], count: 4800)
      #expect(left[479] == 0 && abs(left[480] - 0.1) < 1e-5 && abs(left[480 + 1439] - 2399.0 / 9600) < 1e-5)
      #expect(left[480 + 1440] == 0)
      piece.loops = true
      piece.gain = 0
      piece.end = 0.1
      (left, _) = try mix([piece], count: 6000)
      #expect((480..<4800).allSatisfy { abs(left[$0] - (0.2 + Float(($0 - 480) % 1440) / 4800)) < 1e-5 })
      #expect(left[4800...].allSatisfy { $0 == 0 })
      let flat = try Wave([Float](repeating: 0.5, count: 9600)).write(to: folder.appending(path: "b.wav"))
      var fading = SoundPiece(flat)
      (fading.fadeIn, fading.fadeOut) = (0.01, 0.02)
      (left, _) = try mix([fading], count: 5000)
      #expect(left[0] == 0 && abs(left[240] - 0.25) < 1e-5 && left[480] == 0.5 && left[3840] == 0.5)
      #expect(abs(left[4320] - 0.25) < 1e-5 && left[4799] < 0.001 && left[4800] == 0)
    }
  }

  @Test("Music comes down before a voice begins, by 12 decibels, and comes up after it")
  func ducking() async throws {
    try await withFolder { folder in
      let music = try Wave([Float](repeating: 0.4, count: 96_000 * 4)).write(to: folder.appending(path: "music.wav"))
      let voice = try Wave([Float](repeating: 0, count: 96_000)).write(to: folder.appending(path: "voice.wav"))
      var piece = SoundPiece(music)
      piece.ducks = true
      let (left, _) = try mix([piece, SoundPiece(voice, at: 1)], count: 48_000 * 4)
      let low = 0.4 * Float(pow(10, -0.6))
      #expect(left[0] == 0.4 && left[35_999] == 0.4 && left[42_000] < 0.39)
      #expect(abs(left[48_000] - low) < 1e-4 && abs(left[95_999] - low) < 1e-4)
      #expect(left[96_100] > low && left[96_000 + 28_800] == 0.4)
      // Without a voice nothing is lowered.
      #expect(try mix([piece], count: 48_000 * 2).left.allSatisfy { $0 == 0.4 })
    }
  }

  @Test(
    "Sound of any rate, depth and number of channels keeps its position and its level",
    arguments: [
      (11_025, 1, Wave.Form.unsigned8), (44_100, 2, .signed16), (8000, 1, .signed16), (96_000, 2, .float32),
      (48_000, 8, .float32), (44_100, 6, .signed16),
    ])
  func forms(rate: Int, channels: Int, form: Wave.Form) async throws {
    try await withFolder { folder in
      // A tone that begins at once: half of it in front on all channels.
      let count = rate / 2
      let samples = (0..<count * channels).map { index in
        0.4 * Float(sin(2 * Double.pi * 500 * Double(index / channels) / Double(rate)))
      }
      let path = try Wave(samples, channels: channels, sampleRate: rate, form: form).write(
        to: folder.appending(path: "a.wav"))
      let (left, right) = try mix([SoundPiece(path, at: 0.25)], count: 48_000)
      #expect(left[..<11_980].allSatisfy { abs($0) < 0.02 } && left[36_020...].allSatisfy { abs($0) < 0.02 })
      // The phase tells the position: the tone rises through 0 at its beginning and every 96 samples.
      for zero in stride(from: 12_000 + 960, to: 35_000, by: 960) {
        #expect(left[zero - 12] < -0.05 && left[zero + 12] > 0.05 && abs(left[zero]) < 0.03, "at \(zero)")
      }
      #expect(zip(left, right).allSatisfy { abs($0 - $1) < 0.01 })
      let peak = left.map(abs).max() ?? 0
      if channels <= 2 { #expect(abs(peak - 0.4) < 0.02) } else { #expect(peak > 0.2 && peak <= 1) }
    }
  }

  @Test("Equal channels mixed to two are never louder than they are", arguments: [3, 4, 6, 8])
  func mixedDown(channels: Int) async throws {
    try await withFolder { folder in
      let samples = (0..<24_000 * channels).map { index in
        0.8 * Float(sin(2 * Double.pi * 500 * Double(index / channels) / 48_000))
      }
      let path = try Wave(samples, channels: channels).write(to: folder.appending(path: "a.wav"))
      let (left, right) = try mix([SoundPiece(path)], count: 24_000)
      let peak = (left + right).map(abs).max() ?? 0
      #expect(peak > 0.4 && peak < 0.81, "\(peak)")
      // A sine, and not one whose top is cut off.
      let middle = left[4800..<14_400]
      let energy = middle.reduce(0) { $0 + Double($1 * $1) } / Double(middle.count)
      #expect(abs(energy.squareRoot() / Double(peak) - 0.5.squareRoot()) < 0.01)
    }
  }

  @Test(
    "A thousand sounds one after another are heard, two thousand descriptors are not needed, and too many at once are refused"
  )
  func many() async throws {
    try await withFolder { folder in
      let path = try Wave([Float](repeating: 0.25, count: 2 * 48)).write(to: folder.appending(path: "a.wav"))
      let pieces = (0..<1000).map { SoundPiece(path, at: Double($0) / 500) }
      let (left, _) = try mix(pieces, count: 96_000)
      #expect((0..<1000).allSatisfy { left[$0 * 96] == 0.25 && left[$0 * 96 + 47] == 0.25 && left[$0 * 96 + 48] == 0 })
      #expect(throws: SoundError.tooMany(count: 1000)) {
        try SoundTrack((0..<1000).map { _ in SoundPiece(path) }).validate()
      }
    }
  }

  @Test("A stretch of a film has the samples of the whole, also within loops, fades and under voices")
  func stretch() async throws {
    try await withFolder { folder in
      let path = try Wave.noise(seconds: 0.3).write(to: folder.appending(path: "a.wav"))
      var music = SoundPiece(path)
      (music.loops, music.ducks, music.fadeIn, music.end, music.fadeOut) = (true, true, 0.6, 2, 0.5)
      let tracks = {
        var tracks = FilmTracks()
        tracks.sound.pieces = [music, SoundPiece(path, at: 0.7), SoundPiece(path, at: 1.75)]
        return tracks
      }()
      let whole = try mix(tracks.sound.pieces, count: 100_000)
      for start in [0, 0.25, 0.5, 0.8, 1.25, 1.875] {
        let clip = tracks.clipped(to: TimeSpan(start, 2))
        let first = Int(start * 48_000)
        let (left, right) = try mix(clip.sound.pieces, count: 100_000 - first)
        #expect(left == Array(whole.left[first...]) && right == Array(whole.right[first...]), "from \(start)")
      }
      // The voice that begins at its end lowers the music before; the last one is too far away.
      let early = tracks.clipped(to: TimeSpan(0.2, 0.7)).sound.pieces
      #expect(early.count == 2)
      #expect(try mix(early, count: 24_000).left == Array(whole.left[9600..<33_600]))
    }
  }

  @Test("What is too loud is cut at the top")
  func loud() async throws {
    try await withFolder { folder in
      let path = try Wave([Float](repeating: 0.7, count: 9600)).write(to: folder.appending(path: "a.wav"))
      #expect(try mix([SoundPiece(path), SoundPiece(path)], count: 4800).left.allSatisfy { $0 == 1 })
    }
  }

  @Test("Files that are missing, empty, or no sound are refused, with what is wrong with them")
  func refused() async throws {
    try await withFolder { folder in
      func error(_ name: String, _ content: Data?) -> SoundError? {
        let url = folder.appending(path: name)
        if let content { try? content.write(to: url) }
        do {
          try SoundTrack([SoundPiece(url.path)]).validate()
        } catch {
          return error as? SoundError
        }
        return nil
      }
      guard case .missing = error("none.wav", nil) else {
        Issue.record("a missing file was taken")
        return
      }
      for (name, content) in [
        ("empty.wav", Data()), ("text.wav", Data("This is a text and no sound, whatever its name is.\n".utf8)),
        ("none.wav", Wave([]).data), ("head.wav", Wave.noise(seconds: 1).data.prefix(44)),
      ] {
        guard case .unreadable(let path, _) = error(name, content) else {
          Issue.record("\(name) was taken")
          continue
        }
        #expect(path.hasSuffix(name))
      }
      guard case .unreadable(_, let reason) = error("", nil) else {
        Issue.record("a folder was taken")
        return
      }
      #expect(reason.contains("folder"))
      // A file that is cut short is heard as far as it goes.
      let cut = folder.appending(path: "cut.wav")
      try Wave([Float](repeating: 0.5, count: 96_000)).data.prefix(44 + 8 * 12_000).write(to: cut)
      let (left, _) = try mix([SoundPiece(cut.path)], count: 48_000)
      #expect(left[11_999] == 0.5 && left[12_000] == 0)
    }
  }
}
