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

  @Test(
    "A limited file uses nine tenths of the bytes allowed, is never larger, and says what was chosen",
    arguments: [AnimationFormat.gif, .webp], [70, 40, 20])
  func limited(format: AnimationFormat, percent: Int) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var settings = AnimationSettings()
    settings.isInputLossy = true
    let free = try await record(format, settings, limit: nil).byteCount
    let limit = free * percent / 100
    let output = try await record(format, settings, limit: limit)
    #expect(output.byteCount <= limit && output.byteCount * 10 >= limit * 9, "\(output.byteCount) of \(limit)")
    #expect(output.choice?.hasPrefix("quality ") == true)
    let size = try #require(output.size)
    #expect(size.width <= 160 && size.height * 4 / 3 - size.width <= 2)
    #expect(try names() == ["b"])
  }

  /// Records a moving photograph.
  private func record(
    _ format: AnimationFormat, _ settings: AnimationSettings, limit: Int?
  ) async throws -> RecordedOutput {
    let stream = FrameStream(size: PixelSize(width: 160, height: 120), frameRate: 25)
    let path = folder.appending(path: "b").path
    let sink = AnimationSink(format, path: path, settings: settings, byteLimit: limit)
    try await sink.begin(stream)
    for index in 0..<20 {
      var bitmap = Bitmap(size: stream.size)
      for y in 0..<120 {
        for x in 0..<160 {
          let light = 120 + 70 * sin(Double(x + 3 * index) / 9) * cos(Double(y - index) / 13)
          let grain = (x * 7919 + y * 104_729 + index * 1009) % 23
          bitmap[x, y] = Pixel(red: UInt8(Int(light) + grain), green: UInt8(light), blue: UInt8(200 - y - grain))
        }
      }
      let time = FrameTime(index: index, frameRate: stream.frameRate)
      try await sink.append(Frame(time: time, bitmap: bitmap, changed: .all(of: stream.size)))
    }
    return try await sink.finish(frameCount: 20)
  }
}
