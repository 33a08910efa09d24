import Foundation
import ReelGeometry
import Testing

@testable import ReelFixtures

/// HLS ladders: made, played by FFmpeg, and verified after faults.
@Suite struct StreamTests {
  @Test("A playlist is read as RFC 8216 defines it")
  func playlists() throws {
    let ladder = try StreamPlaylist(
      text: """
        #EXTM3U
        #EXT-X-STREAM-INF:CODECS="avc1.64,mp4a.40",BANDWIDTH=1280000
        low%20one.m3u8
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=5

        high.m3u8
        """, path: "x")
    #expect(
      ladder
        == .ladder([
          .init(address: "low%20one.m3u8", bandwidth: 1_280_000), .init(address: "high.m3u8", bandwidth: nil),
        ]))
    let segments = try StreamPlaylist(
      text:
        "#EXTM3U\r\n#EXT-X-MAP:URI=\"a,b.mp4\",BYTERANGE=\"1@2\"\r\n#EXTINF:2.5,title\r\n#EXT-X-BYTERANGE:10@5\r\na.m4s\r\n"
        + "#EXT-X-DISCONTINUITY\r\n#EXTINF:1\r\n#EXT-X-BYTERANGE:7\r\na.m4s\r\n#EXT-X-ENDLIST\r\n", path: "x")
    #expect(
      segments
        == .segments([
          .init(
            address: "a.m4s", duration: 2.5, bytes: 5..<15, beginning: "a,b.mp4", beginningBytes: 2..<3,
            isDiscontinuous: false),
          .init(
            address: "a.m4s", duration: 1, bytes: 15..<22, beginning: "a,b.mp4", beginningBytes: 2..<3,
            isDiscontinuous: true),
        ]))
  }

  @Test(
    "A file that is not a playlist is refused with a reason",
    arguments: [
      ("", "does not begin with #EXTM3U"), ("#EXTM3U\n", "names neither rungs nor segments"),
      ("#EXTM3U\n#EXTINF:x,\na.ts", "“x” is not the length of a segment"),
      ("#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:-4@1\na.ts", "“-4@1” is not a byte range"),
      ("#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"9@\"\n#EXTINF:1,\na.m4s", "“9@” is not a byte range"),
      ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\na.ts", "its segments are encrypted"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: StreamPlaylist.Failure.self) { try StreamPlaylist(text: text, path: "list.m3u8") }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  /// Makes a ladder of two rungs: 45 frames in segments of half a second.
  private static func ladder(_ folder: ClipFolder) throws -> LadderMaker {
    var recipe = FixtureRecipe()
    recipe.frameCount = 45
    let maker = try LadderMaker(
      recipe, sizes: "320x180,176x144", segmentLength: ExactTime(text: "0.5s"), to: folder.path("film.m3u8"))
    _ = try maker.make()
    return maker
  }

  private static func verify(_ folder: ClipFolder, _ name: String = "film.m3u8") throws -> StreamVerification {
    try StreamVerifier(path: folder.path(name)) { path, _, folder in
      let manifest = try FixtureManifest(path: path.replacingOccurrences(of: ".m3u8", with: ".json"))
      var verifier = MovieVerifier(path: path, manifest: manifest, manifestName: "clip.json")
      (verifier.measuresQuality, verifier.folder) = (false, folder)
      return try verifier.run().verification
    }.run()
  }

  @Test("A ladder is as expected: in every rung segments begin with keyframes, at the same frames")
  func made() async throws {
    let folder = try ClipFolder()
    _ = try Self.ladder(folder)
    let stream = try Self.verify(folder)
    #expect(stream.isAsExpected, "\(stream.text)")
    #expect(stream.rungs.map(\.name) == ["film-320x180.m3u8", "film-176x144.m3u8"])
    for rung in stream.rungs {
      #expect(rung.segments.map(\.firstFrame) == [0, 15, 30] && rung.segments.allSatisfy(\.beginsWithKeyframe))
      #expect(rung.verification?.pictureCount == 45)
    }
    // FFmpeg plays both rungs through the main playlist.
    guard ClipFolder.ffmpeg != nil else { return }
    for rung in ["0:v:0", "0:v:1"] {
      try await folder.convert("film.m3u8", ["-map", rung, "-f", "framemd5", "-y"], to: "frames.txt")
      let lines = try String(contentsOfFile: folder.path("frames.txt"), encoding: .utf8).split(separator: "\n")
      #expect(lines.count { !$0.hasPrefix("#") } == 45)
    }
  }

  @Test("A playlist without an end is read from its beginning to its last segment")
  func endless() throws {
    let folder = try ClipFolder()
    var recipe = FixtureRecipe()
    recipe.frameCount = 75
    // Players begin at the third segment from the end.
    _ = try LadderMaker(
      recipe, sizes: "176x144", segmentLength: ExactTime(text: "0.5s"), to: folder.path("film.m3u8")
    ).make()
    let path = folder.path("film-176x144.m3u8")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.contains("#EXT-X-ENDLIST"))
    let open = text.replacing("#EXT-X-ENDLIST", with: "").replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
    try open.write(toFile: path, atomically: true, encoding: .utf8)
    let stream = try Self.verify(folder)
    #expect(stream.isAsExpected, "\(stream.text)")
    #expect(stream.rungs[0].verification?.pictureCount == 75 && stream.rungs[0].segments.count == 5)
  }

  @Test("An error about a playlist with separate sound names the playlist, not a temporary file")
  func named() throws {
    let folder = try ClipFolder()
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    try write(
      "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",URI=\"sound.m3u8\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\npicture.m3u8\n", to: "film.m3u8")
    for name in ["picture", "sound"] {
      try write("#EXTM3U\n#EXTINF:1,\n\(name).ts\n#EXT-X-ENDLIST\n", to: name + ".m3u8")
    }
    let verifier = StreamVerifier(path: folder.path("film.m3u8")) { movie, _, _ in
      #expect(movie.contains("reel-playlist"))
      throw MovieVerifier.Failure.noMarks(path: movie, pictures: 3)
    }
    let failure = try #require(try verifier.run().rungs.first?.failure)
    #expect(failure.hasPrefix("cannot verify \(folder.path("picture.m3u8")): "), "\(failure)")
  }

  @Test("A playlist in a subfolder may use files of the main playlist's folder, but on its own only its own folder's")
  func below() throws {
    let folder = try ClipFolder()
    _ = try Self.ladder(folder)
    let name = "film-176x144"
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
    let text = try String(contentsOfFile: folder.path("\(name).m3u8"), encoding: .utf8)
    try text.replacing("\(name).ts", with: "../\(name).ts").write(
      toFile: folder.path("sub/\(name).m3u8"), atomically: true, encoding: .utf8)
    try FileManager.default.moveItem(atPath: folder.path("\(name).json"), toPath: folder.path("sub/\(name).json"))
    let list = try String(contentsOfFile: folder.path("film.m3u8"), encoding: .utf8)
    try list.replacing("\(name).m3u8", with: "sub/\(name).m3u8").write(
      toFile: folder.path("film.m3u8"), atomically: true, encoding: .utf8)
    let stream = try Self.verify(folder)
    #expect(stream.isAsExpected && stream.rungs[1].segments.map(\.firstFrame) == [0, 15, 30], "\(stream.text)")
    let alone = try Self.verify(folder, "sub/\(name).m3u8")
    #expect(alone.rungs[0].problems.count { $0.contains("it is outside the playlist's folder") } == 3, "\(alone.text)")
    #expect(alone.rungs[0].verification == nil && alone.rungs[0].failure != nil)
  }

  /// The changes to the second rung's playlist of three segments with three lines each, and the line that reports each.
  static let faults: [(name: String, order: [Int], line: String)] = [
    ("missing", [0, 2], "dropped 15 of 45 frames: 15–29"),
    ("repeated", [0, 1, 1, 2], "segment 2 (film-176x144.ts) repeats the frames of segment 1"),
    ("swapped", [0, 2, 1], "segment 2 (film-176x144.ts) begins with frame 15, after frame 30"),
    ("short", [0, 1], "it has 2 segments, but film-320x180.m3u8 has 3"),
  ]

  @Test("Missing, repeated and exchanged segments are reported", arguments: faults)
  func broken(name: String, order: [Int], line: String) throws {
    let folder = try ClipFolder()
    _ = try Self.ladder(folder)
    let path = folder.path("film-176x144.m3u8")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    let head = try #require(lines.firstIndex { $0.hasPrefix("#EXTINF") })
    var changed = Array(lines[..<head])
    for index in order { changed += lines[head + 3 * index..<head + 3 * index + 3] }
    changed += ["#EXT-X-ENDLIST", ""]
    try changed.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let stream = try Self.verify(folder)
    #expect(stream.rungs[0].isAsExpected, "\(stream.text)")
    #expect(!stream.rungs[1].isAsExpected)
    #expect(stream.text.contains(line), "\(stream.text)")
  }

  @Test(
    "Only true problems are reported for a segment in another one's place",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
  func copied() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("x.mp4") { recipe in
      (recipe.frameCount, recipe.gop, recipe.sound) = (150, 30, .beep)
    }
    let package = ["-c", "copy", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"]
    try await folder.convert("x.mp4", package, to: "x.m3u8")
    func told() throws -> [String] {
      let stream = try StreamVerifier(path: folder.path("x.m3u8")) { movie, _, folder in
        var verifier = MovieVerifier(path: movie, manifest: manifest, manifestName: "x.json")
        (verifier.measuresQuality, verifier.folder) = (false, folder)
        return try verifier.run().verification
      }.run()
      let rung = try #require(stream.rungs.first)
      return rung.problems + (rung.verification?.differences ?? []).map(\.description)
    }
    #expect(try told() == [])
    try FileManager.default.removeItem(atPath: folder.path("x2.ts"))
    try FileManager.default.copyItem(atPath: folder.path("x3.ts"), toPath: folder.path("x2.ts"))
    // The times of frames depend on the packager.
    let lines = try told().map { $0.replacing(/\s\([0-9.]+ s\)$/, with: "") }
    #expect(
      lines == [
        "segment 3 (x3.ts) repeats the frames of segment 2", "dropped 30 of 150 frames: 60–89",
        "starts again: with frame 90", "timestamp jump: -1 s at frame 90",
      ])
  }

  @Test(
    "Transport streams and fragmented MP4 packaged by FFmpeg are verified, and differing boundaries reported",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [("mpegts", false), ("fmp4", false), ("fmp4", true)])
  func packaged(type: String, isOneFile: Bool) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { ($0.frameCount, $0.size) = (45, PixelSize(width: 320, height: 180)) }
    for (name, gop) in [("a", 15), ("b", 15), ("c", 10)] {
      let ending = type == "fmp4" ? "m4s" : "ts"
      let borders = ["-g", "\(gop)", "-keyint_min", "\(gop)", "-sc_threshold", "0", "-bf", "0"]
      let package = ["-f", "hls", "-hls_time", gop == 15 ? "0.5" : "0.333", "-hls_playlist_type", "vod"]
      let names =
        isOneFile
        ? ["-hls_flags", "single_file"]
        : ["-hls_fmp4_init_filename", "\(name).mp4", "-hls_segment_filename", "\(name)%d.\(ending)"]
      let options: [String] = ["-c:v", "libx264"] + borders + package + ["-hls_segment_type", type] + names
      try await folder.convert("clip.mp4", options, to: "\(name).m3u8")
    }
    func list(_ names: [String]) throws -> StreamVerification {
      let text = "#EXTM3U\n" + names.map { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0).m3u8\n" }.joined()
      try text.write(toFile: folder.path("film.m3u8"), atomically: true, encoding: .utf8)
      return try StreamVerifier(path: folder.path("film.m3u8")) { path, _, folder in
        var verifier = MovieVerifier(path: path, manifest: manifest, manifestName: "clip.json")
        (verifier.measuresQuality, verifier.folder) = (false, folder)
        return try verifier.run().verification
      }.run()
    }
    let even = try list(["a", "b"])
    #expect(even.isAsExpected, "\(even.text)")
    let uneven = try list(["a", "c"])
    #expect(!uneven.isAsExpected)
    #expect(uneven.text.contains("segment 1 begins with frame 10, but with frame 15 in a.m3u8"), "\(uneven.text)")
  }

  @Test(
    "Sound in a separate playlist is used for every rung",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
  func soundApart() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.frameCount, recipe.sound) = (60, .beep)
    }
    let package = ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"]
    let rungs = ["-map", "0:v", "-map", "0:v", "-map", "0:a", "-c:v", "libx264", "-g", "30", "-bf", "0", "-c:a", "aac"]
    let groups = [
      "-var_stream_map", "v:0,agroup:s v:1,agroup:s a:0,agroup:s,default:yes", "-master_pl_name", "film.m3u8",
    ]
    try await folder.convert("clip.mp4", rungs + package + groups, to: "part%v.m3u8")
    func verify() throws -> StreamVerification {
      try StreamVerifier(path: folder.path("film.m3u8")) { movie, _, folder in
        var verifier = MovieVerifier(path: movie, manifest: manifest, manifestName: "clip.json")
        (verifier.measuresQuality, verifier.folder) = (false, folder)
        return try verifier.run().verification
      }.run()
    }
    let stream = try verify()
    #expect(stream.isAsExpected && stream.rungs.count == 2, "\(stream.text)")
    #expect(stream.rungs.allSatisfy { $0.verification?.soundOffset.map { abs($0) < 0.008 } == true }, "\(stream.text)")
    // Without the group the sound is missing, which is reported.
    let path = folder.path("film.m3u8")
    let text = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let silent = text.filter { !$0.hasPrefix("#EXT-X-MEDIA") }.joined(separator: "\n")
    try silent.write(toFile: path, atomically: true, encoding: .utf8)
    let told = try verify().text
    #expect(told.contains("sound missing at 2 of 2 beeps"), "\(told)")
  }

  @Test(
    "Segments that are shorter than declared, or on the network, are reported by name, whatever a player does with them"
  )
  func absent() throws {
    let folder = try ClipFolder()
    _ = try Self.ladder(folder)
    let path = folder.path("film-176x144.m3u8")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let range = try #require(text.firstMatch(of: /BYTERANGE:([0-9]+)@0/))
    let changed = text.replacing("BYTERANGE:\(range.1)@0", with: "BYTERANGE:99999999@0")
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    let cut = try Self.verify(folder)
    #expect(cut.rungs[0].isAsExpected)
    let line =
      "segment 0 (film-176x144.ts) can't be read: the playlist names bytes up to 99999999, but the file is shorter"
    #expect(cut.rungs[1].problems.first == line, "\(cut.text)")

    try "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/x.ts\n".write(
      toFile: folder.path("net.m3u8"), atomically: true, encoding: .utf8)
    let stream = try StreamVerifier(path: folder.path("net.m3u8")) { path, _, _ in
      try MovieVerifier(path: path).run().verification
    }
    .run()
    #expect(stream.rungs[0].failure != nil)
    #expect(stream.text.contains("segment 0 (http://127.0.0.1:1/x.ts) can't be read: it is on the network"))
    #expect(stream.files[0].failure?.contains("on the network") == true)
  }

  /// The beginning of a segment of packed audio: an ID3 tag with its time (RFC 8216, 3.4).
  private static func tag(at seconds: Double) -> Data {
    let ticks = UInt64(nearest(seconds * 90_000))
    var content = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
    content += (0..<8).reversed().map { (byte: UInt64) -> UInt8 in UInt8(truncatingIfNeeded: ticks >> (8 * byte)) }
    let length = UInt8(content.count)
    var bytes = Array("ID3".utf8)
    bytes += [4, 0, 0, 0, 0, 0, length + 10]
    bytes += Array("PRIV".utf8)
    bytes += [0, 0, 0, length, 0, 0]
    return Data(bytes + content)
  }

  private static func nearest(_ value: Double) -> Int { Int(value.rounded()) }

  @Test(
    "Sound in packed segments has the times of their tags", .enabled(if: ClipFolder.ffmpeg != nil, "needs ffmpeg"))
  func packed() async throws {
    let folder = try ClipFolder()
    try folder.make("clip.mp4") { recipe in (recipe.frameCount, recipe.sound) = (90, .beep) }
    let keys = ["-g", "30", "-keyint_min", "30", "-sc_threshold", "0", "-bf", "0"]
    try await folder.convert(
      "clip.mp4", ["-an", "-c:v", "libx264"] + keys + ["-f", "hls", "-hls_time", "1", "-hls_list_size", "0"],
      to: "v.m3u8")
    try await folder.convert("clip.mp4", ["-vn", "-c:a", "copy", "-f", "adts"], to: "s.aac")
    var (rest, frames) = (try Data(contentsOf: URL(fileURLWithPath: folder.path("s.aac"))), [Data]())
    while rest.count >= 7 {
      let head = Array(rest.prefix(7))
      let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
      frames.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    // FFmpeg's muxer puts the first picture at 1.4 s. The sound begins with a frame before that.
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2"]
    for (index, first) in stride(from: 0, to: frames.count, by: 47).enumerated() {
      let part = frames[first..<min(first + 47, frames.count)]
      let time = 1.4 + Double(first - 1) * 1024 / 48_000
      try (part.reduce(Self.tag(at: time)) { $0 + $1 }).write(to: URL(fileURLWithPath: folder.path("s\(index).aac")))
      lines += ["#EXTINF:\(Double(part.count) * 1024 / 48_000),", "s\(index).aac"]
    }
    func write(_ lines: [String], to name: String) throws {
      try lines.joined(separator: "\n").write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    }
    try write(lines + ["#EXT-X-ENDLIST", ""], to: "s.m3u8")
    try write(
      [
        "#EXTM3U", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",URI=\"s.m3u8\"",
        "#EXT-X-STREAM-INF:BANDWIDTH=500000,AUDIO=\"a\"", "v.m3u8", "",
      ], to: "film.m3u8")
    var run = VerificationRun()
    (run.manifest, run.measuresQuality) = (folder.path("clip.json"), false)
    let stream = try StreamVerifier(path: folder.path("film.m3u8")) {
      try run.verify($0, named: $1, within: $2).verification
    }.run()
    #expect(stream.isAsExpected, "\(stream.text)")
    let offset = try #require(stream.rungs.first?.verification?.soundOffset)
    #expect(abs(offset) < 0.008, "\(stream.text)")
  }
}
