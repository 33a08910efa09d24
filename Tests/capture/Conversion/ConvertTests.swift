import Foundation
import ReelTestSupport
import Testing

/// Films of what others made: clips that FFmpeg writes, pictures, and frames through pipes.
@Suite("Converting", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct ConvertTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let vfr =
    "-f lavfi -i testsrc=s=160x120:r=30:d=2 -vf select='not(mod(n\\,3))+eq(mod(n\\,7)\\,1)' -fps_mode vfr -pix_fmt yuv420p"

  // MARK: - Times

  @Test(
    "A variable rate is kept, to the tick in MP4 and to the millisecond in Matroska", arguments: ["mp4", "mov", "mkv"])
  func variableRate(ending: String) async throws {
    try await ffmpeg(Self.vfr + " in.mp4")
    let result = try await capture("in.mp4 -o out.\(ending)")
    #expect(result.status == 0, "\(result.error)")
    let (before, after) = (try await frames("in.mp4"), try await frames("out.\(ending)"))
    #expect(before.count == after.count && before.count > 20)
    let tolerance = ending == "mkv" ? 0.0006 : 2e-6
    for (a, b) in zip(before, after) { #expect(abs(a.time - before[0].time - b.time) < tolerance) }
  }

  @Test("A movie that begins late or below 0 begins at 0", arguments: ["-0.5", "0.7"])
  func start(offset: String) async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=25:d=1 -pix_fmt yuv420p a.mp4")
    try await ffmpeg("-itsoffset \(offset) -i a.mp4 -c copy in.mp4")
    #expect(try await capture("in.mp4 -o out.mp4").status == 0)
    let (before, times) = (try await frames("in.mp4").map(\.time), try await frames("out.mp4").map(\.time))
    #expect(times.count == before.count && times.first == 0 && times.count > 10)
    for (a, b) in zip(before, times) { #expect(abs(a - before[0] - b) < 1e-5) }
  }

  @Test(
    "Movies of other containers and codecs keep their frames and times",
    arguments: [
      ("ogv", "libtheora"), ("flv", "flv"), ("wmv", "wmv2"), ("avi", "mjpeg"),
      ("ts", "mpeg2video"),
    ])
  func olderFormats(ending: String, codec: String) async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=25:d=1 -pix_fmt yuv420p -c:v \(codec) in.\(ending)")
    let result = try await capture("in.\(ending) -o out.mp4")
    #expect(result.status == 0, "\(result.error)")
    let (before, after) = (try await frames("in.\(ending)"), try await frames("out.mp4"))
    #expect(before.count == 25 && after.count == 25)
    // FLV and ASF count milliseconds.
    for (a, b) in zip(before, after) { #expect(abs(a.time - before[0].time - b.time) < 0.0011) }
  }

  @Test("Part of a movie at another speed has the times that follow from both")
  func partAndSpeed() async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=25:d=4 -pix_fmt yuv420p in.mp4")
    #expect(try await capture("in.mp4 --from 1 --to 3 --speed 2 -o out.mp4").status == 0)
    let (all, part) = (try await frames("in.mp4"), try await frames("out.mp4"))
    #expect(part.count == 50)
    #expect(part.indices.allSatisfy { abs(part[$0].time - Double($0) / 50) < 2e-6 })
    #expect(all.count == 100)
  }

  @Test("100 frames a second play as long in a GIF, which has 50")
  func fastGIF() async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=100:d=3 -pix_fmt yuv420p in.mp4")
    let result = try await capture("in.mp4 -o out.gif")
    #expect(result.status == 0 && result.error.contains("50 fps"), "\(result.error)")
    #expect(try await facts("out.gif", "format=duration").hasPrefix("3.0"))
  }

  @Test("A GIF that is converted to a GIF lasts as long, with its last picture")
  func lastPicture() async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=10:d=2 in.gif")
    #expect(try await capture("in.gif -o out.gif").status == 0)
    #expect(try await facts("out.gif", "format=duration") == facts("in.gif", "format=duration"))
  }

  @Test("A GIF that is many times as large as its movie is warned of, unless a limit is given")
  func grown() async throws {
    // What moves is stored once in a movie, and again in each picture of a GIF.
    let noise = "-f lavfi -i nullsrc=s=900x360:r=25:d=2,geq=random(1)*255:128:128,loop=-1:1"
    try await ffmpeg(noise + " -vf crop=640:360:4*n:0 -frames:v 50 -pix_fmt yuv420p in.mp4")
    let grown = try await capture("in.mp4 -q --quality 99 -o out.gif")
    #expect(grown.status == 0)
    #expect(grown.error.contains("capture: warning: out.gif is "), "\(grown.error)")
    #expect(grown.error.contains("times as large as in.mp4: add --max-bytes 10MB"), "\(grown.error)")
    let small = try await capture("in.mp4 -q --to 0.2 -o out.gif")
    #expect(small.status == 0 && small.error.isEmpty, "\(small.error)")
  }

  // MARK: - Samples

  @Test("Samples of 4:2:0 pass through untouched, and 10 bits stay where the codec has them")
  func passthrough() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=160x120:r=25:d=1 -pix_fmt yuv420p in.mp4")
    #expect(try await capture("in.mp4 --codec ffv1 -o out.mkv").status == 0)
    #expect(try await frames("in.mp4").map(\.hash) == frames("out.mkv").map(\.hash))
    #expect(try await capture("in.mp4 --codec ffv1 --crop 80x60+10+20 -o crop.mkv").status == 0)
    #expect(try await facts("crop.mkv", "stream=width,height") == "80\n60")
    try await ffmpeg("-i in.mp4 -pix_fmt yuv420p10le -c:v ffv1 ten.mkv")
    #expect(try await capture("ten.mkv --codec vp9 --lossless -o ten.webm").status == 0)
    #expect(try await frames("ten.mkv").map(\.hash) == frames("ten.webm").map(\.hash))
  }

  @Test("A movie without tags is tagged as players show it", arguments: [(120, "smpte170m"), (720, "bt709")])
  func untagged(height: Int, matrix: String) async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x\(height):r=5:d=1 -pix_fmt yuv420p in.mp4")
    #expect(try await capture("in.mp4 -o out.mp4").status == 0)
    #expect(try await facts("out.mp4", "stream=color_space") == matrix)
  }

  @Test("Turned movies are upright, and pixels become square")
  func geometry() async throws {
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=5:d=1 -pix_fmt yuv420p a.mp4")
    try await ffmpeg("-i a.mp4 -c copy -metadata:s:v rotate=90 turned.mp4")
    try await ffmpeg("-f lavfi -i testsrc=s=160x120:r=5:d=1 -vf setsar=2 -pix_fmt yuv420p wide.mp4")
    #expect(try await capture("turned.mp4 -o a.gif").status == 0)
    #expect(try await facts("a.gif", "stream=width,height") == "120\n160")
    #expect(try await capture("wide.mp4 -o b.gif").status == 0)
    #expect(try await facts("b.gif", "stream=width,height") == "320\n120")
    #expect(try await capture("a.mp4 --rotate 90 --width 60 -o c.mp4").status == 0)
    #expect(try await facts("c.mp4", "stream=width,height") == "60\n80")
  }

  @Test("256 colours that come one after another stay 256")
  func palette() async throws {
    var bytes = Data()
    for level in 0..<256 {
      for _ in 0..<16 * 16 { bytes.append(contentsOf: [UInt8(level), 0, 0]) }
    }
    try bytes.write(to: workspace.url("in.raw"))
    #expect(try await shell("$CAPTURE - --raw rgb24:16x16 --frames 256 -o out.apng -o out.gif -q < in.raw").status == 0)
    #expect(Set(try await frames("out.apng").map(\.hash)).count == 256)
    // A palette beside the colour of unchanged pixels has 255 colours, so two frames look alike.
    #expect(try await frames("out.gif").count == 256)
    #expect(Set(try await frames("out.gif").map(\.hash)).count == 255)
  }

  // MARK: - Sound

  @Test("Sound is copied where the container takes it, encoded where not, and its absence is said")
  func sound() async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc=s=160x120:r=25:d=1 -f lavfi -i sine=d=1:r=48000 -ac 6 -pix_fmt yuv420p -c:a aac in.mp4")
    let result = try await capture("in.mp4 -o out.mp4 -o out.mkv -o out.webm -o out.gif")
    #expect(result.status == 0 && result.error.contains("no sound in out.gif"), "\(result.error)")
    func packets(_ file: String) async throws -> [Substring] {
      try await ffmpeg("-i \(file) -map 0:a -c copy -f framemd5 -").split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
    }
    let original = try await packets("in.mp4")
    #expect(try await packets("out.mp4") == original)
    #expect(try await packets("out.mkv").suffix(40) == original.suffix(40))
    #expect(try await packets("out.webm").count > 40)
  }

  // MARK: - Pictures

  @Test("Files, folders and patterns of pictures are frames in the order in which people count")
  func pictures() async throws {
    try FileManager.default.createDirectory(at: workspace.url("shots"), withIntermediateDirectories: true)
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=10:d=1.2 shots/a%d.png")
    for input in ["shots/", "shots/a%d.png", "$(ls shots/*.png)"] {
      let result = try await shell("$CAPTURE \(input) --input-fps 10 --codec ffv1 --pixel-format bgra -q -o out.mkv")
      #expect(result.status == 0, "\(result.error)")
      let ordered = try await ffmpeg("-framerate 10 -i shots/a%d.png -pix_fmt bgra -f framemd5 -")
      let hashes = ordered.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last
      }
      #expect(try await frames("out.mkv").map { " " + $0.hash } == hashes.map(String.init), "\(input)")
      try FileManager.default.removeItem(at: workspace.url("out.mkv"))
    }
  }

  @Test("A picture of another size is an error that names it, and nothing is made")
  func otherSize() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48 -frames:v 1 a1.png")
    try await ffmpeg("-f lavfi -i testsrc2=s=62x48 -frames:v 1 a2.png")
    let result = try await capture("a1.png a2.png -o out.mp4")
    #expect(result.status == 65 && result.error.contains("a2.png: frame 1 is 62x48"), "\(result.error)")
    #expect(try workspace.files == ["a1.png", "a2.png"])
  }

  @Test("A TIFF that states its orientation is read, as most cameras and programs write it")
  func orientedTIFF() async throws {
    // TIFF 6.0, section 2: the entries are tag, type (3 is SHORT, 4 is LONG), count and value.
    let (side, start) = (UInt32(32), UInt32(8 + 2 + 10 * 12 + 4))
    let entries: [(tag: UInt16, type: UInt16, value: UInt32)] = [
      (256, 3, side), (257, 3, side), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, start), (274, 3, 1), (277, 3, 1),
      (278, 3, side), (279, 4, side * side),
    ]
    var bytes = Data("II".utf8)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(UInt16(42))
    append(UInt32(8))
    append(UInt16(entries.count))
    for entry in entries {
      append(entry.tag)
      append(entry.type)
      append(UInt32(1))
      append(entry.value)
    }
    append(UInt32(0))
    bytes.append(Data((0..<side * side).map { UInt8($0 % 251) }))
    try bytes.write(to: workspace.url("in.tiff"))
    let result = try await capture("in.tiff -q --quality 100 -o out.apng")
    #expect(result.status == 0, "\(result.error)")
    try await ffmpeg("-i out.apng -frames:v 1 -pix_fmt gray -f rawvideo out.gray")
    #expect(try Data(contentsOf: workspace.url("out.gray")) == bytes.suffix(Int(side * side)))
  }

  @Test("An animated WebP keeps its pictures and their times, from a file and through a pipe")
  func animatedWebP() async throws {
    let source = "-f lavfi -i testsrc2=s=64x48:r=10:d=1.2 -pix_fmt bgra"
    try await ffmpeg("\(source) -c:v libwebp_anim -lossless 1 -loop 0 in.webp")
    for input in ["in.webp", "- < in.webp"] {
      let result = try await shell("$CAPTURE \(input) -q --codec ffv1 --pixel-format bgra -o out.mkv")
      #expect(result.status == 0, "\(result.error)")
      let film = try await frames("out.mkv")
      #expect(film.map(\.time) == (0..<12).map { Double($0) / 10 })
      let expected = try await ffmpeg("\(source) -f framemd5 -")
      let hashes = expected.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last
      }
      #expect(film.map { " " + $0.hash } == hashes.map(String.init))
      try FileManager.default.removeItem(at: workspace.url("out.mkv"))
    }
    let whole = try Data(contentsOf: workspace.url("in.webp"))
    try whole.prefix(whole.count / 2).write(to: workspace.url("cut.webp"))
    // The height, minus one, is in the 24 bits from byte 27 on.
    var tall = whole
    tall.replaceSubrange(27..<30, with: [0xFF, 0xFF, 0xFF])
    try tall.write(to: workspace.url("tall.webp"))
    let refused = try await capture("tall.webp -o tall.mp4")
    #expect(refused.status == 65 && refused.error.contains("64x16777216"), "\(refused.error)")
    let cut = try await capture("cut.webp -o cut.mp4")
    #expect(cut.status == 65 && cut.error.contains("damaged or incomplete"), "\(cut.error)")
  }

  // MARK: - Standard input

  @Test("Portable pixmaps are read from a pipe, whether their header has one line or several", arguments: ["\n", " "])
  func pixmaps(separator: String) async throws {
    let pixels = Data((0..<3 * 16 * 16).map { UInt8($0 % 251) })
    var bytes = Data()
    let header = Data("P6\(separator)16 16\(separator)255\n".utf8)
    for _ in 0..<3 { bytes += header + pixels }
    try bytes.write(to: workspace.url("in.bin"))
    let result = try await shell("$CAPTURE - --codec ffv1 --pixel-format bgra -q -o a.mkv < in.bin")
    #expect(result.status == 0, "\(result.error)")
    try await ffmpeg("-i a.mkv -pix_fmt rgb24 -f rawvideo a.rgb")
    #expect(try Data(contentsOf: workspace.url("a.rgb")) == pixels + pixels + pixels)
  }

  @Test("A stream that a shell passes as /dev/fd/3 is read; a named pipe is refused with the command that reads it")
  func inherited() async throws {
    try Data(repeating: 9, count: 3 * 16 * 16 * 4).write(to: workspace.url("in.raw"))
    let result = try await shell("$CAPTURE /dev/fd/3 --raw rgb24:16x16 --codec ffv1 -q -o a.mkv 3< in.raw")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await frames("a.mkv").count == 4)
    let refused = try await shell("mkfifo frames && $CAPTURE frames -o b.mkv")
    #expect(refused.status == 65 && refused.error.contains("run capture - < frames"), "\(refused.error)")
  }

  @Test(
    "Standard input may be YUV4MPEG2, pictures one after another, or a stream",
    arguments: [
      "yuv4mpegpipe", "image2pipe -c:v png", "image2pipe -c:v ppm", "image2pipe -c:v mjpeg", "image2pipe -c:v pam",
      "nut", "matroska",
    ])
  func pipes(format: String) async throws {
    let result = try await shell(
      "ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -f \(format) - | $CAPTURE - -q -o out.mp4")
    #expect(result.status == 0, "\(format): \(result.error)")
    #expect(try await frames("out.mp4").count == 25, "\(format)")
  }

  @Test("Raw frames of odd sizes are padded by their last row and column, and never resized")
  func oddRaw() async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=10:d=0.5 -vf scale=71:45 -pix_fmt rgb24 -f rawvideo in.raw")
    let result = try await shell("$CAPTURE - --raw rgb24:71x45 -q -o out.mp4 < in.raw")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await facts("out.mp4", "stream=width,height") == "72\n46")
    #expect(try await shell("$CAPTURE - --raw rgb24:71x45 -q -o out.gif < in.raw").status == 0)
    #expect(try await facts("out.gif", "stream=width,height") == "71\n45")
  }

  @Test(
    "A stream that ends in the middle of a frame is an error that names it; what came before is kept when asked",
    arguments: ["yuv4mpegpipe", "image2pipe -c:v png", "rawvideo -pix_fmt bgra"])
  func cut(format: String) async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f \(format) all.bin")
    let bytes = try Data(contentsOf: workspace.url("all.bin"))
    try bytes.dropLast(40).write(to: workspace.url("cut.bin"))
    let raw = format.hasPrefix("raw") ? "--raw bgra:64x48" : ""
    let failed = try await shell("$CAPTURE - \(raw) -o out.mp4 < cut.bin")
    #expect(failed.status == 65 && failed.error.contains("frame 24"), "\(failed.status) \(failed.error)")
    #expect(try workspace.files == ["all.bin", "cut.bin"])
    let kept = try await shell("$CAPTURE - \(raw) --keep-damaged -o out.mp4 < cut.bin")
    #expect(kept.status == 65 && kept.error.contains("frame 24"), "\(kept.error)")
    #expect(try await frames("out.mp4").count == 24)
  }

  @Test("Fewer raw frames than were promised are an error")
  func promised() async throws {
    try Data(count: 64 * 48 * 3 * 4).write(to: workspace.url("in.raw"))
    let result = try await shell("$CAPTURE - --raw rgb24:64x48 --frames 5 -o out.mp4 < in.raw")
    #expect(result.status == 65 && result.error.contains("frame 4"), "\(result.error)")
  }

  @Test("Rows with padding are read by their stride")
  func stride() async throws {
    try await ffmpeg(
      "-f lavfi -i color=red:s=40x32:r=5:d=1 -vf format=bgra,pad=48:32:0:0:white -pix_fmt bgra -f rawvideo in.raw")
    let result = try await shell(
      "$CAPTURE - --raw bgra:40x32 --stride 192 -q --codec ffv1 --pixel-format bgra -o out.mkv < in.raw")
    #expect(result.status == 0, "\(result.error)")
    let pixels = try await shell(
      "ffmpeg -v error -i out.mkv -pix_fmt rgb24 -f rawvideo - | od -v -An -tu1 -w3 | sort -u | wc -l")
    #expect(String(decoding: pixels.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) == "1")
  }

  @Test("Live frames become a film")
  func live() async throws {
    let result = try await shell(
      "head -c 92160 /dev/zero | $CAPTURE - --raw rgb24:64x48 --realtime --input-fps 20 --json -o out.mp4")
    #expect(result.status == 0, "\(result.error)")
    let object = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(try #require(object["frames"] as? Int) >= 1)
  }

  // MARK: - Words

  @Test(
    "What can't be converted is said in a sentence, with its code",
    arguments: [
      ("nothere.mp4 -o a.gif", 66, "nothere.mp4: no such file"), ("convert nothere -o a.gif", 66, "nothere: no such"),
      ("note.txt -o a.gif", 65, "note.txt is text"),
      ("convert note.txt -o a.gif", 65, "note.txt is text; capture converts movies"),
      ("convert junk.dat -o a.gif", 65, "junk.dat is binary data"),
      ("empty/ -o a.gif", 65, "empty/ is a folder without pictures"),
      ("a.mp4 b.mp4 -o c.mp4", 64, "one movie at a time"), ("a.mp4 -o a.mp4", 64, "a.mp4"),
      ("a.mp4", 64, "a.mp4 is a movie; to convert it, add an output: capture a.mp4 -o a.gif"),
      ("empty/", 64, "to film its pictures, add an output"), ("a.mp4 --from 9 -o b.gif", 64, "before the end of a.mp4"),
      ("a.mp4 --crop 900x900 -o b.gif", 64, "a part of the picture, which is 64x48"),
      ("a.mp4 --raw bgra:64x48 -o b.gif", 64, "--raw is for standard input"),
      ("a.mp4 --realtime -o b.gif", 64, "--realtime is for standard input"),
      ("cut.mp4 -o b.gif", 65, "cut.mp4 can't be read as pictures"),
    ] as [(String, Int32, String)])
  func wrong(line: String, status: Int32, says: String) async throws {
    try await ffmpeg("-f lavfi -i testsrc2=s=64x48:r=5:d=1 -pix_fmt yuv420p a.mp4")
    try FileManager.default.copyItem(at: workspace.url("a.mp4"), to: workspace.url("b.mp4"))
    try Data(contentsOf: workspace.url("a.mp4")).prefix(2000).write(to: workspace.url("cut.mp4"))
    try Data("some words\n".utf8).write(to: workspace.url("note.txt"))
    try Data([0, 1, 2, 0xFF, 0x1B, 0x5B]).write(to: workspace.url("junk.dat"))
    try FileManager.default.createDirectory(at: workspace.url("empty"), withIntermediateDirectories: true)
    let files = try workspace.files
    let result = try await capture(line)
    #expect(result.status == status && result.error.contains(says), "\(line): \(result.status) \(result.error)")
    #expect(result.errorLines.count == 1, "\(result.error)")
    #expect(try workspace.files == files, "\(line)")
  }

  @Test("Nothing, or a text, on standard input is an error that says so")
  func wrongStreams() async throws {
    let empty = try await shell("$CAPTURE - -o a.mp4 < /dev/null")
    #expect(empty.status == 65 && empty.error.contains("standard input is empty"), "\(empty.error)")
    let text = try await shell("echo hello | $CAPTURE - -o a.mp4")
    #expect(text.status == 65 && text.error.contains("standard input is text"), "\(text.error)")
    let limited = try await shell("head -c 9216 /dev/zero | $CAPTURE - --raw rgb24:64x48 --max-bytes 1MB -o a.mp4")
    #expect(limited.status == 64 && limited.error.contains("how long the film is"), "\(limited.error)")
  }
}
