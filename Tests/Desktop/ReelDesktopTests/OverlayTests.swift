import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelVideo
import Testing

@testable import ReelDesktop
@testable import ReelInteraction

@Suite struct KeyTests {
  @Test(
    "a key has the name of what it does, with the keys held beside it",
    arguments: [
      (UInt32(0x61), [], .character("a")), (0x41, [.shift], .character("A")), (0xE4, [], .character("ä")),
      (0x0100_0434, [], .character("д")), (0xFFB5, [], .character("5")), (0x20, [], .character(" ")),
      (0x20, [.control], .keys("Ctrl+Space")), (0x73, [.control], .keys("Ctrl+S")),
      (0x5A, [.control, .shift], .keys("Ctrl+Shift+Z")), (0xFF0D, [], .keys("Enter")),
      (0xFE20, [.shift], .keys("Shift+Tab")), (0xFFC1, [.alt], .keys("Alt+F4")), (0xFF53, [.meta], .keys("Super+→")),
      (0xFFE5, [], nil), (0, [], nil),
    ] as [(UInt32, Set<KeyNames.Modifier>, ScreenInput.Press?)])
  func names(symbol: UInt32, held: Set<KeyNames.Modifier>, expected: ScreenInput.Press?) {
    #expect(ScreenInput.press(symbol, held) == expected)
  }

  @Test("typed characters stand together, and a text that has become long loses its beginning")
  func typed() {
    var chip = KeyChip("Enter", at: 0, film: PixelSize(width: 640, height: 360))
    for character in "The quick brown fox jumps over it" { chip.type(character, at: 1) }
    #expect(chip.text == "he quick brown fox jumps over it")
    #expect(!chip.isOver(at: 2.4) && chip.isOver(at: 2.5))
    #expect(chip.bounds.minX > 0 && chip.bounds.maxY < 360)
  }
}

@Suite struct OverlayTests {
  private static let size = PixelSize(width: 200, height: 120)

  /// A grey screen.
  private static let screen = {
    var bitmap = Bitmap(size: size)
    bitmap.fill(with: Pixel(red: 128, green: 128, blue: 128, alpha: 255))
    return bitmap
  }()

  @Test("what lies over a screen leaves no trace, whatever was seen before")
  func trace() throws {
    var picture = Self.screen
    var last = ScreenOverlay(showsPointer: false)
    for (index, seconds) in [0, 0.1, 0.3, 0.55, 0.7, 1, 2, 4].enumerated() {
      var next = last
      next.advance(to: seconds)
      if index == 0 { next.click(at: Point(x: 100, y: 90), seconds: seconds) }
      if index == 1 { next.press("Ctrl+S", at: seconds, film: Self.size) }
      var changed = Region(of: Self.size)
      next.extend(&changed, after: last)
      picture.copy(changed, of: Self.screen)
      try next.draw(over: changed, at: seconds, into: &picture)
      last = next
      // Drawn at once, it is the same.
      var whole = Self.screen
      try next.draw(over: .all(of: Self.size), at: seconds, into: &whole)
      #expect(picture == whole)
    }
    #expect(picture == Self.screen)
  }
}

@Suite struct ChapterSinkTests {
  /// A sink that notes what it gets.
  private actor Notes: FrameSink {
    private(set) var frames: [Int] = []
    private(set) var end: Int?
    private(set) var isCancelled = false

    func begin(_ stream: FrameStream) {}
    func append(_ frame: Frame) { frames.append(frame.time.index) }
    func finish(frameCount: Int) -> RecordedOutput {
      end = frameCount
      return RecordedOutput(url: nil, byteCount: 1)
    }
    func cancel() { isCancelled = true }
  }

  private static let size = PixelSize(width: 16, height: 16)

  private func film(
    keepsOnlyFailed: Bool, failed: Bool, _ events: [(Int, DesktopTimeline.Entry.Event)]
  ) async throws -> (notes: [Notes], output: RecordedOutput) {
    let (timeline, notes) = (DesktopTimeline(), (0..<4).map { _ in Notes() })
    if !failed { timeline.noteSuccess() }
    let sink = ChapterSink(timeline, keepsOnlyFailed: keepsOnlyFailed, onFailure: { _, _ in }) { titles in
      (titles[titles.count - 1], notes[titles.count - 1])
    }
    await sink.begin(FrameStream(size: Self.size, frameRate: 10))
    for (frame, event) in events { timeline.add(event, at: frame) }
    for index in 0..<6 {
      try await sink.append(
        Frame(
          time: FrameTime(index: index, frameRate: 10), bitmap: Bitmap(size: Self.size), changed: .all(of: Self.size)))
    }
    return (notes, try await sink.finish(frameCount: 6))
  }

  @Test("each chapter is a film that begins at 0, and one that is over at once has one frame")
  func parts() async throws {
    let (notes, output) = try await film(
      keepsOnlyFailed: false, failed: false, [(1, .chapter("a")), (3, .chapter("b")), (3, .chapter("c"))])
    #expect(await notes[0].frames == [0, 1])
    #expect(await notes[0].end == 2)
    #expect(await notes[1].frames == [0])
    #expect(await notes[1].end == 1)
    #expect(await notes[2].frames == [0, 1, 2])
    #expect(await notes[2].end == 3)
    #expect(output.parts.map(\.name) == ["a", "b", "c"])
  }

  @Test("a chapter that is over before the first frame shows it")
  func early() async throws {
    let (notes, output) = try await film(
      keepsOnlyFailed: false, failed: false, [(0, .chapter("a")), (0, .chapter("b"))])
    #expect(await notes[0].frames == [0])
    #expect(await notes[1].frames == [0, 1, 2, 3, 4, 5])
    #expect(output.parts.compactMap(\.error).isEmpty)
  }

  @Test("only the chapters with a failure are kept")
  func failures() async throws {
    let (notes, output) = try await film(
      keepsOnlyFailed: true, failed: true, [(0, .chapter("a")), (2, .failure), (2, .chapter("b"))])
    #expect(output.parts.map(\.name) == ["a"])
    #expect(await notes[1].isCancelled)
    #expect(await notes[1].end == nil)
  }

  @Test("of a program that failed without saying where, the last chapter is kept")
  func last() async throws {
    let (_, output) = try await film(keepsOnlyFailed: true, failed: true, [(0, .chapter("a")), (2, .chapter("b"))])
    #expect(output.parts.map(\.name) == ["b"])
  }

  @Test("nothing is kept where nothing failed, and without a chapter there is an error")
  func none() async {
    await #expect(throws: DesktopDiscard.self) {
      try await film(keepsOnlyFailed: true, failed: false, [(0, .chapter("a"))])
    }
    await #expect(throws: DesktopError.noChapters) { try await film(keepsOnlyFailed: false, failed: false, []) }
  }
}

@Suite struct ScreenEventTests {
  @Test("a line has the fields of its kind, in order")
  func line() {
    var event = ScreenEvent(.click, at: 1 / 3, text: "Save", x: 3, y: 4)
    event.button = 1
    #expect(event.line == #"{"button":1,"kind":"click","t":0.333333,"text":"Save","x":3,"y":4}"#)
  }
}
