import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelImages
import ReelTesting
import ReelTiming
import Testing

@testable import ReelRecording

@Suite("A sink that makes an animated picture") struct AnimationSinkTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "reel-animation-sink-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  private var path: String { folder.appending(path: "a.gif").path }
  private var old: Data { Data("old".utf8) }

  @Test("The file is there when the film is complete, with its size and rate, and nothing beside it")
  func whole() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try old.write(to: URL(filePath: path))
    let size = PixelSize(width: 1000, height: 500)
    let source = CountingSource(size: size, isStill: { $0 % 2 == 1 })
    let recorder = try Recorder(source: source, sink: AnimationSink(.gif, path: path), frameRate: 30)
    let log = DelegateLog()
    recorder.delegate = log
    let recording = try await recorder.record(frames: 30)
    await log.end()
    #expect(log.log.filter { $0 != "progress" } == ["finished 30"])
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.starts(with: Data("GIF89a".utf8)) && bytes.last == 0x3B)
    #expect(recording.output.byteCount == bytes.count)
    #expect(recording.output.size == PixelSize(width: 800, height: 400) && recording.output.frameRate == 25)
    #expect(try names() == ["a.gif"])
  }

  @Test("A film that fails, or is abandoned, leaves what was there before", arguments: [true, false])
  func nothingIsLost(isAbandoned: Bool) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try old.write(to: URL(filePath: path))
    let sink = AnimationSink(.gif, path: path)
    let stream = FrameStream(size: PixelSize(width: 32, height: 32), frameRate: 10)
    try await sink.begin(stream)
    try await sink.append(
      Frame(
        time: FrameTime(index: 0, frameRate: 10), bitmap: Bitmap(size: stream.size), changed: .all(of: stream.size)))
    // Nobody else makes the same file meanwhile.
    await #expect(throws: OutputError.inUse(path: path)) { try await AnimationSink(.gif, path: path).begin(stream) }
    if isAbandoned { #expect(await sink.abandon() == nil) } else { await sink.cancel() }
    #expect(try names() == ["a.gif"])
    #expect(try Data(contentsOf: URL(filePath: path)) == old)
  }

  @Test("What cannot be is refused before any frame")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stream = FrameStream(size: PixelSize(width: 32, height: 32), frameRate: 10)
    var settings = AnimationSettings()
    settings.colors = 1
    #expect(throws: InvalidValue.self) {
      try AnimationSink(.gif, path: path, settings: settings).preflight(stream, frameCount: 3)
    }
    await #expect(throws: OutputError.self) { try await AnimationSink(.gif, path: folder.path).begin(stream) }
    try old.write(to: URL(filePath: path))
    await #expect(throws: OutputError.self) {
      try await AnimationSink(.gif, path: path, replacing: .never).begin(stream)
    }
    #expect(try names() == ["a.gif"])
  }
}
