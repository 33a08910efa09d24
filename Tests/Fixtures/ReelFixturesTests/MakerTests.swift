import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct MakerTests {
  static let small: [FixtureOption: String] = [.size: "180x146", .frames: "12", .fps: "25", .gop: "6"]

  private static func make(_ name: String, _ options: [FixtureOption: String] = [:], in scratch: Scratch) async throws
    -> FixtureManifest
  {
    let recipe = try recipe(small.merging(options) { $1 })
    let maker = try FixtureMaker(recipe, to: scratch.path(of: name))
    return try await aside { try maker.make() }
  }

  @Test("A clip has its manifest and hashes beside it, and nothing else")
  func files() async throws {
    let scratch = try Scratch()
    let made = try await Self.make("clip.mp4", in: scratch)
    #expect(try scratch.names == ["clip.framemd5", "clip.json", "clip.mp4"])
    let bytes = try scratch.bytes("clip.mp4")
    #expect(made.file == .init(name: "clip.mp4", bytes: bytes.count, md5: MD5.text(of: [UInt8](bytes))))
    #expect(try FixtureManifest(path: scratch.path(of: "clip.json")) == made)
    #expect(made.frames.map(\.frame) == Array(0..<12))
    #expect(made.frames.map(\.pts) == Array(0..<12) && made.timeBase == "1/25")
    #expect(made.frames.map(\.key) == (0..<12).map { $0 % 6 == 0 })
    #expect(made.stream.codec == "h264" && made.stream.size == "180x146" && made.stream.frames == 12)
    #expect(made.isPortable && made.recipe.frameCount == 12)
    let text = String(decoding: try scratch.bytes("clip.framemd5"), as: UTF8.self)
    let hashes = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.suffix(32) }
    #expect(hashes.map(String.init) == made.frames.map(\.decoded))
  }

  @Test("The same recipe gives the same bytes, and another one the same raw frames")
  func repeats() async throws {
    let scratch = try Scratch()
    let first = try await Self.make("a.mp4", [.pattern: "motion", .audio: "beep"], in: scratch)
    let again = try await Self.make("b.mp4", [.pattern: "motion", .audio: "beep"], in: scratch)
    #expect(try scratch.bytes("a.mp4") == (try scratch.bytes("b.mp4")))
    #expect(first.frames == again.frames && first.stream.soundCodec == "aac")
    let other = try await Self.make("c.mkv", [.pattern: "motion", .audio: "beep", .codec: "ffv1"], in: scratch)
    #expect(other.frames.map(\.raw) == first.frames.map(\.raw))
    #expect(other.frames.map(\.decoded) == other.frames.map(\.raw))
    #expect(first.frames.map(\.decoded) != first.frames.map(\.raw))
  }

  @Test("A lossless clip decodes to its raw frames", arguments: ["clip.mp4", "clip.webm", "clip.mkv"])
  func lossless(name: String) async throws {
    let scratch = try Scratch()
    let made = try await Self.make(name, [.lossless: "true", .frames: "4"], in: scratch)
    #expect(made.frames.map(\.decoded) == made.frames.map(\.raw))
  }

  @Test("The manifest lists faults as they are in the file")
  func faults() async throws {
    let scratch = try Scratch()
    let made = try await Self.make(
      "clip.mp4", [.drop: "3", .duplicate: "5", .swap: "7:8", .gap: "10:1s", .bFrames: "2"], in: scratch)
    #expect(made.frames.map(\.frame) == [0, 1, 2, 4, 5, 5, 6, 8, 7, 9, 10, 11])
    let reader = try ClipReader(path: scratch.path(of: "clip.mp4"))
    let base = try #require(Int(made.timeBase.dropFirst(2)))
    var marks = FrameMarkReader()
    for frame in made.frames {
      let shown = try #require(reader.nextFrame())
      #expect(try #require(shown.pts).seconds == Double(frame.pts) / Double(base))
      let mark = try FrameMark(number: frame.frame, clip: made.clip)
      #expect(marks.read(gray: try shown.gray(), size: shown.size) == .mark(mark))
    }
    #expect(reader.nextFrame() == nil)
  }

  @Test("Times before 0 are in the manifest although players hide them")
  func negative() async throws {
    let scratch = try Scratch()
    let made = try await Self.make("clip.mp4", [.negativePTS: "true"], in: scratch)
    #expect(made.frames.map(\.pts) == Array(-2..<10))
    #expect(made.frames.last?.decoded != nil)
  }

  @Test("Beeps begin exactly at whole seconds", arguments: ["clip.mov", "clip.mkv", "clip.avi"])
  func beeps(name: String) async throws {
    let scratch = try Scratch()
    _ = try await Self.make(name, [.audio: "beep", .fps: "10", .frames: "25"], in: scratch)
    let reader = try ClipReader(path: scratch.path(of: name), withSound: true)
    var samples: [Float] = []
    while let item = reader.next() {
      guard case .sound(let run) = item else { continue }
      let start = try #require(run.pts).seconds * 48_000
      // Sound before 0 comes from the encoder.
      let first = Int(start.rounded())
      for (offset, sample) in run.samples.enumerated() where first + offset >= 0 {
        while samples.count <= first + offset { samples.append(0) }
        samples[first + offset] = sample
      }
    }
    // The beginning of loudness after quiet, within a few samples since codecs smear.
    let loud = samples.indices.filter { abs(samples[$0]) > 0.25 }
    let onsets = loud.filter { index in !samples[max(0, index - 2400)..<index].contains { abs($0) > 0.25 } }
    #expect(onsets.count == 3)
    for (number, onset) in onsets.enumerated() { #expect(abs(onset - number * 48_000) < 48, "\(onset)") }
  }

  @Test("Broken files are broken as the manifest says")
  func damage() async throws {
    let scratch = try Scratch()
    let whole = try await Self.make("whole.mp4", in: scratch)
    let bytes = [UInt8](try scratch.bytes("whole.mp4"))
    let cut = try await Self.make("cut.mp4", [.truncate: "60%"], in: scratch)
    #expect(cut.file.bytes == bytes.count * 60 / 100)
    #expect([UInt8](try scratch.bytes("cut.mp4")) == Array(bytes.prefix(cut.file.bytes)))
    #expect(cut.frames == whole.frames)
    let flipped = try await Self.make("flipped.mp4", [.flipBits: "12"], in: scratch)
    #expect(flipped.file.bytes == bytes.count)
    let differing = zip(bytes, try scratch.bytes("flipped.mp4")).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    #expect(differing == 12)
    let bare = try await Self.make("bare.mp4", [.noMoov: "true"], in: scratch)
    #expect(bare.file.bytes < bytes.count)
    #expect(try scratch.bytes("bare.mp4").range(of: Data("moov".utf8)) == nil)
    _ = try await Self.make("empty.mp4", [.zeroLength: "true"], in: scratch)
    #expect(try scratch.bytes("empty.mp4").isEmpty)
  }

  @Test("Numbered pictures are fixtures too")
  func pictures() async throws {
    let scratch = try Scratch()
    let made = try await Self.make("f-%02d.png", [.frames: "3"], in: scratch)
    #expect(
      try scratch.names.filter { !$0.hasPrefix(".") } == ["f-00.png", "f-01.png", "f-02.png", "f.framemd5", "f.json"])
    #expect(made.frames.map(\.decoded) == made.frames.map(\.raw))
  }

  @Test("Cancelled work leaves existing files and nothing of its own")
  func cancelled() async throws {
    let scratch = try Scratch()
    _ = try await Self.make("clip.mp4", in: scratch)
    let before = try ["clip.mp4", "clip.json", "clip.framemd5"].map { try scratch.bytes($0) }
    let maker = try FixtureMaker(try recipe(Self.small), to: scratch.path(of: "clip.mp4"))
    await #expect(throws: CancellationError.self) {
      try await aside {
        var asked = 0
        return try maker.make(isCancelled: {
          asked += 1
          return asked > 5
        })
      }
    }
    #expect(try scratch.names.count == 3)
    #expect(try ["clip.mp4", "clip.json", "clip.framemd5"].map { try scratch.bytes($0) } == before)
  }

  @Test("Existing files are not replaced without permission, not even the files beside the clip")
  func existing() async throws {
    let scratch = try Scratch()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path(of: "clip.json")))
    let maker = try FixtureMaker(try recipe(Self.small), to: scratch.path(of: "clip.mp4"), replacing: .never)
    await #expect(throws: OutputError.alreadyExists(path: scratch.path(of: "clip.json"))) {
      try await aside { try maker.make() }
    }
    #expect(try scratch.names == ["clip.json"])
  }

  /// Names and options that exclude each other, and a part of each error.
  static let impossible: [(String, [FixtureOption: String], String)] = [
    ("clip", [:], ".mp4"), (".mp4", [:], "before the ending"), ("%d.mp4", [:], "% signs"), ("clip.png", [:], "%04d"),
    ("clip.mkv", [.noMoov: "true"], ".mp4"), ("%d.png", [.truncate: "5%"], "numbered pictures"),
    ("clip.avi", [.gap: "5:1s"], "stores no times"),
  ]

  @Test("Names that don't fit the options are refused before any work", arguments: impossible)
  func refused(name: String, options: [FixtureOption: String], part: String) throws {
    let recipe = try recipe(options)
    let error = #expect(throws: InvalidValue.self) { try FixtureMaker(recipe, to: name) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  /// The first picture of a manifest.
  private static func frameLine(of text: String) -> String {
    text.split(separator: "\n").first { $0.contains("\"frame\":") }.map(String.init) ?? ""
  }

  @Test("A file that is not a manifest is refused")
  func manifests() async throws {
    let scratch = try Scratch()
    let made = try await Self.make("clip.mp4", [.frames: "1"], in: scratch)
    let text = try made.json
    #expect(try FixtureManifest(json: Data(text.utf8), path: "clip.json") == made)
    let changes = [
      ("\"reel-fixture\"", "\"other\""), ("\"version\" : 2", "\"version\" : 3"), ("\"frames\" : 1", "\"frames\" : 0"),
      ("{", "["), ("\"frame\":0", "\"frame\":1"), ("\"time-base\" : \"1/25\"", "\"time-base\" : \"1/0\""),
      ("\"frames\" : [", "\"frames\" : [" + String(repeating: "[", count: 100_000)),
      ("\"frames\" : [", "\"frames\" : [" + String(repeating: Self.frameLine(of: text) + ",", count: 2)),
    ]
    for (old, new) in changes {
      let changed = text.replacingOccurrences(of: old, with: new)
      #expect(changed != text, "\(old) is not there")
      #expect(throws: FixtureError.self, "\(new)") { try FixtureManifest(json: Data(changed.utf8), path: "clip.json") }
    }
    #expect(throws: FixtureError.self) { try FixtureManifest(path: scratch.path(of: "nothing.json")) }
  }
}
