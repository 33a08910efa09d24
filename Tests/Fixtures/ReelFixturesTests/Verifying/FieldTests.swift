import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@testable import ReelFixtures

/// Fixtures with two fields in a frame, and with a timecode: made, and checked after pipelines that change them.
@Suite struct FieldTests {
  private static let codecs: [(codec: String, name: String)] = [
    ("libx264", "clip.mp4"), ("libx264", "clip.mkv"), ("libx264", "clip.ts"), ("mpeg2video", "clip.ts"),
    ("mpeg2video", "clip.mov"), ("prores_ks", "clip.mov"), ("mpeg4", "clip.avi"),
  ].filter { codec, _ in EncoderCatalog.encoders.contains { $0.name == codec } }

  private static func make(
    _ name: String, _ codec: String, _ fields: FieldOrder, in folder: ClipFolder
  ) throws -> FixtureManifest {
    try folder.make(name) { recipe in
      (recipe.codec, recipe.fields, recipe.frameRate) = (codec, fields, 25)
      (recipe.pattern, recipe.frameCount, recipe.size) = (.motion, 5, PixelSize(width: 640, height: 360))
    }
  }

  @Test("Two fields are preserved", arguments: codecs.indices, [FieldOrder.topFirst, .bottomFirst])
  func clean(index: Int, fields: FieldOrder) throws {
    let (codec, name) = Self.codecs[index]
    let folder = try ClipFolder()
    let manifest = try Self.make(name, codec, fields, in: folder)
    let verification = try folder.verify(name, manifest, quality: true)
    #expect(verification.findings == [] && verification.isAsExpected, "\(verification.text)")
    #expect(try #require(verification.quality).minPSNR > 30, "\(verification.text)")
    #expect(try #require(ClipReader(path: folder.path(name)).nextFrame()).fields == fields)
  }

  // The snowflake grows in steps and does not change at that frame.
  @Test(
    "The second field shows the pattern half a frame later, in all moving patterns",
    arguments: FixturePattern.allCases)
  func moments(pattern: FixturePattern) throws {
    var recipe = FixtureRecipe()
    (recipe.pattern, recipe.fields, recipe.size) = (pattern, .topFirst, PixelSize(width: 640, height: 360))
    var painter = try FixturePainter(recipe)
    let (made, other) = (try painter.draw(frame: 40), try painter.draw(frame: 40, exchangingFields: true))
    let isDifferent = (0..<640).contains { x in (0..<360).contains { y in made[x, y] != other[x, y] } }
    #expect(isDifferent == ![.solid, .snowflake].contains(pattern), "\(pattern)")
  }

  /// The changes to a clip whose top field comes first, and the line that reports each.
  static let faults: [(filter: String, flags: [String], line: String?)] = [
    ("null", ["-flags", "+ildct+ilme"], nil),
    (
      "setfield=bff", ["-flags", "+ildct+ilme", "-top", "0"],
      "fields changed in 5 of 5 pictures (bottom field first by its flags, top field first by its lines)"
    ),
    (
      "fieldorder=bff", ["-flags", "+ildct+ilme"],
      "fields changed in 5 of 5 pictures (converted to bottom field first)"
    ),
    ("yadif", [], "fields changed in 5 of 5 pictures (progressive instead of top field first)"),
    ("setfield=prog", [], "fields changed in 5 of 5 pictures (progressive instead of top field first)"),
  ]

  @Test(
    "Fields exchanged in their flags or in their lines are reported",
    .enabled(if: ClipFolder.ffmpeg != nil && !codecs.isEmpty, "needs ffmpeg and an encoder"), arguments: faults.indices)
  func changed(index: Int) async throws {
    let (filter, flags, line) = Self.faults[index]
    let folder = try ClipFolder()
    let manifest = try Self.make("clip.mkv", "ffv1", .topFirst, in: folder)
    try await folder.convert("clip.mkv", ["-vf", filter, "-c:v", "mpeg2video", "-q:v", "3"] + flags, to: "out.ts")
    let verification = try folder.verify("out.ts", manifest, quality: true)
    let found = verification.findings.filter { $0.kind == .fields }.map(\.description)
    #expect(found == [line].compactMap(\.self), "\(verification.text)")
    #expect(verification.findings.count == found.count, "\(verification.text)")
  }

