import Dispatch
import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTesting
import ReelViews
import Synchronization
import Testing

@Suite("A source that draws on the main thread") struct ViewSourceTests {
  private static let size = PixelSize(width: 64, height: 32)

  /// State that only the main thread may touch, as a view is: each frame shows the columns so far.
  @MainActor private final class Pane {
    var columns: [Int] = []

    func draw(_ bitmap: inout Bitmap) {
      MainActor.assertIsolated()
      for column in columns { bitmap[column, 5] = .red }
    }
  }

  @MainActor private static func source(of pane: Pane, showing columns: [[Int]]) -> ViewSource {
    ViewSource(width: size.width, height: size.height) { bitmap, time in
      pane.columns += columns[time.index]
      pane.draw(&bitmap)
    }
  }

  private static func time(_ index: Int) -> FrameTime { FrameTime(index: index, frameRate: 10) }

  @Test("A recorder has the main thread draw, and is given the tiles that changed")
  func recorded() async throws {
    let sink = MemorySink()
    let source = await Self.source(of: Pane(), showing: [[3], [], [20], [63]])
    try await Recorder(source: source, sink: sink).record(frames: 4)
    #expect(sink.frames.map(\.changed.tileCount) == [8, 0, 1, 1])
    #expect(sink.frames[2].changed.contains(column: 1, row: 0))
    #expect(sink.frames[1].bitmap[20, 5] == .white)
    #expect(sink.frames[3].bitmap[20, 5] == .red && sink.frames[3].bitmap[63, 5] == .red)
  }

  @Test("The main thread itself may ask for frames, without waiting for itself")
  @MainActor func onTheMainThread() throws {
    let source = Self.source(of: Pane(), showing: [[3], []])
    var bitmap = Bitmap(size: Self.size)
    #expect(try source.draw(at: Self.time(0), into: &bitmap).isAll)
    #expect(bitmap[3, 5] == .red)
    #expect(try source.draw(at: Self.time(1), into: &bitmap).isEmpty)
  }

  @Test("A film has alpha only over a background that is transparent")
  @MainActor func background() throws {
    var bitmap = Bitmap(size: Self.size)
    for (background, hasAlpha) in [(Color.white, false), (.blue, false), (.clear, true), (.red.with(alpha: 0.5), true)]
    {
      let source = ViewSource(width: 64, height: 32, background: background) { _, _ in }
      _ = try source.draw(at: Self.time(0), into: &bitmap)
      #expect(source.hasAlpha == hasAlpha && bitmap[9, 9] == Pixel(background))
    }
  }

  @Test("A drawing that changes its size ends the film with an error")
  func changedSize() async throws {
    let source = ViewSource(width: 64, height: 32) { bitmap, time in
      if time.index == 2 { bitmap = Bitmap(width: 80, height: 32) }
    }
    let sink = MemorySink()
    let error = await #expect(throws: InvalidValue.self) {
      try await Recorder(source: source, sink: sink).record(frames: 4)
    }
    #expect(error?.description == "frame size 80x32 is not valid: it must be 64x32, as when the recording began")
    #expect(sink.indices == [0, 1])
  }

  @Test("An error of the drawing leaves the bitmap as it was")
  @MainActor func error() throws {
    let source = ViewSource(width: 64, height: 32) { bitmap, _ in
      bitmap.fill(with: .red)
      throw PlannedFailure(.draw(0))
    }
    var bitmap = Bitmap(size: Self.size)
    #expect(throws: PlannedFailure.self) { try source.draw(at: Self.time(0), into: &bitmap) }
    #expect(bitmap == Bitmap(size: Self.size))
  }

  /// Reports its end, as a view that nobody else holds.
  private final class Witness: Sendable {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
  }

  private static func source(of witness: Witness) -> ViewSource {
    ViewSource(width: 64, height: 32) { _, _ in withExtendedLifetime(witness) {} }
  }

  @Test("What a source draws is released on the main thread, whichever thread ends the source", .timeLimit(.minutes(1)))
  func release() async {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let isOnMain = await withCheckedContinuation { continuation in
      // The source alone holds the witness by the time the other thread ends it.
      let source = Mutex<ViewSource?>(
        Self.source(of: Witness { continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? false) }))
      DispatchQueue.global().async { source.withLock { $0 = nil } }
    }
    #expect(isOnMain)
  }
}
