import Foundation
import ReelTestSupport
import Testing

/// Things that a conversion keeps as they are: samples and their tags, words, and sound that broke off.
@Suite("Keeping what a movie has", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct ConvertKeepTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  // MARK: - Tags

  @Test("Samples of full range are so in YUV4MPEG2, and keep their values")
  func fullRange() async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=5:d=1 -vf scale=out_range=pc -pix_fmt yuvj420p -f yuv4mpegpipe in.y4m")
    let result = try await shell("$CAPTURE - -o - --format y4m < in.y4m > out.y4m")
    #expect(result.status == 0, "\(result.error)")
    let (input, output) = (
      try Data(contentsOf: workspace.url("in.y4m")), try Data(contentsOf: workspace.url("out.y4m"))
    )
    let head = String(decoding: output.prefix { $0 != 10 }, as: UTF8.self)
    #expect(head.contains("XCOLORRANGE=FULL"), "\(head)")
    #expect(output.drop { $0 != 10 } == input.drop { $0 != 10 })
  }

  @Test("A movie becomes YUV4MPEG2 with its own samples and the shape of its pixels")
  func y4m() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=5:d=1 -vf setsar=4/3 -pix_fmt yuv420p in.mp4")
    #expect(try await shell("$CAPTURE in.mp4 -o - --format y4m > out.y4m").status == 0)
    #expect(try await frames("out.y4m").map(\.hash) == frames("in.mp4").map(\.hash))
    #expect(try await display("out.y4m").aspect == "4:3")
  }

  @Test(
    "A turned movie keeps its samples and its matrix in MP4, and is drawn upright elsewhere", arguments: [90, 180, 270])
  func turned(degrees: Int) async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=5:d=1 -pix_fmt yuv420p a.mp4")
    try await ffmpeg("-i a.mp4 -c copy -metadata:s:v rotate=\(degrees) in.mp4")
    let result = try await capture("in.mp4 --lossless -o out.mp4 -o out.mov")
    #expect(result.status == 0, "\(result.error)")
    let (wanted, hashes) = (try await display("in.mp4"), try await frames("in.mp4").map(\.hash))
    #expect(wanted.turn != 0)
    for file in ["out.mp4", "out.mov"] {
      #expect(try await display(file) == wanted, "\(file)")
      #expect(try await frames(file).map(\.hash) == hashes, "\(file)")
    }
    #expect(try await capture("in.mp4 -o out.mkv -o out.gif").status == 0)
    for file in ["out.mkv", "out.gif"] {
      #expect(try await facts(file, "stream=width,height") == (degrees == 180 ? "64\n48" : "48\n64"), "\(file)")
    }
  }

  @Test("Pixels that are not square stay so in movies, and are drawn square elsewhere and when cropped")
  func aspect() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=5:d=1 -vf setsar=4/3 -pix_fmt yuv420p in.mp4")
    let hashes = try await frames("in.mp4").map(\.hash)
    #expect(try await capture("in.mp4 --codec ffv1 -o out.mkv").status == 0)
    #expect(try await capture("in.mp4 --lossless -o out.mp4").status == 0)
    for file in ["out.mkv", "out.mp4"] {
      let shown = try await display(file)
      #expect(shown.size == "64x48" && shown.aspect == "4:3", "\(file): \(shown)")
      #expect(try await frames(file).map(\.hash) == hashes, "\(file)")
    }
    #expect(try await capture("in.mp4 -o out.gif").status == 0)
    #expect(try await facts("out.gif", "stream=width,height") == "85\n48")
    #expect(try await capture("in.mp4 --crop 60x40 -o crop.mp4").status == 0)
    let cropped = try await display("crop.mp4")
    #expect(cropped.size == "60x40" && ["1:1", "N/A"].contains(cropped.aspect))
  }

  @Test("Of several outputs each movie has the samples that it would have alone")
  func severalOutputs() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=5:d=1 -pix_fmt yuv420p in.mp4")
    let result = try await capture("in.mp4 --codec ffv1 -o out.mkv -o out.gif -o frames/%d.png")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await frames("out.mkv").map(\.hash) == frames("in.mp4").map(\.hash))
    #expect(try await frames("out.gif").count == 5)
  }

  // MARK: - High dynamic range

  @Test(
    "Colours of high dynamic range below the knee of the curve are zscale's, within 2 of 255", arguments: ["pq", "hlg"])
  func dark(transfer: String) async throws {
    guard try await ffmpeg("-hide_banner -filters").contains(" zscale ") else { return }
    let name = transfer == "pq" ? "smpte2084" : "arib-std-b67"
    // No component is brighter than 85 cd/m², from where on the curve bends.
    let steps = transfer == "pq" ? 24 : 26
    try await ffmpeg(
      "-f lavfi -i nullsrc=s=320x176:r=5:d=0.2,format=yuv420p10le,geq=lum=64+floor(X/20)*\(steps):cb=512+(floor(Y/44)-2)*8:cr=512-(floor(Y/44)-1)*8 -c:v ffv1 -color_primaries bt2020 -color_trc \(name) -colorspace bt2020nc -color_range tv in.mkv"
    )
    #expect(try await capture("in.mkv -o out.apng").status == 0)
    try await ffmpeg(
      "-i in.mkv -frames:v 1 -vf zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=709:t=iec61966-2-1:r=full,format=gbrp -pix_fmt rgb24 -f rawvideo wanted.rgb"
    )
    try await ffmpeg("-i out.apng -frames:v 1 -pix_fmt rgb24 -f rawvideo out.rgb")
    let (wanted, found) = (
      try Data(contentsOf: workspace.url("wanted.rgb")), try Data(contentsOf: workspace.url("out.rgb"))
    )
    let byteCount = 320 * 176 * 3
    try #require(wanted.count == byteCount && found.count == byteCount)
    // The middle of each patch: zscale mixes chroma at edges.
    for row in 0..<4 {
      for column in 0..<16 {
        let (x, y) = (column * 20 + 10, row * 44 + 22)
        let start = (y * 320 + x) * 3
        for channel in start..<start + 3 {
          #expect(abs(Int(wanted[channel]) - Int(found[channel])) <= 2, "patch \(column), \(row)")
        }
      }
    }
  }

  @Test("Bright colours are mapped and not clipped in 8 bits, and stay as they are in 10 bits")
  func bright() async throws {
    try await ffmpeg(
      "-f lavfi -i nullsrc=s=320x64:r=5:d=0.4,format=yuv420p10le,geq=lum=64+floor(X/20)*43:cb=512:cr=512 -c:v ffv1 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv in.mkv"
    )
    #expect(try await capture("in.mkv -o out.mp4 --lossless -o out.apng").status == 0)
    try await ffmpeg("-i out.apng -frames:v 1 -pix_fmt gray -f rawvideo out.gray")
    let row = try Data(contentsOf: workspace.url("out.gray")).prefix(320)
    let levels = (0..<16).map { Int(row[row.startIndex + $0 * 20 + 10]) }
    // Of an independent computation of the curve of BT.2390 from 1000 to 203 cd/m², for these sixteen greys.
    let wanted = [0, 1, 5, 15, 27, 43, 61, 82, 107, 137, 172, 208, 232, 247, 254, 255]
    for (level, want) in zip(levels, wanted) { #expect(abs(level - want) <= 2, "\(levels)") }
    #expect(try await facts("out.mp4", "stream=color_transfer,color_space") == "bt709\nbt709")
    #expect(try await capture("in.mkv --codec ffv1 --pixel-format yuv420p -o eight.mkv").status == 0)
    #expect(try await facts("eight.mkv", "stream=color_transfer") == "bt709")
    #expect(try await capture("in.mkv --codec vp9 --lossless -o ten.webm").status == 0)
    #expect(try await facts("ten.webm", "stream=color_transfer") == "smpte2084")
    #expect(try await frames("ten.webm").map(\.hash) == frames("in.mkv").map(\.hash))
  }

  // MARK: - Words and sound

  @Test(
    "Subtitles of text become captions, with their language and times",
    arguments: [("srt", "mkv"), ("ass", "mkv"), ("mov_text", "mp4"), ("webvtt", "webm")])
  func subtitles(codec: String, ending: String) async throws {
    try Data(
      "1\n00:00:00,100 --> 00:00:00,500\nHello <i>there</i>\n\n2\n00:00:00,600 --> 00:00:00,900\nSecond\nline\n".utf8
    ).write(to: workspace.url("in.srt"))
    let video = ending == "webm" ? "-c:v libvpx" : "-pix_fmt yuv420p"
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=10:d=1 \(video) a.\(ending)")
    try await ffmpeg(
      "-i a.\(ending) -i in.srt -map 0 -map 1 -c copy -c:s \(codec) -metadata:s:s language=fra in.\(ending)")
    let result = try await capture("in.\(ending) -o out.mp4 -o out.mkv -o out.webm")
    #expect(result.status == 0 && result.errorLines.count <= 4, "\(result.error)")
    for (file, kind) in [("out.mp4", "mov_text"), ("out.mkv", "subrip"), ("out.webm", "webvtt")] {
      let ffprobe = try #require(CaptureProcess.find("ffprobe"))
      let stream = try await CaptureProcess.run(
        executable: ffprobe,
        [
          "-v", "error", "-select_streams", "s", "-show_entries", "stream=codec_name:stream_tags=language", "-of",
          "default=nk=1:nw=1", file,
        ], in: workspace.folder)
      #expect(String(decoding: stream.output, as: UTF8.self) == "\(kind)\nfra\n", "\(file)")
      let text = try await words(file)
      let wanted = "1\n00:00:00,100 --> 00:00:00,500\nHello there\n2\n00:00:00,600 --> 00:00:00,900\nSecond\nline"
      #expect(text == wanted, "\(file)")
    }
    let part = try await capture("in.\(ending) --from 0.5 --speed 2 -o part.mkv")
    #expect(part.status == 0, "\(part.error)")
    #expect(try await words("part.mkv").contains("00:00:00,050 --> 00:00:00,200\nSecond"))
  }

  /// The captions of a file as SubRip, without empty lines and the font that FFmpeg adds to timed text.
  private func words(_ file: String) async throws -> String {
    var lines: [String] = []
    for line in try await ffmpeg("-i \(file) -map 0:s -copyts -f srt -").split(whereSeparator: \.isNewline) {
      var (text, isTag) = ("", false)
      for letter in line {
        if letter == "<" { isTag = true }
        if !isTag || line.contains("-->") { text.append(letter) }
        if letter == ">" { isTag = false }
      }
      lines.append(text)
    }
    return lines.joined(separator: "\n")
  }

  @Test(
    "A conversion that was killed before it copied the sound says so when it is recovered",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func lostSound() async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -pix_fmt yuv420p -c:a aac clip.mp4")
    let whole = try await workspace.capture(["clip.mp4", "-o", "a.mp4", "-q"], fault: .none)
    let rename = try #require(whole.calls.firstIndex { $0.name == "rename" && $0.file == "a.mp4" })
    try FileManager.default.removeItem(at: workspace.url("a.mp4"))
    _ = try await workspace.capture(["clip.mp4", "-o", "a.mp4", "-q"], fault: Fault(kind: "kill", at: rename + 1))
    let recovered = try await capture("recover a.partial.mp4")
    #expect(recovered.status == 0 && recovered.error.contains("25 frames saved"), "\(recovered.error)")
    #expect(recovered.error.contains("a.mp4 has no sound") && recovered.error.contains("Convert clip.mp4 again"))
    #expect(try await frames("a.mp4").count == 25)
  }

  @Test("Copied sound begins where it did, also where Matroska has no time for what a decoder throws away")
  func primedSound() async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i aevalsrc=0.5*sin(2*PI*440*t):s=48000:d=1 -pix_fmt yuv420p -c:a aac a.mp4"
    )
    try await ffmpeg("-i a.mp4 -c:v libvpx -c:a libopus o.webm")
    for (file, ending) in [("a.mp4", "mp4"), ("o.webm", "mkv"), ("o.webm", "webm")] {
      #expect(try await capture("\(file) -q -o out.\(ending)").status == 0)
      try await ffmpeg("-i \(file) -map 0:a -ac 1 -f s16le in.pcm")
      try await ffmpeg("-i out.\(ending) -map 0:a -ac 1 -f s16le out.pcm")
      let (before, after) = (
        try Data(contentsOf: workspace.url("in.pcm")), try Data(contentsOf: workspace.url("out.pcm"))
      )
      // The first 50 ms, sample for sample.
      #expect(after.count > 4800 && before.prefix(4800) == after.prefix(4800), "\(file) to \(ending)")
    }
  }

  @Test(
    "Sound that is copied into Matroska has every sample, at its time",
    arguments: [("aac", 1024), ("libmp3lame", 1105), ("ac3", 256)])
  func delayedSound(codec: String, delay: Int) async throws {
    guard try await ffmpeg("-hide_banner -encoders").contains(" \(codec) ") else { return }
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i aevalsrc=0.5*sin(2*PI*110*t):s=48000:d=1 -pix_fmt yuv420p -c:a \(codec) in.mp4"
    )
    #expect(try await capture("in.mp4 -q -o out.mkv").status == 0)
    try await ffmpeg("-i in.mp4 -map 0:a -ac 1 -f s16le in.pcm")
    try await ffmpeg("-i out.mkv -map 0:a -ac 1 -f s16le out.pcm")
    let (before, after) = (
      try Data(contentsOf: workspace.url("in.pcm")), try Data(contentsOf: workspace.url("out.pcm"))
    )
    // FFmpeg gives what a decoder throws away too, at times before 0.
    #expect(before.count > 90_000 && before.prefix(90_000) == after.dropFirst(2 * delay).prefix(90_000))
    let ffprobe = try #require(CaptureProcess.find("ffprobe"))
    let starts = try await CaptureProcess.run(
      executable: ffprobe, ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", "out.mkv"],
      in: workspace.folder)
    let times = String(decoding: starts.output, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
    try #require(times.count == 2)
    #expect(times[0] == 0 && abs(times[1] + Double(delay) / 48000) <= 0.001, "\(times)")
    // Encoded anew, it begins where it did, too.
    #expect(try await capture("out.mkv -q -o out.webm").status == 0)
    try await ffmpeg("-i out.webm -map 0:a -ac 1 -f s16le again.pcm")
    let again = try Data(contentsOf: workspace.url("again.pcm"))
    try #require(again.count > 90_000)
    func level(_ data: Data, _ sample: Int) -> Int {
      Int(Int16(truncatingIfNeeded: Int(data[2 * sample]) | Int(data[2 * sample + 1]) << 8))
    }
    // A millisecond, to which Matroska rounds, changes the wave by a third of its height at most.
    for sample in stride(from: 10_000, to: 40_000, by: 997) {
      #expect(abs(level(again, sample) - level(before, sample)) < 12_000, "sample \(sample)")
    }
  }

  // MARK: - Fields

  @Test("Interlaced pictures keep their samples and the order of their fields", arguments: ["tff", "bff"])
  func fields(order: String) async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -vf setfield=\(order),format=yuv420p -c:v ffv1 -flags +ildct in.mkv")
    let (wanted, hashes) = (try await fieldOrder("in.mkv"), try await frames("in.mkv").map(\.hash))
    #expect(wanted == ["1", order == "tff" ? "1" : "0"])
    for (file, options) in [("out.mkv", "--codec ffv1"), ("out.mp4", "--lossless"), ("h264.mkv", "--lossless")] {
      let result = try await capture("in.mkv \(options) -o \(file)")
      #expect(result.status == 0 && !result.error.contains("interlaced"), "\(result.error)")
      #expect(try await fieldOrder(file) == wanted, "\(file)")
      #expect(try await frames(file).map(\.hash) == hashes, "\(file)")
    }
    #expect(try await shell("$CAPTURE in.mkv -o - --format y4m > out.y4m").status == 0)
    #expect(try await fieldOrder("out.y4m") == wanted)
    let result = try await capture("in.mkv -o part.mp4 --width 32 -o out.gif")
    #expect(result.status == 0)
    #expect(
      result.error.contains(
        "in.mkv is interlaced (\(order == "tff" ? "top" : "bottom") field first); part.mp4, out.gif show both fields"),
      "\(result.error)")
  }

  /// Whether the pictures of a file are interlaced, and whether their top field comes first, if that is so of all.
  private func fieldOrder(_ file: String) async throws -> [String] {
    let lines = try await facts(file, "frame=interlaced_frame,top_field_first").split(separator: "\n").map(String.init)
    let pairs = stride(from: 0, to: lines.count - 1, by: 2).map { Array(lines[$0..<$0 + 2]) }
    return Set(pairs).count == 1 ? pairs[0] : []
  }

  @Test(
    "An unfinished film whose pictures are turned is not recovered into Matroska, which can't turn them",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func turnedPartial() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=1 -pix_fmt yuv420p a.mp4")
    try await ffmpeg("-i a.mp4 -c copy -metadata:s:v rotate=90 in.mp4")
    let whole = try await workspace.capture(["in.mp4", "-o", "b.mp4", "-q"], fault: .none)
    let rename = try #require(whole.calls.firstIndex { $0.name == "rename" && $0.file == "b.mp4" })
    try FileManager.default.removeItem(at: workspace.url("b.mp4"))
    _ = try await workspace.capture(["in.mp4", "-o", "b.mp4", "-q"], fault: Fault(kind: "kill", at: rename + 1))
    let refused = try await capture("recover b.partial.mp4 -o b.mkv")
    #expect(
      refused.status == 64 && refused.error.contains("can't say how to turn the pictures of this film: name a file"),
      "\(refused.error)")
    let files = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    #expect(!files.contains("b.mkv") && files.contains("b.partial.mp4"))
    #expect(try await capture("recover b.partial.mp4 -o b.mov").status == 0)
    #expect(try await display("b.mov").turn == display("in.mp4").turn)
  }

  @Test("Standard input that is the output's file is refused, and stays as it is")
  func sameFile() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=5:d=1 -pix_fmt yuv420p in.mkv")
    let before = try Data(contentsOf: workspace.url("in.mkv"))
    let result = try await shell("$CAPTURE - -o in.mkv < in.mkv")
    #expect(
      result.status == 64 && result.error.contains("standard input and -o are both the file in.mkv"), "\(result.error)")
    #expect(try Data(contentsOf: workspace.url("in.mkv")) == before)
  }

  @Test("The last picture of a variable rate is shown as long as before, whatever the others are", arguments: [1, 9])
  func lastPicture(frames: Int) async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=10:d=2 -vf select=lt(n\\,5)+gte(n\\,\(20-frames)) -fps_mode vfr -pix_fmt yuv420p in.mp4"
    )
    #expect(try await capture("in.mp4 -q -o out.mp4").status == 0)
    let length = try #require(Double(try await facts("out.mp4", "format=duration")))
    #expect(abs(length - 2) < 0.002)
  }

  // MARK: - Parts

  @Test("A part is read from the key frame before it, and has the pictures of the whole", arguments: ["mp4", "mkv"])
  func seeking(ending: String) async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=6 -pix_fmt yuv420p -x264-params open-gop=1:keyint=25:min-keyint=10:bframes=3 in.\(ending)"
    )
    let all = try await frames("in.\(ending)")
    for from in [1.5, 2, 3.97, 5.9] {
      #expect(try await capture("in.\(ending) --from \(from) --codec ffv1 -o out.mkv").status == 0)
      let first = try #require(all.lastIndex { $0.time - all[0].time <= from + 1e-6 })
      #expect(try await frames("out.mkv").map(\.hash) == all[first...].map(\.hash), "from \(from)")
    }
    // Nobody decodes what is damaged before it.
    var bytes = try Data(contentsOf: workspace.url("in.\(ending)"))
    let damage = bytes.count / 3
    bytes.replaceSubrange(damage..<damage + 400, with: Data(repeating: 0x55, count: 400))
    try bytes.write(to: workspace.url("bad.\(ending)"))
    let result = try await capture("bad.\(ending) --from 5 --codec ffv1 -o out.mkv")
    #expect(result.status == 0 && !result.error.contains("damaged"), "\(result.error)")
    #expect(try await frames("out.mkv").map(\.hash) == all.dropFirst(125).map(\.hash))
  }
}