  @Test(
    "Fields that became pictures in the wrong order are reported",
    .enabled(if: ClipFolder.ffmpeg != nil && !codecs.isEmpty, "needs ffmpeg and an encoder"),
    arguments: [FieldOrder.topFirst, .bottomFirst])
  func bobbed(fields: FieldOrder) async throws {
    let folder = try ClipFolder()
    let manifest = try Self.make("clip.mkv", "ffv1", fields, in: folder)
    for filter in ["yadif=mode=1", "bwdif=mode=1"] {
      for (parity, order) in [(0, FieldOrder.topFirst), (1, .bottomFirst)] {
        try await folder.convert(
          "clip.mkv", ["-y", "-vf", "\(filter):parity=\(parity)", "-c:v", "libx264", "-crf", "18"], to: "out.mp4")
        let verification = try folder.verify("out.mp4", manifest, quality: true)
        let found = verification.findings.filter { $0.kind == .reordered }.map(\.description)
        #expect(found.count == (order == fields ? 0 : 1), "\(filter) \(parity) \(verification.text)")
        #expect(
          found.allSatisfy { $0.contains("the second field of each frame is shown before the first") },
          "\(verification.text)")
      }
    }
  }

  @Test(
    "Exchanged lines are reported, together with other faults",
    .enabled(if: ClipFolder.ffmpeg != nil && !codecs.isEmpty, "needs ffmpeg and an encoder"),
    arguments: [FieldOrder.topFirst, .progressive], FixturePattern.allCases)
  func swapped(fields: FieldOrder, pattern: FixturePattern) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mkv") { recipe in
      (recipe.codec, recipe.fields, recipe.frameRate) = ("ffv1", fields, 25)
      (recipe.pattern, recipe.frameCount, recipe.size) = (pattern, 5, PixelSize(width: 640, height: 360))
    }
    let line =
      "fields changed in 5 of 5 pictures (lines exchanged: each even line is in the place of the odd line below it)"
    let block = ",drawbox=x=400:y=30:w=128:h=96:color=white:t=fill"
    for (more, kinds) in [("", []), (block, [.spoiled])] as [(String, [Finding.Kind])] {
      let flags = fields == .progressive ? [] : ["-flags", "+ildct+ilme"]
      try await folder.convert(
        "clip.mkv", ["-y", "-vf", "il=ls=1:cs=1" + more, "-c:v", "mpeg2video", "-q:v", "3"] + flags, to: "out.ts")
      let verification = try folder.verify("out.ts", manifest, quality: true)
      #expect(verification.findings.map(\.kind) == [.fields] + kinds, "\(verification.text)")
      #expect(verification.findings.first?.description == line, "\(verification.text)")
    }
  }

  /// The changes of a clip's levels, and the kinds of findings that report each.
  static let levels: [(filter: String, kinds: [Finding.Kind])] = [
    ("negate", [.levels]), ("lutyuv=y=val/2+40", [.levels]), ("negate,hflip", [.orientation, .levels]),
    ("il=ls=1:cs=1,negate", [.levels, .fields]),
  ]

  @Test(
    "Changed levels and negatives are not taken for exchanged lines or fields",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"), arguments: FixturePattern.allCases)
  func otherLevels(pattern: FixturePattern) async throws {
    for (fields, flags) in [(FieldOrder.progressive, []), (.topFirst, ["-flags", "+ildct+ilme"])] {
      let folder = try ClipFolder()
      let manifest = try folder.make("clip.mkv") { recipe in
        (recipe.codec, recipe.fields, recipe.frameRate) = ("ffv1", fields, 25)
        (recipe.pattern, recipe.frameCount, recipe.size) = (pattern, 3, PixelSize(width: 320, height: 180))
      }
      for (filter, kinds) in Self.levels {
        try await folder.convert(
          "clip.mkv", ["-y", "-vf", filter, "-c:v", "mpeg2video", "-q:v", "3"] + flags, to: "out.ts")
        let verification = try folder.verify("out.ts", manifest, quality: true)
        let found = verification.findings.map(\.kind).filter { $0 != .colors }
        #expect(found == kinds, "\(fields) \(filter) \(verification.text)")
      }
    }
  }

  @Test("Two fields are refused where they are impossible", arguments: [("640x362", "tff"), ("640x360", "up")])
  func refused(size: String, fields: String) {
    #expect(throws: InvalidValue.self) {
      var recipe = FixtureRecipe()
      try recipe.set(.size, size)
      try recipe.set(.interlaced, fields)
      try recipe.validate()
    }
  }

  @Test("Two fields are refused for a codec whose frames come back as progressive")
  func otherCodec() throws {
    let folder = try ClipFolder()
    let error = #expect(throws: (any Error).self) {
      try folder.make("clip.mov") { recipe in
        (recipe.codec, recipe.fields, recipe.frameCount) = ("svq1", .topFirst, 4)
        recipe.size = PixelSize(width: 320, height: 240)
      }
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("come back as progressive") && text.contains("choose another codec"), "\(text)")
  }

  // MARK: - Timecode

  static let timecodes: [(name: String, rate: FrameRate, text: String)] = [
    ("clip.mov", 25, "01:00:00:00"), ("clip.mp4", 25, "10:11:12:13"), ("clip.mkv", 24, "00:00:00:00"),
    ("clip.mov", ntsc, "00:59:59;28"), ("clip.mp4", ntsc, "00:59:59;28"), ("clip.mkv", ntsc, "00:59:59:28"),
  ]

  private static let ntsc = (try? FrameRate(30_000, 1001)) ?? 30

  private static func timed(_ index: Int, in folder: ClipFolder) throws -> FixtureManifest {
    try folder.make(timecodes[index].name) { recipe in
      (recipe.frameRate, recipe.timecode) = (timecodes[index].rate, timecodes[index].text)
    }
  }

  @Test("A timecode is preserved, including drop-frame", arguments: timecodes.indices)
  func timecode(index: Int) throws {
    let folder = try ClipFolder()
    let (name, _, text) = Self.timecodes[index]
    let manifest = try Self.timed(index, in: folder)
    #expect(try ClipReader(path: folder.path(name)).facts.timecode == text)
    let verification = try folder.verify(name, manifest)
    #expect(verification.findings == [] && verification.isAsExpected, "\(verification.text)")
  }

  @Test(
    "A timecode that is lost, kept after a cut, or counted differently is reported",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
  func changedTimecode() async throws {
    let folder = try ClipFolder()
    let manifest = try Self.timed(3, in: folder)
    for (options, line) in [
      (
        ["-map", "0:v", "-c", "copy", "-write_tmcd", "0", "-map_metadata", "-1"], "timecode changed (00:59:59;28 lost)"
      ),
      (
        ["-map", "0:v", "-vf", "trim=start_frame=4,setpts=PTS-STARTPTS", "-timecode", "00:59:59;28"],
        "timecode changed (00:59:59;28 instead of 01:00:00;02 at frame 4)"
      ),
      (
        ["-map", "0:v", "-c", "copy", "-timecode", "00:59:59:28"],
        "timecode changed (00:59:59:28 instead of 00:59:59;28 at frame 0)"
      ),
      (["-map", "0:v", "-vf", "trim=start_frame=4,setpts=PTS-STARTPTS", "-timecode", "01:00:00;02"], nil),
    ] as [([String], String?)] {
      try await folder.convert("clip.mov", options + ["-y"], to: "out.mov")
      let verification = try folder.verify("out.mov", manifest)
      let found = verification.findings.filter { $0.kind == .timecode }.map(\.description)
      #expect(found == [line].compactMap(\.self), "\(options) \(verification.text)")
    }
  }
}
