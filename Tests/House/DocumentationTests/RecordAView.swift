#if canImport(SwiftUI)
  import Foundation
  import Reel
  import ReelViews
  import SwiftUI
  import Testing

  // Compiled on Apple's platforms alone.

  extension ArticleTests {
    @Test("A SwiftUI view becomes a movie")
    @MainActor func recordAView() async throws {
      let url = temporary("view.mp4")
      defer { try? FileManager.default.removeItem(at: url) }
      let source = ViewSource(width: 640, height: 360) { seconds in
        Text("Hello").opacity(min(1, seconds))
      }
      let recorder = try Recorder(source: source, sink: MovieSink(to: url), frameRate: 30)
      try await recorder.record(for: .seconds(2))

      let movie = try MovieReader(url: url)
      let first = try #require(try movie.frame(at: .zero)).bitmap()
      let last = try #require(try movie.frame(at: .seconds(1.9))).bitmap()
      var blank = Bitmap(size: first.size)
      blank.fill(with: .white)
      #expect(first.isClose(to: blank, tolerance: 3) && !last.isClose(to: blank, tolerance: 100))
    }

    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      @Test("A view is recorded while it lives")
      @MainActor func recordALiveView() async throws {
        let url = temporary("live-view.mp4")
        defer { try? FileManager.default.removeItem(at: url) }
        let view = NSTextField(labelWithString: "Hello")
        view.textColor = .black
        view.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
        let recorder = try Recorder(
          source: ViewSource(view, scale: 2), sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
        try recorder.start()
        recorder.stop()
        _ = try await recorder.recording
        let frame = try #require(try MovieReader(url: url).nextFrame()).bitmap()
        #expect(frame.size == PixelSize(width: 640, height: 200))
        // The letters stand at the top, upright as AppKit draws labels.
        let rows = (0..<200).filter { y in (0..<640).contains { x in frame[x, y].green < 128 } }
        #expect((rows.max() ?? 200) < 100)
      }
    #endif
  }
#endif
