import Foundation
import Reel
import ReelInk
import Testing

extension ArticleTests {
  @Test("A synthetic hand writes, and its session is filmed")
  func replayATrace() async throws {
    let url = temporary("trace.mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    let canvas = Size(width: 720, height: 720)
    let lettering = try Alphabet.standard.lettering("Aa", in: Rect(origin: .zero, size: canvas).inset(by: 90))
    let header = TraceSession.Header(canvas: canvas, expected: lettering.paths, maxDistance: lettering.maxDistance)
    let session = SyntheticHand(seed: 7, style: .child).session(header)

    var film = TraceFilm(session)
    film.theme = .night
    film.replay.maxPause = 0.5
    let source = try SceneSource(film, size: PixelSize(width: 720, height: 720), frameRate: 30)
    let recorder = try Recorder(source: source, sink: MovieSink(to: url))
    try await recorder.record(frames: film.frameCount(at: 30) ?? 1)

    let last = try #require(try MovieReader(url: url).frame(at: .seconds(film.timing.duration - 0.1))).bitmap()
    #expect(last.size == PixelSize(width: 720, height: 720))
  }
}
