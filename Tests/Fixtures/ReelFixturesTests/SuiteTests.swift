import Foundation
import ReelFiles
import ReelGeometry
import ReelVideo
import Synchronization
import Testing

@testable import ReelFixtures

@Suite struct SuiteTests {
  typealias Value = FixtureSuite.Value

  /// A map from names and values, where a text is a value and a list an axis.
  static func map(_ entries: KeyValuePairs<String, [String]>) -> Value {
    .map(
      entries.map { name, texts in
        Value.Entry(name, texts.count == 1 ? .text(texts[0]) : .list(texts.map(Value.text)))
      })
  }

  static func suite(_ clips: [Value], defaults: Value = map(["frames": ["3"], "size": ["180x146"]])) throws
    -> FixtureSuite
  {
    try FixtureSuite(.map([.init("defaults", defaults), .init("clips", .list(clips))]))
  }

  @Test("Lists span a matrix, and its clips have different names")
  func matrix() throws {
    let suite = try Self.suite([
      Self.map(["name": ["rate"], "fps": ["24000/1001", "25"], "container": ["mp4", "mkv"]]),
      Self.map(["drop": ["1"], "vfr": ["true"]]), Self.map(["name": ["plain"]]),
    ])
    #expect(
      suite.items.map(\.fileName) == [
        "rate-24000-1001fps-mp4.mp4", "rate-24000-1001fps-mkv.mkv", "rate-25fps-mp4.mp4", "rate-25fps-mkv.mkv",
        "drop-1-vfr.mp4", "plain.mp4",
      ])
    #expect(suite.items.allSatisfy { $0.recipe.frameCount == 3 })
    #expect(suite.items[4].recipe.faults.drop == [1])
  }

  /// Suites that are refused, and a part of each error.
  static let wrong: [(Value, String)] = [
    (.text("x"), "list the clips"), (.map([]), "has no clips"), (.map([.init("clips", .list([]))]), "has no clips"),
    (.map([.init("clip", .list([]))]), "defaults"), (.map([.init("clips", .text("x"))]), "list of maps"),
    (clips(.text("x")), "map of options"), (clips(map(["colour": ["red"]])), "one of pattern"),
    (clips(map(["container": ["exe"]])), "mp4"), (clips(map(["container": ["png"]])), "mp4"),
    (clips(map(["name": ["../up"]])), "letters"), (clips(map(["name": ["/etc/passwd"]])), "letters"),
    (clips(map(["name": [".hidden"]])), "letters"), (clips(map(["name": ["-rf"]])), "letters"),
    (clips(map(["name": ["Index"]])), "index"), (clips(map(["name": [""]])), "letters"),
    (clips(map(["name": [String(repeating: "x", count: 121)]])), "120"),
    (clips(map(["name": ["a"]]), map(["name": ["A"]])), "rename one"),
    (clips(map(["fps": ["25", "25"]])), "rename one"),
    (clips(map(["name": ["a"], "name": ["b"]])), "once"), (clips(.map([.init("fps", .list([]))])), "give 1 to 1000"),
    (clips(.map([.init("fps", .map([]))])), "fps must be"),
    (clips(.map([.init("fps", .list([.list([])]))])), "fps must be"),
    (clips(map(["frames": ["1000000"], "size": ["8192x8192"]])), "pixels"),
    (clips(map(["seed": (0..<101).map(String.init), "gop": (1...10).map(String.init)])), "1000"),
    (clips(map(["drop": ["500"]])), "500"),
    (
      .map([.init("defaults", map(["colour": ["red"]])), .init("clips", .list([map(["fps": ["25"]])]))]),
      "one of pattern"
    ),
    // Each clip is allowed, but all together are not.
    (
      clips(map(["frames": ["5000"], "size": ["1920x1080"], "seed": (0..<10).map(String.init)])), "100000000000 pixels"
    ),
  ]

  static func clips(_ clips: Value...) -> Value { .map([.init("clips", .list(clips))]) }

  @Test("Suites that are invalid, too large or lead out of their folder are refused", arguments: wrong)
  func refused(description: Value, part: String) {
    let error = #expect(throws: InvalidValue.self) { try FixtureSuite(description) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test("A suite is made once, and only changed clips are made again")
  func building() async throws {
    let scratch = try Scratch()
    let folder = scratch.path(of: "out")
    let clips = [
      Self.map(["name": ["a"], "container": ["mp4", "webm"]]), Self.map(["name": ["cut"], "truncate": ["50%"]]),
    ]
    func build(_ clips: [Value], replacing: ReplacementPolicy = .named) async throws -> [SuiteOutcome] {
      try await SuiteBuilder(try Self.suite(clips), folder: folder, replacing: replacing).build(width: 2).map(\.outcome)
    }
    #expect(try await build(clips) == [.made, .made, .made])
    #expect(try await build(clips) == [.upToDate, .upToDate, .upToDate])
    // One file was changed, and one recipe.
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/a-webm.webm"))
    let changed = [clips[0], Self.map(["name": ["cut"], "truncate": ["40%"]])]
    let foreign = OutputError.foreign(path: folder + "/a-webm.webm").description
    #expect(try await build(changed) == [.upToDate, .failed(foreign), .made])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/a-webm.webm")) == Data("x".utf8))
    #expect(try await build(changed, replacing: .always) == [.upToDate, .made, .upToDate])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    #expect(
      names == [
        "a-mp4.framemd5", "a-mp4.json", "a-mp4.mp4", "a-webm.framemd5", "a-webm.json", "a-webm.webm", "cut.framemd5",
        "cut.json", "cut.mp4", "index.html", "index.json",
      ])
    let page = try String(contentsOfFile: folder + "/index.html", encoding: .utf8)
    #expect(page.contains("<video src=\"a-mp4.mp4\"") && page.contains("truncate 40%"))
    #expect(!page.contains("http"))
    let index = try String(contentsOfFile: folder + "/index.json", encoding: .utf8)
    #expect(index.contains("\"file\" : \"cut.mp4\""))
  }

  @Test("A ladder is made once with its playlist, for HLS and for DASH")
  func ladders() async throws {
    let scratch = try Scratch()
    let clips = [
      Self.map([
        "name": ["film"], "ladder": ["320x180,176x144"], "segment-length": ["1/15s"], "container": ["m3u8", "mpd"],
      ])
    ]
    let suite = try Self.suite(clips, defaults: Self.map(["frames": ["6"]]))
    #expect(suite.items.map(\.fileName) == ["film-m3u8.m3u8", "film-mpd.mpd"])
    let paths = try suite.items[1].ladderPaths(in: "x/")
    #expect(paths.count == 7 && paths.allSatisfy { $0.hasPrefix("x/film-mpd") }, "\(paths)")
    for outcome in [SuiteOutcome.made, .upToDate] {
      let entries = try await SuiteBuilder(suite, folder: scratch.path).build(width: 1)
      #expect(entries.map(\.outcome) == [outcome, outcome])
      #expect(entries[1].rungs.count == 2)
    }
    let index = try String(contentsOfFile: scratch.path(of: "index.json"), encoding: .utf8)
    #expect(index.contains("film-mpd-176x144.json") && index.contains("\"file\" : \"film-m3u8.m3u8\""))
    for item in suite.items {
      let stream = try StreamVerifier(path: scratch.path(of: item.fileName)) {
        try VerificationRun().verify($0, named: $1, within: $2).verification
      }.run()
      #expect(stream.isAsExpected && stream.rungs.allSatisfy { $0.segments.count == 3 }, "\(stream.text)")
    }
  }

  /// Invalid ladders, and a part of each error.
  static let wrongLadders: [(KeyValuePairs<String, [String]>, String)] = [
    (["ladder": ["180p"], "container": ["mp4"]], "m3u8 (HLS) or mpd (DASH)"),
    (["ladder": ["360p"], "size": ["360p"]], "size cannot be used with a ladder"),
    (["ladder": ["360p"], "drop": ["1"]], "a ladder cannot have faults"),
    (["segment-length": ["2s"]], "needs a ladder"),
    (["ladder": ["360p,360p"]], "names a size twice"),
  ]

  @Test("Invalid ladders are refused", arguments: wrongLadders.indices)
  func wrongLadder(index: Int) {
    let (entries, part) = Self.wrongLadders[index]
    let error = #expect(throws: InvalidValue.self) {
      try Self.suite([Self.map(entries)], defaults: Self.map(["frames": ["60"]]))
    }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test("A clip that can't be made is reported and does not stop the others")
  func failures() async throws {
    let scratch = try Scratch()
    let suite = try Self.suite([
      Self.map(["name": ["none"], "codec": ["nosuchcodec"]]), Self.map(["name": ["odd"], "size": ["181x147"]]),
      Self.map(["name": ["good"], "codec": ["mpeg4"]]),
    ])
    let entries = try await SuiteBuilder(suite, folder: scratch.path).build(width: 2)
    guard case .unavailable = entries[0].outcome, case .failed(let reason) = entries[1].outcome else {
      Issue.record("\(entries.map(\.outcome))")
      return
    }
    #expect(reason.contains("multiple of 2x2"))
    #expect(entries[2].outcome == .made)
  }

  @Test("An interrupted suite keeps complete clips and writes no index")
  func interrupted() async throws {
    let scratch = try Scratch()
    let suite = try Self.suite((0..<4).map { Self.map(["name": ["c\($0)"]]) })
    let finished = Mutex(0)
    await #expect(throws: CancellationError.self) {
      try await SuiteBuilder(suite, folder: scratch.path).build(
        width: 1, isCancelled: { finished.withLock { $0 > 0 } }, finished: { _ in finished.withLock { $0 += 1 } })
    }
    #expect(try scratch.names == ["c0.framemd5", "c0.json", "c0.mp4"])
  }
}
