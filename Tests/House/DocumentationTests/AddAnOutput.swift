import Foundation
import Reel
import Testing

actor BrightnessSink: FrameSink {
  private let path: String
  private var lines = ["frame,brightness"]

  init(path: String) { self.path = path }

  func begin(_ stream: FrameStream) throws {
    guard stream.size.area > 0 else { throw InvalidValue("size", stream.size, expected: "more than nothing") }
  }

  func append(_ frame: Frame) {
    let sum = frame.bitmap.withUnsafeBytes { bytes in bytes.reduce(0) { $0 + Int($1) } }
    lines.append("\(frame.time.index),\(sum / frame.bitmap.size.area)")
  }

  func finish(frameCount: Int) throws -> RecordedOutput {
    let text = Data((lines.joined(separator: "\n") + "\n").utf8)
    let url = URL(fileURLWithPath: path)
    try text.write(to: url, options: .atomic)
    return RecordedOutput(url: url, byteCount: text.count)
  }

  func cancel() { lines = [] }
}

extension ArticleTests {
  @Test("A sink and a format are an output")
  func addAnOutput() async throws {
    let brightness = OutputFormat("brightness table", ending: "csv", abilities: []) { output in
      BrightnessSink(path: output.path)
    }
    #expect(try FilmOutput("film.csv").sink(among: OutputFormat.all + [brightness]) is BrightnessSink)
    let path = temporary("film.csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = DrawingSource(width: 16, height: 16) { context, time in context.paint(time < 0.2 ? .black : .white) }
    let sink = try FilmOutput(path).sink(among: OutputFormat.all + [brightness])
    try await Recorder(source: source, sink: sink).record(frames: 3)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == "frame,brightness\n0,255\n1,255\n2,1020\n")
  }
}
