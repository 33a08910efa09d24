import Foundation
import ReelGeometry
import Testing

@testable import ReelFixtures

/// DASH presentations: read, made, and verified after faults.
@Suite struct PresentationTests {
  private static func presentation(_ period: String, length: String = "PT2.5S") throws -> MediaPresentation {
    let text = "<?xml version='1.0'?><MPD xmlns='urn:mpeg:dash:schema:mpd:2011' mediaPresentationDuration='\(length)'>"
    return try MediaPresentation(bytes: Array("\(text)\(period)</MPD>".utf8), path: "film.mpd")
  }

  /// The address, byte range and length of each segment, with its initialization data.
  private static func words(_ representation: MediaPresentation.Representation?) -> [String] {
    (representation?.segments ?? []).map { segment in
      let bytes = segment.bytes.map { " \($0)" } ?? ""
      let beginning = segment.beginningBytes.map { " \($0)" } ?? ""
      return "\(segment.beginning ?? "-")\(beginning) \(segment.address)\(bytes) \(segment.duration)"
    }
  }

  @Test("A template names segments by number, to the end of the film")
  func numbered() throws {
    let found = try Self.presentation(
      """
      <Period><AdaptationSet mimeType="video/mp4"><BaseURL>v/</BaseURL>
      <SegmentTemplate timescale="1000" duration="1000" startNumber="7" initialization="$RepresentationID$-$Bandwidth$.mp4"
        media="$RepresentationID$-$Number%03d$$$.m4s"/>
      <Representation id="low" bandwidth="9"/><Representation id="high"/></AdaptationSet>
      <AdaptationSet contentType="audio"><SegmentTemplate media="a.m4s" duration="3"/><Representation id="s"/></AdaptationSet>
      <AdaptationSet contentType="text"><Representation id="words"/></AdaptationSet></Period>
      """)
    #expect(found.pictures.map(\.name) == ["low", "high"] && found.sounds.map(\.name) == ["s"])
    #expect(
      Self.words(found.pictures.first) == [
        "v/low-9.mp4 v/low-007$.m4s 1.0", "v/low-9.mp4 v/low-008$.m4s 1.0", "v/low-9.mp4 v/low-009$.m4s 0.5",
      ])
  }

  @Test("A timeline and a list name segments one by one")
  func listed() throws {
    let found = try Self.presentation(
      """
      <Period><AdaptationSet contentType="video">
      <Representation id="0"><SegmentTemplate timescale="10" media="c$Time$" initialization="i"><SegmentTimeline>
        <S t="5" d="10" r="1"/><S d="4"/></SegmentTimeline></SegmentTemplate></Representation>
      <Representation id="1"><BaseURL>one.mp4</BaseURL><SegmentList timescale="30" duration="60">
        <Initialization range="0-9"/><SegmentURL mediaRange="10-19"/><SegmentURL mediaRange="20-24"/></SegmentList>
      </Representation><Representation id="2"><BaseURL>whole.mp4</BaseURL></Representation></AdaptationSet></Period>
      """)
    #expect(Self.words(found.pictures[0]) == ["i c5 1.0", "i c15 1.0", "i c25 0.4"])
    #expect(
      Self.words(found.pictures[1]) == ["one.mp4 0..<10 one.mp4 10..<20 2.0", "one.mp4 0..<10 one.mp4 20..<25 2.0"])
    #expect(Self.words(found.pictures[2]) == ["- whole.mp4 2.5"])
  }

  @Test(
    "A file that is not a presentation is refused with a reason",
    arguments: [
      ("<html></html>", "the root element must be MPD"), ("<MPD></MPD>", "no video representation"),
      ("<MPD>", "found the end of the file"), ("<MPD type=\"dynamic\"></MPD>", "it is live"),
      ("<MPD><Period></Period><Period></Period></MPD>", "more than one period"),
      ("<MPD><Period><AdaptationSet><ContentProtection/></AdaptationSet></Period></MPD>", "encrypted"),
      (
        "<MPD><Period><AdaptationSet contentType='video'><SegmentTemplate duration='0'/><Representation id='x'/>"
          + "</AdaptationSet></Period></MPD>", "x does not say how many segments it has"
      ),
      (
        "<MPD><Period><SegmentTemplate><SegmentTimeline><S d='1' r='99999999'/></SegmentTimeline></SegmentTemplate>"
          + "</Period></MPD>", "a length in its SegmentTimeline can't be read"
      ),
      (
        "<MPD><Period><AdaptationSet contentType='video'><SegmentTemplate duration='1' media='"
          + String(repeating: "a", count: 5000) + "'/><Representation id='x'/></AdaptationSet></Period></MPD>",
        "an address in it is longer than 4096 bytes"
      ),
      (
        "<MPD><Period><SegmentList><SegmentURL mediaRange='9-1'/></SegmentList></Period></MPD>",
        "“9-1” is not a byte range"
      ),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: StreamPlaylist.Failure.self) {
      try MediaPresentation(bytes: Array(text.utf8), path: "film.mpd")
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("ISO 8601 durations are parsed", arguments: [("PT1H2M3.5S", 3723.5), ("P1DT1S", 86_401), ("PT0S", 0)])
  func lengths(text: String, seconds: Double) {
    #expect(MediaPresentationReader.seconds(text) == seconds)
    #expect(MediaPresentationReader.seconds("1" + text) == nil)
  }

  /// Makes a ladder of two rungs: 45 frames in segments of half a second.
  private static func ladder(_ folder: ClipFolder) throws -> LadderMaker {
    var recipe = FixtureRecipe()
    (recipe.frameCount, recipe.sound) = (45, .beep)
    let maker = try LadderMaker(
      recipe, sizes: "320x180,176x144", segmentLength: ExactTime(text: "0.5s"), to: folder.path("the film.mpd"))
    _ = try maker.make()
    return maker
  }

  private static func verify(_ folder: ClipFolder, _ name: String) throws -> StreamVerification {
    var run = VerificationRun()
    run.measuresQuality = false
    return try StreamVerifier(path: folder.path(name)) { try run.verify($0, named: $1, within: $2).verification }.run()
  }

  @Test("A DASH ladder is as expected, and every rung is a fixture")
  func made() async throws {
    let folder = try ClipFolder()
    let maker = try Self.ladder(folder)
    let stream = try Self.verify(folder, "the film.mpd")
    #expect(stream.isAsExpected, "\(stream.text)")
    #expect(stream.rungs.map(\.name) == ["320x180", "176x144"])
    for rung in stream.rungs {
      #expect(rung.segments.map(\.firstFrame) == [0, 15, 30] && rung.segments.allSatisfy(\.beginsWithKeyframe))
      #expect(rung.verification?.pictureCount == 45 && rung.verification?.manifest != nil)
      #expect(abs(try #require(rung.verification?.soundOffset)) < 0.008)
    }
    for rung in maker.rungs {
      #expect(try VerificationRun().verify(rung.maker.files.movie).verification.isAsExpected)
    }
    // It may be made again in the same place.
    _ = try Self.ladder(folder)
  }

  /// The changes to the second rung's list of segments, and the line that reports each.
  static let faults: [(name: String, order: [Int], line: String)] = [
    ("missing", [0, 2], "dropped 15 of 45 frames: 15–29"),
    ("repeated", [0, 1, 1, 2], "segment 2 (the%20film-176x144.mp4) repeats the frames of segment 1"),
    ("exchanged", [0, 2, 1], "segment 2 (the%20film-176x144.mp4) begins with frame 15, after frame 30"),
    ("short", [0, 1], "it has 2 segments, but 320x180 has 3"),
  ]

  @Test("Missing, repeated and exchanged segments are reported", arguments: faults)
  func broken(name: String, order: [Int], line: String) throws {
    let folder = try ClipFolder()
    _ = try Self.ladder(folder)
    let path = folder.path("the film.mpd")
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    let places = lines.indices.filter { lines[$0].contains("<SegmentURL") }.suffix(3)
    let changed = order.map { lines[places[places.startIndex + $0]] }
    lines.replaceSubrange(places[places.startIndex]...places[places.endIndex - 1], with: changed)
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let stream = try Self.verify(folder, "the film.mpd")
    #expect(stream.rungs[0].isAsExpected, "\(stream.text)")
    #expect(!stream.rungs[1].isAsExpected)
    #expect(stream.text.contains(line), "\(stream.text)")
  }

  /// The ways in which FFmpeg names the segments that it packages.
  static let forms: [[String]] = [
    ["-use_template", "1", "-use_timeline", "1"], ["-use_template", "1", "-use_timeline", "0"],
    ["-use_template", "0", "-use_timeline", "0", "-single_file", "1"],
  ]

  @Test(
    "DASH presentations packaged by FFmpeg are verified, including their sound",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"), arguments: forms)
  func packaged(form: [String]) async throws {
    let folder = try ClipFolder()
    try folder.make("clip.mp4") { recipe in
      (recipe.frameCount, recipe.size, recipe.sound) = (45, PixelSize(width: 320, height: 180), .beep)
    }
    let codecs = ["-c:v", "libx264", "-g", "15", "-keyint_min", "15", "-sc_threshold", "0", "-bf", "0", "-c:a", "aac"]
    let package = ["-f", "dash", "-seg_duration", "0.5"] + form
    let rungs = ["-map", "0:v", "-map", "0:v", "-map", "0:a", "-filter:v:1", "scale=176:100"]
    try await folder.convert("clip.mp4", rungs + codecs + package, to: "film.mpd")
    var run = VerificationRun()
    (run.manifest, run.measuresQuality) = (folder.path("clip.json"), false)
    let stream = try StreamVerifier(path: folder.path("film.mpd")) {
      try run.verify($0, named: $1, within: $2).verification
    }.run()
    #expect(stream.isAsExpected, "\(stream.text)")
    #expect(stream.rungs.map { $0.segments.map(\.firstFrame) } == [[0, 15, 30], [0, 15, 30]], "\(stream.text)")
    #expect(stream.rungs.allSatisfy { $0.verification?.soundOffset.map { abs($0) < 0.008 } == true }, "\(stream.text)")
    guard form.prefix(2) == ["-use_template", "1"] else { return }
    try FileManager.default.removeItem(atPath: folder.path("chunk-stream2-00002.m4s"))
    let broken = try StreamVerifier(path: folder.path("film.mpd")) {
      try run.verify($0, named: $1, within: $2).verification
    }.run()
    #expect(!broken.isAsExpected)
    let line = "sound segment 1 (chunk-stream2-00002.m4s) can't be read: "
    #expect(broken.rungs.allSatisfy { $0.problems.contains { $0.hasPrefix(line) } }, "\(broken.text)")
  }
}
