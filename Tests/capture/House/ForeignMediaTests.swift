#if os(Linux)
  import Foundation
  import ReelTestSupport
  import Testing

  /// Media that name other files, and what the command opens of them.
  @Suite(
    "Media that name other files",
    .enabled(
      if: CaptureProcess.find("strace") != nil && CaptureProcess.find("ffmpeg") != nil, "no strace or no ffmpeg"),
    .enabled(if: !Sanitizer.isOn, "a sanitizer looks for leaks only where nobody traces it"))
  struct ForeignMediaTests {
    /// A folder with media, and beside it one with a film that nobody named.
    private struct Place {
      let workspace: Workspace
      let canary = "canary-\(UUID().uuidString)"

      init() async throws {
        workspace = try Workspace()
        for folder in ["in/sub", "out"] {
          try FileManager.default.createDirectory(at: workspace.url(folder), withIntermediateDirectories: true)
        }
        let ffmpeg = try #require(CaptureProcess.find("ffmpeg"))
        let made = try await CaptureProcess.run(
          executable: ffmpeg,
          [
            "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=1", "-pix_fmt", "yuv420p", "a.mp4", "a.ts",
            "a.png",
          ]
          .flatMap { $0 == "a.png" ? ["-frames:v", "1", $0] : [$0] }, in: workspace.url("out"))
        try #require(made.status == 0, "\(made.error)")
        for ending in ["mp4", "ts", "png"] {
          let film = workspace.url("out/\(canary).\(ending)")
          try FileManager.default.moveItem(at: workspace.url("out/a.\(ending)"), to: film)
          try FileManager.default.createSymbolicLink(at: workspace.url("in/link.\(ending)"), withDestinationURL: film)
        }
        try write(Self.hls(canary + ".ts"), to: "out/\(canary).m3u8")
      }

      func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: workspace.url(name)) }

      /// Every way to name the film from the other folder.
      func addresses(_ ending: String = "ts") -> [String] {
        let path = workspace.url("out/\(canary).\(ending)").path
        return [
          path, "../out/\(canary).\(ending)", "sub/../../out/\(canary).\(ending)", "link.\(ending)", "file:\(path)",
          "file://\(path)", "http://127.0.0.1:9/\(canary).\(ending)", "concat:\(path)",
          "subfile,,start,0,end,0,,:\(path)",
        ]
      }

      static func hls(_ address: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\n\(address)\n#EXT-X-ENDLIST\n"
      }

      static func dash(_ address: String) -> String {
        """
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static"
          mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4">
          <Representation id="1" bandwidth="1"><BaseURL>\(address)</BaseURL></Representation></AdaptationSet></Period></MPD>
        """
      }

      /// Runs lines of a shell in which `$0` is the command; returns the status of each, and all that was said.
      func run(_ lines: [String]) async throws -> (statuses: [Int32], output: String) {
        let script = lines.map { "\($0); echo \"status $?\"" }.joined(separator: "\n")
        let result = try await CaptureProcess.run(
          executable: try #require(CaptureProcess.find("strace")),
          [
            "-f", "-qq", "-s", "4096", "-e", "trace=%file,%network", "-o", "../calls", "sh", "-c", script + "\n:",
            CaptureProcess.executable.path,
          ], in: workspace.url("in"))
        let log = try String(contentsOf: workspace.url("calls"), encoding: .utf8)
        #expect(log.contains("openat("), "nothing was traced")
        for call in log.split(separator: "\n") {
          // In the folder itself there is nothing whose name begins with `file:`.
          #expect(!call.contains(canary) || !call.contains("open") || call.contains("ENOENT"), "\(call)")
          #expect(!call.contains("socket(") && !call.contains("connect("), "\(call)")
        }
        let text = String(decoding: result.output, as: UTF8.self)
        let statuses = text.matches(of: /status (\d+)/).compactMap { Int32($0.output.1) }
        try #require(statuses.count == lines.count, "\(text) \(result.error)")
        return (statuses, text + result.error)
      }
    }

    @Test(
      "Storyboards, verify and check refuse them, and open no other file and no connection",
      arguments: ["hls", "dash", "concat", "imf", "sdp", "vobsub", "pattern", "mov"])
    func refused(format: String) async throws {
      let place = try await Place()
      var names: [String] = []
      for (index, text) in try Self.texts(of: format, place).enumerated() {
        let name =
          format == "pattern" ? ["shot%03d.png", "l*.png", "lin?.png"][index] : "\(format)\(index).\(text.ending)"
        try text.bytes.write(to: place.workspace.url("in/\(name)"))
        try place.write(
          "film: {size: 64x48}\nscenes: [{movie: '\(name)'}]\nsound: '\(name)'\n", to: "in/story\(index).yaml")
        names.append(name)
      }
      let lines = names.enumerated().flatMap { index, name in
        ["\"$0\" story\(index).yaml -o o.mp4", "\"$0\" verify '\(name)'", "\"$0\" check '\(name)' --recipe clip.json"]
      }
      // The recipe is that of a film of Reel's own.
      let own = try await place.run(["\"$0\" --frames 2 --size 64x48 -q -o own.mp4 --recipe clip.json"])
      #expect(own.statuses == [0], "\(own.output)")
      let result = try await place.run(lines)
      #expect(result.statuses == lines.map { _ in 65 }, "\(result.output)")
      // Patterns are names like others, and FFmpeg knows the third format by its name alone.
      if format != "pattern", format != "imf" {
        let sentences = result.output.ranges(of: "it refers to other files or addresses, which are not read").count
        #expect(sentences == 4 * names.count, "\(result.output)")
      }
    }

    private struct Text {
      var bytes: Data
      var ending: String

      init(_ text: String, _ ending: String) { (bytes, self.ending) = (Data(text.utf8), ending) }
      init(_ bytes: Data, _ ending: String) { (self.bytes, self.ending) = (bytes, ending) }
    }

    private static func texts(of format: String, _ place: Place) throws -> [Text] {
      switch format {
      case "hls": return place.addresses().map { Text(Place.hls($0), "wav") }
      case "dash": return place.addresses("mp4").map { Text(Place.dash($0), "mp4") }
      case "concat": return place.addresses("mp4").map { Text("ffconcat version 1.0\nfile '\($0)'\n", "wav") }
      case "imf":
        return [
          Text(
            "<?xml version=\"1.0\"?><CompositionPlaylist><ContentTitle>x</ContentTitle></CompositionPlaylist>", "xml")
        ]
      case "sdp":
        let lines = [
          "v=0", "o=- 0 0 IN IP4 127.0.0.1", "s=x", "c=IN IP4 127.0.0.1", "t=0 0", "m=video 5004 RTP/AVP 33", "",
        ]
        return [Text(lines.joined(separator: "\r\n"), "ts")]
      case "vobsub":
        try FileManager.default.createSymbolicLink(
          at: place.workspace.url("in/vobsub0.sub"),
          withDestinationURL: place.workspace.url("out/\(place.canary).ts"))
        return [Text("# VobSub index file, v7 (do not modify this line!)\nid: en, index: 0\n", "idx")]
      case "pattern":
        try FileManager.default.copyItem(
          at: place.workspace.url("in/link.png"), to: place.workspace.url("in/shot001.png"))
        return (0..<3).map { _ in Text("no picture", "png") }
      default:
        let film = try Data(contentsOf: place.workspace.url("in/link.mp4"))
        return [(1, "link.mp4"), (2, "out/\(place.canary).mp4")].map { levels, path in
          Text(referring(film, to: path, levels: levels), "mov")
        }
      }
    }

    /// A film whose pictures are in another file, as QuickTime refers to it: so many folders up, and down again.
    private static func referring(_ film: Data, to path: String, levels: UInt8) -> Data {
      let name = Data(("/" + path).utf8)
      var alias = Data(repeating: 0, count: 150)
      (alias[131], alias[133]) = (levels, levels)
      alias +=
        Data([0, 2, 0, UInt8(name.count)]) + name + Data(repeating: 0, count: name.count % 2) + Data([255, 255, 0, 0])
      let size = 12 + alias.count
      let entry = Data([0, 0, UInt8(size >> 8), UInt8(size & 255)]) + Data("alis".utf8) + Data([0, 0, 0, 0]) + alias
      var film = film
      guard let old = film.range(of: Data("url ".utf8)) else { return film }
      for box in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
        guard let found = film.range(of: Data(box.utf8)) else { return film }
        let start = found.lowerBound - 4
        let length = film[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } + entry.count - 12
        film.replaceSubrange(start..<start + 4, with: withUnsafeBytes(of: UInt32(length).bigEndian) { Data($0) })
      }
      film.replaceSubrange(old.lowerBound - 4..<old.lowerBound + 8, with: entry)
      return film
    }

    @Test("verify only reads files that a playlist names within its folder", arguments: ["m3u8", "mpd"])
    func playlists(ending: String) async throws {
      let place = try await Place()
      let texts =
        ending == "mpd"
        ? place.addresses("mp4").map(Place.dash)
        : place.addresses().map(Place.hls)
          + place.addresses("m3u8").map { "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0)\n" }
          + place.addresses("m3u8").map { address in
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"s\",NAME=\"s\",URI=\"\(address)\"\n"
              + "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"s\"\nsub/inner.m3u8\n"
          }
          + place.addresses().map { address in
            "#EXTM3U\n#EXT-X-MAP:URI=\"\(address)\"\n#EXTINF:1,\nsub/inner.ts\n"
          }
      try place.write(Place.hls("../../out/\(place.canary).ts"), to: "in/sub/inner.m3u8")
      try place.write("no film", to: "in/sub/inner.ts")
      for (index, text) in texts.enumerated() { try place.write(text, to: "in/list\(index).\(ending)") }
      let result = try await place.run(texts.indices.map { "\"$0\" verify list\($0).\(ending)" })
      #expect(result.statuses.allSatisfy { [1, 65].contains($0) }, "\(result.output)")
      #expect(result.output.ranges(of: "it is outside the playlist's folder").count >= 4, "\(result.output)")
      #expect(result.output.contains("it is on the network"))
    }
  }
#endif
