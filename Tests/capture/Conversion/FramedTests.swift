import Foundation
import ReelTestSupport
import Testing

/// Films of the framed protocol, as a program writes it into a pipe.
@Suite("The framed protocol", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct FramedTests {
  private static let size = (width: 64, height: 48)

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A stream of whole pictures and rectangles, and the same as raw frames at 20 a second.
  private struct Sample {
    var raw = Data()
    var whole: Data
    var parts: Data
    /// Where each line begins in `parts`.
    var lines: [Int] = []

    init(frames: Int = 40, end: String = "{\"end\": true}\n") {
      func line(_ text: String) -> Data { Data((text + "\n").utf8) }
      let (width, height) = FramedTests.size
      let head = "{\"reel\": 1, \"width\": \(width), \"height\": \(height), \"format\": \"rgb24\", \"fps\": 20}"
      (whole, parts) = (line(head), line(head))
      var pixels = [UInt8](repeating: 90, count: width * height * 3)
      for number in 0..<frames {
        lines.append(parts.count)
        let (x, y) = (number % (width - 8), number % (height - 6))
        // Every third frame changes nothing.
        let rects = number % 3 == 1 ? [] : [[x, y, 8, 6], [0, 0, 3, 2]]
        for rect in rects {
          for row in rect[1]..<rect[1] + rect[3] {
            for byte in (row * width + rect[0]) * 3..<(row * width + rect[0] + rect[2]) * 3 {
              pixels[byte] = UInt8(truncatingIfNeeded: byte &* 31 &+ number * 7)
            }
          }
        }
        var extra = number == 0 ? ", \"chapter\": \"First\"" : number == 21 ? ", \"chapter\": \"Second “part”\"" : ""
        if number == 10 { extra += ", \"caption\": \"Look <here>\"" }
        if number == 30 { extra += ", \"caption\": \"\"" }
        raw += pixels
        whole += line("{\"n\": \(number)\(extra)}") + pixels
        if number == 0 {
          parts += line("{\"n\": 0\(extra)}") + pixels
        } else {
          parts += line("{\"n\": \(number)\(extra), \"rects\": \(rects)}")
          for rect in rects {
            for row in rect[1]..<rect[1] + rect[3] {
              parts += pixels[(row * width + rect[0]) * 3..<(row * width + rect[0] + rect[2]) * 3]
            }
          }
        }
      }
      whole += Data(end.utf8)
      parts += Data(end.utf8)
    }
  }

  private func shell(_ line: String) async throws -> CaptureProcess {
    try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: workspace.folder,
      environment: ["CAPTURE": CaptureProcess.executable.path])
  }

  private func lines(_ command: String) async throws -> [String] {
    let result = try await shell(command)
    try #require(result.status == 0, "\(command): \(result.error)")
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func hashes(_ file: String) async throws -> [String] {
    try await lines(
      "ffmpeg -v error -i \(file) -map 0:v -f framemd5 -fps_mode passthrough - | grep -v '^#' | sed 's/.*, *//'")
  }

  private func times(_ file: String) async throws -> [Double] {
    try await lines("ffprobe -v error -select_streams v -show_entries frame=pts_time -of csv=p=0 \(file)")
      .compactMap { Double($0.filter { $0 != "," }) }
  }

  private func write(_ data: Data, _ name: String) throws { try data.write(to: workspace.url(name)) }

  // MARK: - Films

  @Test("Raw frames, whole frames and rectangles give the same pictures at the same times")
  func equality() async throws {
    let sample = Sample()
    try write(sample.raw, "in.raw")
    try write(sample.whole, "whole.reel")
    try write(sample.parts, "parts.reel")
    for line in [
      "- --raw rgb24:64x48 --input-fps 20 -o raw.mkv < in.raw", "- -o whole.mkv < whole.reel",
      "- -o parts.mkv < parts.reel",
      "convert parts.reel -o file.mkv", "- --fps 20 -o steady.mkv < parts.reel",
    ] {
      let result = try await shell(
        "$CAPTURE \(line) -q --codec ffv1 --pixel-format bgra")
      #expect(result.status == 0, "\(line): \(result.error)")
    }
    let raw = try await hashes("raw.mkv")
    #expect(raw.count == 40)
    for name in ["whole.mkv", "parts.mkv", "file.mkv", "steady.mkv"] {
      #expect(try await hashes(name) == raw, "\(name)")
      #expect(try await times(name) == times("raw.mkv"), "\(name)")
    }
  }

  @Test("Times are kept, to the microsecond in MP4", arguments: ["mp4", "mov", "mkv"])
  func ownTimes(ending: String) async throws {
    let times = [100.25, 100.250001, 101, 101.333333, 104.5]
    var text = Data("{\"reel\": 1, \"width\": 32, \"height\": 32, \"format\": \"gray\"}\n".utf8)
    for (number, time) in times.enumerated() {
      text += Data("{\"t\": \(time)}\n".utf8) + Data(repeating: UInt8(40 * number), count: 1024)
    }
    text += Data("{\"end\": true, \"t\": 105}\n".utf8)
    try write(text, "in.reel")
    #expect(try await shell("$CAPTURE - -q -o out.\(ending) < in.reel").status == 0)
    let read = try await self.times("out.\(ending)")
    #expect(read.count == 5)
    for (a, b) in zip(read, times) { #expect(abs(a - (b - times[0])) < (ending == "mkv" ? 0.00101 : 5e-7)) }
    let length = try await lines("ffprobe -v error -show_entries format=duration -of csv=p=0 out.\(ending)")
    #expect(abs((length.first.flatMap { Double($0) } ?? 0) - 4.75) < 0.0011)
  }

  @Test("Chapters and captions that come with frames are in the film", arguments: ["mp4", "mkv", "webm"])
  func tracks(ending: String) async throws {
    try write(Sample().parts, "in.reel")
    let result = try await shell("$CAPTURE - -q -o out.\(ending) -o out.vtt < in.reel")
    #expect(result.status == 0, "\(result.error)")
    let chapters = try await lines("ffprobe -v error -show_chapters -of csv=p=0 out.\(ending) | cut -d, -f4,7-")
    #expect(
      chapters.map { $0.replacing("\"\"", with: "\"") }.map { $0.filter { $0 != "\"" } } == [
        "0.000000,First", "1.050000,Second “part”",
      ])
    let cues = try await lines("ffmpeg -v error -i out.\(ending) -map 0:s -f webvtt -")
    for file in [cues, try await lines("cat out.vtt")] {
      #expect(
        file.filter { !$0.isEmpty }.count == 3 && file.contains { $0.contains("00.500 --> ") && $0.contains("01.500") },
        "\(file)")
    }
  }

  @Test("Live frames are shown when they come, whatever their times are")
  func live() async throws {
    try write(Sample(frames: 5).parts, "in.reel")
    let result = try await shell("$CAPTURE - --realtime --input-fps 20 --json -o out.mp4 < in.reel")
    #expect(result.status == 0, "\(result.error)")
    let object = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(try #require(object["frames"] as? Int) >= 1)
  }

  // MARK: - Damage

  @Test("A writer that died leaves an unfinished film with all that came, which recover finishes with its chapters")
  func died() async throws {
    let sample = Sample()
    // In the middle of frame 35.
    try write(sample.parts.prefix(sample.lines[35] + 50), "in.reel")
    try write(Sample(frames: 35).whole, "whole.reel")
    #expect(try await shell("$CAPTURE - -q -o whole.mp4 < whole.reel").status == 0)
    let failed = try await shell("sh -c 'cat in.reel; kill -9 $$' | $CAPTURE - -o out.mp4")
    #expect(failed.status == 65, "\(failed.error)")
    for words in [
      "standard input stopped after 35 frames", "the program that writes it died", "capture recover out.partial.mp4",
    ] {
      #expect(failed.error.contains(words), "\(failed.error)")
    }
    #expect(try workspace.files == ["in.reel", "out.partial.mp4", "whole.mp4", "whole.reel"])
    let recovered = try await shell("$CAPTURE recover out.partial.mp4")
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(try workspace.files == ["in.reel", "out.mp4", "whole.mp4", "whole.reel"])
    #expect(try await hashes("out.mp4") == hashes("whole.mp4"))
    #expect(try await times("out.mp4") == times("whole.mp4"))
    let chapters = try await lines("ffprobe -v error -show_chapters -of csv=p=0 out.mp4 | cut -d, -f4,6-")
    #expect(chapters.count == 2 && chapters.last?.hasPrefix("1.050000") == true, "\(chapters)")
    #expect(try await lines("ffmpeg -v error -i out.mp4 -map 0:s -f webvtt -").contains { $0.contains("Look") })
  }

  @Test("Times that vary survive a writer that died")
  func diedVariable() async throws {
    var text = Data("{\"reel\": 1, \"width\": 32, \"height\": 32, \"format\": \"gray\"}\n".utf8)
    let times = [0, 0.04, 0.5, 0.7, 3.125, 3.126, 3.6, 5.000001]
    for (number, time) in times.enumerated() {
      text += Data("{\"t\": \(time)}\n".utf8) + Data(repeating: UInt8(30 * number), count: 1024)
    }
    try write(text, "in.reel")
    #expect(try await shell("$CAPTURE - -q -o out.mp4 -o out.mkv < in.reel").status == 65)
    #expect(try await shell("$CAPTURE recover out.partial.mp4").status == 0)
    #expect(try await self.times("out.mp4").elementsEqual(times) { abs($0 - $1) < 5e-7 })
    #expect(try await shell("$CAPTURE recover out.mkv.partial.mp4").status == 0)
    #expect(try await self.times("out.mkv").elementsEqual(times) { abs($0 - $1) < 1.01e-3 })
  }

  @Test("With --keep-damaged the film of what came is kept, and nothing is left to recover", arguments: ["mp4", "gif"])
  func keepDamaged(ending: String) async throws {
    let sample = Sample()
    try write(sample.parts.prefix(sample.lines[35]), "in.reel")
    let result = try await shell("$CAPTURE - --keep-damaged -o out.\(ending) < in.reel")
    #expect(result.status == 65 && result.error.contains("stopped after 35 frames"), "\(result.error)")
    #expect(!result.error.contains("recover"), "\(result.error)")
    #expect(try workspace.files == ["in.reel", "out.\(ending)"])
    if ending == "mp4" { #expect(try await hashes("out.mp4").count == 35) }
  }

  @Test("What a stream does wrong is said with the number of its frame, and nothing is made")
  func wrong() async throws {
    let text = "{\"reel\":1,\"width\":640,\"height\":360,\"format\":\"gray\"}\n{\"t\":0}\n"
    try write(
      Data(text.utf8) + Data(count: 640 * 360) + Data("{\"t\":1,\"rects\":[[600,0,100,10]]}\n".utf8)
        + Data(count: 1000),
      "in.reel")
    let result = try await shell("$CAPTURE - -o out.mp4 < in.reel")
    #expect(result.status == 65, "\(result.error)")
    #expect(result.error.contains("standard input, frame 1: the rectangle 600,0 100x10 is outside 640x360"))
    #expect(try workspace.files == ["in.reel"])
    let kept = try await shell("$CAPTURE - --keep-damaged -o out.mp4 < in.reel")
    #expect(kept.status == 65 && kept.error.contains("frame 1: the rectangle"), "\(kept.error)")
    #expect(try await hashes("out.mp4").count == 1)
  }

  @Test(
    "A stream without frames, and one whose first line is wrong, are refused before anything is made",
    arguments: [
      (#"{"reel":1,"width":64,"height":48,"format":"gray"}\n{"end":true}\n"#, "sent no frame"),
      (#"{"reel":1,"width":64,"height":48,"format":"gray"}\n"#, "stopped after 0 frames"),
      (#"{"reel":9,"width":64,"height":48,"format":"gray"}\n"#, "version 9 of the protocol"),
      (#"{"reel":1,"width":64,"height":48,"format":"nv12"}\n"#, "the format \"nv12\" is not gray"),
    ])
  func refused(text: String, says: String) async throws {
    let result = try await shell("printf '\(text)' | $CAPTURE - -o out.mp4")
    #expect(result.status == 65 && result.error.contains(says) && result.errorLines.count == 1, "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }
}
