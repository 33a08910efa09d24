import ReelCanvas
import ReelConversion
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTestSupport
import ReelTiming
import ReelVideo
import Testing

@Suite("Reading the framed protocol") struct FramedFeedTests {
  private let black = [UInt8](repeating: 0, count: 12)

  // MARK: - Times

  @Test("Times are exact to the microsecond, and count from the first frame")
  func seconds() throws {
    var text = FramedText(4, 3)
    var random = Seeded(seed: 3)
    var times = [1_700_000_000_000_000]
    for _ in 0..<200 { times.append(times[times.count - 1] + .random(in: 1...3_000_000, using: &random)) }
    for time in times {
      text = text.line(#"{"t": \#(time / 1_000_000).\#("\(1_000_000 + time % 1_000_000)".dropFirst())}"#, black)
    }
    let (frames, failure) = read(text.ended.bytes)
    #expect(failure == nil && frames.count == 201)
    #expect(frames.map(\.span.pts) == times.map { $0 - times[0] })
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(frame.span.pts + frame.span.duration == next.span.pts)
    }
  }

  @Test("Frame numbers are ticks of the rate", arguments: ["25", "\"30000/1001\"", "29.97", "1000", "0.001"])
  func numbers(rate: String) throws {
    var text = FramedText(4, 3, "gray", #", "fps": \#(rate)"#)
    for number in [7, 8, 9, 15] { text = text.line(#"{"n": \#(number)}"#, black) }
    let feed = try FramedFeed(ByteStream(text.ended.bytes), name: "in", frameRate: 25)
    let expected = try FrameRate(parsing: rate.filter { $0 != "\"" })
    #expect(feed.facts.frameRate == expected && feed.facts.clock == TimeBase(expected) && feed.facts.isConstant)
    let (frames, _) = read(text.ended.bytes)
    if expected.framesPerSecond > 1 { #expect(frames.map(\.span.pts) == [0, 1, 2, 8]) }
    #expect(frames.last.map { $0.span.pts + $0.span.duration } == 14)
  }

  @Test(
    "The last frame is shown until the end, or as long as the one before",
    arguments: [
      (#"{"end": true}"#, 3_000_000), (#"{"end": true, "t": 2.25}"#, 1_750_000),
      (#"{"t": 2.25, "end":true }"#, 1_750_000),
    ])
  func end(line: String, expected: Int) {
    let (frames, failure) = read(
      FramedText(4, 3).line(#"{"t": 0.5}"#, black).line(#"{"t": 2}"#, black).line(line).line("junk").bytes)
    #expect(failure == nil)
    #expect(
      frames.map(\.span) == [.init(pts: 0, duration: 1_500_000), .init(pts: 1_500_000, duration: expected - 1_500_000)])
  }

  @Test("A single frame is shown for a tick of the rate")
  func single() {
    #expect(read(FramedText(4, 3).line(#"{"t": 0}"#, black).ended.bytes).frames.first?.span.duration == 40_000)
    let text = FramedText(4, 3, "gray", #", "fps": 5"#)
    #expect(read(text.line(#"{"t": 0}"#, black).ended.bytes).frames.first?.span.duration == 200_000)
    #expect(read(text.line(#"{"n": 9}"#, black).ended.bytes).frames.first?.span.duration == 1)
  }

  @Test("A frame that is shown for hours is given again, unchanged, as containers count its length in 32 bits")
  func longStill() {
    let (frames, failure) = read(
      FramedText(4, 3).line(#"{"t": 0}"#, black).line(#"{"t": 7200.5, "rects": []}"#).ended.bytes)
    #expect(failure == nil)
    #expect(frames.reduce(0) { $0 + $1.span.duration } == 14_401_000_000)
    #expect(frames.allSatisfy { $0.span.duration <= 1_000_000_000 })
    #expect(frames.dropFirst().allSatisfy { $0.changed.isEmpty })
  }

  // MARK: - Damage

  @Test("A stream that was cut at any byte gives its whole frames, and an error unless it had ended")
  func cuts() {
    let marks: [(FramedText) -> FramedText] = [
      { $0.line(#"{"t": 0, "chapter": "a"}"#, (0..<36).map { UInt8($0) }) },
      { $0.line(#"{"t": 0.5, "rects": [[1, 1, 2, 2], [0, 0, 1, 1]]}"#, (0..<15).map { UInt8($0) }) },
      { $0.line(#"{"t": 1.5, "rects": []}"#) }, { $0.line(#"{"t": 2}"#, (0..<36).map { UInt8($0) }) },
    ]
    var text = FramedText(4, 3, "rgb24")
    var ends: [Int] = []
    for mark in marks {
      text = mark(text)
      ends.append(text.bytes.count)
    }
    let all = text.ended.bytes
    let whole = read(all).frames
    #expect(whole.count == 4)
    for length in 0..<all.count {
      let (frames, failure) = read(Array(all.prefix(length)))
      // A line of JSON is whole without its end.
      if length == all.count - 1 {
        #expect(failure == nil && frames == whole)
        continue
      }
      let count = ends.count { $0 <= length }
      #expect(frames.map(\.picture) == whole.prefix(count).map(\.picture), "\(length)")
      let isExpected =
        length == 0
        ? failure as? FeedError == .empty(name: "in")
        : failure as? SourceStopped == SourceStopped(name: "in", frameCount: count)
      #expect(isExpected, "\(length): \(String(describing: failure))")
    }
  }

  @Test("A stream whose bytes were changed anywhere is frames or an error of one line, and nothing else")
  func changes() {
    let text = FramedText(4, 3, "rgba", #", "fps": 5"#).line(#"{"n": 0, "caption": "é"}"#, (0..<48).map { UInt8($0) })
      .line(#"{"n": 4, "rects": [[1, 1, 2, 2]]}"#, (0..<16).map { UInt8($0) }).ended.bytes
    for position in text.indices {
      for byte in [0, 10, 34, 45, 48, 57, 91, 93, 101, 123, 125, 128, 255] as [UInt8] {
        var bytes = text
        bytes[position] = byte
        let (frames, failure) = read(bytes)
        #expect(frames.count <= 2)
        if let failure { #expect(!"\(failure)".contains("\n"), "\(failure)") }
      }
    }
  }

  @Test(
    "A first line that describes no stream is refused",
    arguments: [
      (#"{"reel": 2, "width": 4, "height": 3, "format": "gray"}"#, "version 2 of the protocol"),
      (#"{"reel": 1e300, "width": 4, "height": 3, "format": "gray"}"#, "version 1e+300"),
      (#"{"reel": "1", "width": 4, "height": 3, "format": "gray"}"#, "\"reel\" is not a number"),
      (
        #"{"reel": 1, "width": 0, "height": 3, "format": "gray"}"#,
        "\"width\" is 0, and not a whole number from 1 to 16384"
      ),
      (#"{"reel": 1, "width": 4, "height": 16385, "format": "gray"}"#, "\"height\" is 16385"),
      (
        #"{"reel": 1, "width": 9223372036854775808, "height": 3, "format": "gray"}"#,
        "\"width\" is 9.223372036854776e+18"
      ),
      (#"{"reel": 1, "width": -4, "height": 3, "format": "gray"}"#, "\"width\" is -4"),
      (#"{"reel": 1, "width": 4.5, "height": 3, "format": "gray"}"#, "\"width\" is 4.5"),
      (#"{"reel": 1, "width": "4", "height": 3, "format": "gray"}"#, "\"width\" is not a number"),
      (#"{"reel": 1, "height": 3, "format": "gray"}"#, "\"width\" or \"height\" is missing"),
      (#"{"reel": 1, "width": 4, "height": 3}"#, "\"format\" is missing: gray, rgb24, bgr24, rgba or bgra"),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "yuv"}"#, "the format \"yuv\" is not gray"),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "rgba", "alpha": "no"}"#, "the alpha \"no\" is not straight"),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "gray", "fps": 0}"#, "\"fps\": "),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "gray", "fps": 1e300}"#, "\"fps\": "),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "gray", "fps": []}"#, "\"fps\" is not a text"),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "gray""#, "the line is not JSON"),
      (#"{"reel": 1, "width": 4, "height": 3, "format": "gray"} x"#, "the line is not JSON"),
      (#"{"reel": NaN, "width": 4, "height": 3, "format": "gray"}"#, "the line is not JSON"),
    ])
  func headers(line: String, says: String) {
    let bytes = Array((line + "\n{\"t\": 0}\n").utf8) + black
    let failure = read(bytes).failure.map { "\($0)" } ?? "none"
    #expect(failure.hasPrefix("in, the first line: ") && failure.contains(says), "\(failure)")
  }

  @Test(
    "A line that announces what can't be is refused, with the number of its frame",
    arguments: [
      (#"{"t": 1, "rects": [[3, 0, 2, 1]]}"#, "the rectangle 3,0 2x1 is outside 4x3"),
      (#"{"t": 1, "rects": [[0, 0, 4, 4]]}"#, "the rectangle 0,0 4x4 is outside 4x3"),
      (#"{"t": 1, "rects": [[-1, 0, 2, 1]]}"#, "the rectangle -1,0 2x1 is outside 4x3"),
      (#"{"t": 1, "rects": [[0, 0, -2, 1]]}"#, "the rectangle 0,0 -2x1 is outside 4x3"),
      (#"{"t": 1, "rects": [[0.5, 0, 2, 1]]}"#, "the rectangle 0.5,0 2x1 is outside 4x3"),
      (#"{"t": 1, "rects": [[1, 0, 1e300, 1]]}"#, "the rectangle 1,0 1e+300x1 is outside 4x3"),
      (#"{"t": 1, "rects": [[1, 0, 9223372036854775807, 1]]}"#, "is outside 4x3"),
      (#"{"t": 1, "rects": [[9007199254740993, 0, 9007199254740993, 1]]}"#, "is outside 4x3"),
      (#"{"t": 1, "rects": [[0, 0, 1]]}"#, "a rectangle is four numbers"),
      (#"{"t": 1, "rects": [0, 0, 1, 1]}"#, "a rectangle is four numbers"),
      (#"{"t": 1, "rects": [["0", 0, 1, 1]]}"#, "a rectangle is four numbers"),
      (#"{"t": 1, "rects": 4}"#, "\"rects\" is not a list"), (#"{"t": 1, "rects": null}"#, "\"rects\" is not a list"),
      (#"{"t": 0}"#, "\"t\" does not increase"), (#"{"t": -1}"#, "\"t\" does not increase"),
      (#"{"t": 0.0000001}"#, "\"t\" does not increase"), (#"{"t": 1e300}"#, "not a time in seconds"),
      (#"{"t": 1000001}"#, "more than 1000000 seconds after the first frame"),
      (#"{"t": "1"}"#, "\"t\" is not a number"),
      (#"{"n": 1}"#, "it has \"n\", but the frames before it have \"t\""), (#"{"t": 1, "n": 1}"#, "both"),
      (#"{"n": 9223372036854775808}"#, "\"n\" is 9.223372036854776e+18, and not a whole number"),
      (#"{"n": 1.5}"#, "\"n\" is 1.5"), (#"{"n": -1}"#, "\"n\" is -1"), (#"{"rects": []}"#, "neither \"t\" nor \"n\""),
      ("{}", "neither \"t\" nor \"n\""), (#"{"end": false}"#, "\"end\" can only be true"),
      (#"{"end": 1}"#, "\"end\" can only be true"), (#"{"end": true, "t": 0}"#, "\"t\" does not increase"),
      (#"{"t": 1, "chapter": 4}"#, "\"chapter\" is not a text"),
      (#"{"t": 1, "caption": []}"#, "\"caption\" is not a text"),
      ("", "the line is not JSON"), ("[]", "the line is not JSON"), ("\u{0}{}", "the line is not text"),
      (#"{"t": 1}{"t": 2}"#, "the line is not JSON"), (#"{"t": 1, "a": [[[[[[[[[[1]]]]]]]]]]"#, "the line is not JSON"),
    ])
  func lines(line: String, says: String) {
    let (frames, failure) = read(FramedText(4, 3).line(#"{"t": 0}"#, black).line(line, black).ended.bytes)
    let text = failure.map { "\($0)" } ?? "none"
    #expect(frames.count == 1)
    #expect(text.hasPrefix("in, frame 1: ") && text.contains(says), "\(line): \(text)")
  }

  @Test("Frames that are larger or smaller than announced are an error, not pictures of rows that have moved")
  func lies() {
    for count in [11, 13, 24] {
      let text = FramedText(4, 3).line(#"{"t": 0}"#, [UInt8](repeating: 200, count: count)).line(#"{"t": 1}"#, black)
      let failure = read(text.ended.bytes).failure.map { "\($0)" } ?? "none"
      #expect(failure.contains("another length than announced"), "\(count): \(failure)")
    }
  }

  @Test("Lines have at most 65,536 bytes, with their end")
  func longLines() {
    for (count, isRead) in [(65_535, true), (65_536, false), (200_000, false)] {
      let start = #"{"t": 1, "rects": [], "x": ""#
      let line = start + String(repeating: "a", count: count - start.utf8.count - 2) + "\"}"
      let failure = read(FramedText(4, 3).line(#"{"t": 0}"#, black).line(line).ended.bytes).failure
      #expect((failure == nil) == isRead, "\(count)")
      if let failure { #expect("\(failure)".contains("frame 1: the line has more than 65536 bytes"), "\(failure)") }
    }
  }

  @Test("What a later version may add is ignored, and of two members with one name the last counts")
  func unknown() {
    let text = FramedText(4, 3, "gray", #", "colour": [1, {"a": null}], "width": 4"#)
      .line(#"{"t": 5, "t": 0, "z": {"rects": [[9, 9, 9, 9]]}}"#, black).line("{\"t\": 1, \"rects\": []}\r").ended
    let (frames, failure) = read(text.bytes)
    #expect(failure == nil && frames.map(\.span.pts) == [0, 1_000_000])
  }

  @Test("At most 1024 rectangles; they may overlap, and be empty")
  func rectangles() {
    func frame(_ rects: [String], _ pixels: [UInt8]) -> [UInt8] {
      FramedText(4, 3).line(#"{"t": 0}"#, black)
        .line("{\"t\": 1, \"rects\": [\(rects.joined(separator: ", "))]}", pixels).ended.bytes
    }
    let many = [String](repeating: "[0, 0, 4, 3]", count: 1024)
    let pixels = (0..<1024).flatMap { [UInt8](repeating: UInt8($0 % 251), count: 12) }
    let (frames, failure) = read(frame(many, pixels))
    #expect(failure == nil && frames.last?.picture[3, 2].red == UInt8(1023 % 251))
    let text = read(frame(many + ["[0, 0, 1, 1]"], pixels + [1])).failure.map { "\($0)" } ?? ""
    #expect(text.contains("frame 1: it has 1025 rectangles, but at most 1024 are allowed"), "\(text)")
    let overlap = read(
      frame(["[0, 0, 2, 2]", "[1, 1, 2, 2]", "[4, 3, 0, 0]", "[1, 0, 0, 3]"], [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(overlap.failure == nil)
    let picture = overlap.frames.last?.picture
    #expect(picture?[1, 0].red == 2 && picture?[1, 1].red == 5 && picture?[2, 2].red == 8 && picture?[3, 2].red == 0)
  }

  @Test("A first frame with rectangles, and numbers without a rate, are refused; a stream without frames is empty")
  func firstFrames() {
    func fault(_ text: FramedText) -> String { read(text.bytes).failure.map { "\($0)" } ?? "none" }
    #expect(
      fault(FramedText(4, 3).line(#"{"t": 0, "rects": []}"#)).contains("frame 0: the first frame is a whole picture"))
    #expect(fault(FramedText(4, 3).line(#"{"n": 0}"#, black)).contains("the first line: \"fps\" is missing"))
    #expect(fault(FramedText(4, 3).ended) == "in is empty: the program that writes it sent no frame")
    #expect(fault(FramedText(16_384, 16_384, "rgba").line(#"{"t": 0}"#)).contains("stopped after 0 frames"))
  }

  @Test("Text that is not UTF-8 is refused")
  func encoding() {
    let text = FramedText(4, 3).line(#"{"t": 0}"#, black).bytes
    for line in [[0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D, 0x0A], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0, 0x0A]] as [[UInt8]] {
      let failure = read(text + line).failure.map { "\($0)" } ?? "none"
      #expect(failure.contains("frame 1: the line is not text in UTF-8"), "\(failure)")
    }
  }

  @Test(
    "The first bytes identify a stream",
    arguments: [
      ("{\"reel\": 1}", true), ("{\"reel\":", true), ("{ \t\"reel\" :1", true), ("{\"reel\"", false), ("{", false),
      ("", false), (" {\"reel\":1", false), ("{\"width\":4,\"reel\":1", false), ("{\"reels\":1", false),
    ])
  func beginning(text: String, isStream: Bool) {
    #expect(FramedFeed.recognizes(Array(text.utf8)) == isStream)
  }
}
