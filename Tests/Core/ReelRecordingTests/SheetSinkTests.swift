import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Frames of a film on one picture")
struct SheetSinkTests {
  private static let size = PixelSize(width: 40, height: 20)
  private let folder = FileManager.default.temporaryDirectory.appending(path: "reel-sheet-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// A picture of one red, on a ground of blue.
  private func picture(_ index: Int) -> Bitmap {
    var bitmap = Bitmap(size: Self.size)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let isGround = x == 0 || y == 0 || x == Self.size.width - 1 || y == Self.size.height - 1
        bitmap[x, y] = Pixel(red: isGround ? 0 : UInt8(index * 10), green: 0, blue: isGround ? 90 : 0, alpha: 255)
      }
    }
    return bitmap
  }

  /// Films frames, each of which is the number of the last change times ten, and returns the picture.
  private func sheet(
    _ sheet: ContactSheet, _ name: String, frames: Int, of count: Int, changes: (Int) -> Bool = { _ in true }
  ) async throws -> Bitmap {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    let sink = SheetSink(sheet, path: path)
    let rate: FrameRate = 10
    try await sink.begin(FrameStream(size: Self.size, frameRate: rate, frameCount: count))
    var last = 0
    for index in 0..<frames {
      if changes(index) { last = index }
      let changed = changes(index) ? Region.all(of: Self.size) : Region(of: Self.size)
      try await sink.append(
        Frame(time: FrameTime(index: index, frameRate: rate), bitmap: picture(last), changed: changed))
    }
    let output = try await sink.finish(frameCount: frames)
    let bitmap = try Bitmap(pngAt: URL(fileURLWithPath: path))
    #expect(output.size == bitmap.size)
    #expect(output.byteCount == (try Data(contentsOf: URL(fileURLWithPath: path)).count))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    return bitmap
  }

  @Test("A sheet of a film that changes evenly has frames at even distances, on the ground of its corners")
  func even() async throws {
    let bitmap = try await sheet(ContactSheet(columns: 3, rows: 2), "a.png", frames: 21, of: 21)
    #expect(bitmap.size == PixelSize(width: 3 * 40 + 32, height: 2 * 20 + 24))
    let shown = (0..<6).map { bitmap[$0 % 3 * 48 + 28, $0 / 3 * 28 + 18].red }
    #expect(shown == [0, 40, 80, 120, 160, 200])
    let ground = Pixel(red: 0, green: 0, blue: 90)
    #expect(bitmap[52, 18] == ground && bitmap[28, 32] == ground && bitmap[0, 0] == ground)
  }

  @Test("A sheet of a film that stands still for long has all its pictures")
  func held() async throws {
    let changes = [0, 1, 4, 7, 15]
    let bitmap = try await sheet(ContactSheet(columns: 5, rows: 1), "a.png", frames: 25, of: 25) {
      changes.contains($0)
    }
    #expect((0..<5).map { bitmap[$0 * 48 + 28, 18].red } == [0, 10, 40, 70, 150])
  }

  @Test("A frame that shows nothing is left out where another one does")
  func empty() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (size, path) = (PixelSize(width: 80, height: 40), folder.appending(path: "a.png").path)
    let sink = SheetSink(ContactSheet(columns: 2, rows: 1), path: path)
    try await sink.begin(FrameStream(size: size, frameRate: 10, frameCount: 12))
    for index in 0..<12 {
      var bitmap = Bitmap(size: size)
      // The film fades to black within its last three frames.
      let light = min(1, Double(11 - index) / 3)
      try bitmap.draw { context in
        context.fill(Rect(x: 0, y: 0, width: 80, height: 40), with: .black)
        context.fill(Rect(x: 10, y: 5, width: 60, height: 30), with: Color(red: light, green: 0, blue: 0))
      }
      let time = FrameTime(index: index, frameRate: 10)
      try await sink.append(Frame(time: time, bitmap: bitmap, changed: .all(of: size)))
    }
    _ = try await sink.finish(frameCount: 12)
    let sheet = try Bitmap(pngAt: URL(fileURLWithPath: path))
    #expect(sheet[48, 28].red == 255)
    #expect(sheet[136, 28].red > 0)
  }

  @Test("A sheet of a given width has smaller frames, and is as wide as that at most")
  func narrow() async throws {
    let bitmap = try await sheet(ContactSheet(columns: 2, rows: 1, width: 50), "a.png", frames: 9, of: 9)
    #expect(bitmap.size == PixelSize(width: 50, height: 23))
    #expect(abs(Int(bitmap[35, 11].red) - 80) <= 1 && bitmap[35, 11].alpha == 255)
  }

  @Test("A frame that holds still is the one before it, and a poster is the frame of its time, or the last one")
  func posters() async throws {
    let bitmap = try await sheet(.poster(at: 0.75), "a.png", frames: 12, of: 12) { $0 % 5 == 0 }
    #expect(bitmap.size == Self.size && bitmap[3, 3].red == 50)
  }

  @Test("A poster of a film that was stopped is its last frame, and a sheet has those that came")
  func stopped() async throws {
    #expect(try await sheet(.poster(), "a.png", frames: 4, of: 20)[3, 3].red == 30)
  }

  @Test("A sheet of a film that was stopped has those frames that came")
  func stoppedSheet() async throws {
    let bitmap = try await sheet(ContactSheet(columns: 3, rows: 1), "a.png", frames: 12, of: 21)
    #expect([28, 76].map { bitmap[$0, 18].red } == [0, 100])
    #expect(bitmap[124, 18] == Pixel(red: 0, green: 0, blue: 90))
  }

  @Test("What a sheet cannot be is refused before work begins")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stream = FrameStream(size: Self.size, frameRate: 10, frameCount: 5)
    func refuse(_ sheet: ContactSheet, _ name: String = "a.png") {
      #expect(throws: InvalidValue.self) {
        try SheetSink(sheet, path: folder.appending(path: name).path).preflight(stream, frameCount: 5)
      }
    }
    refuse(ContactSheet(columns: 3, rows: 2))
    refuse(ContactSheet(columns: 0, rows: 2))
    refuse(.poster(at: 0.6))
    refuse(.poster(), "a.gif")
    for text in ["4", "4x", "x3", "0x2", "4x101", "4x3x2", "axb", ""] {
      #expect(throws: InvalidValue.self) { try ContactSheet(parsing: text) }
    }
    #expect(try ContactSheet(parsing: "4X3") == ContactSheet(columns: 4, rows: 3))
    let sink = SheetSink(ContactSheet(columns: 2, rows: 1), path: folder.appending(path: "a.png").path)
    await #expect(throws: InvalidValue.self) { try await sink.begin(FrameStream(size: Self.size, frameRate: 10)) }
    try await sink.begin(stream)
    await sink.cancel()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(
    "Numbered pictures are PNG, JPEG or WebP, as their names say",
    arguments: [("png", [0x89, 0x50]), ("jpg", [0xFF, 0xD8]), ("JPEG", [0xFF, 0xD8]), ("webp", [0x52, 0x49])]
      as [(String, [UInt8])])
  func numbered(ending: String, magic: [UInt8]) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sink = try FilmOutput(folder.path + "/%02d.\(ending)").sink()
    let rate: FrameRate = 10
    try await sink.begin(FrameStream(size: Self.size, frameRate: rate))
    for index in 0..<2 {
      try await sink.append(
        Frame(time: FrameTime(index: index, frameRate: rate), bitmap: picture(index), changed: .all(of: Self.size)))
    }
    _ = try await sink.finish(frameCount: 2)
    for index in 0..<2 {
      let data = try Data(contentsOf: folder.appending(path: "0\(index).\(ending)"))
      #expect(Array(data.prefix(2)) == magic)
    }
  }

  @Test(
    "A poster is the frame of its time, or the last that shows more than a pointer",
    arguments: [(nil, nil, 40), (0.2, nil, 20), (5, nil, 60), (nil, 7, 40), (0.2, 7, 20), (0.65, 7, 60)]
      as [(Double?, Int?, UInt8)])
  func telling(time: Double?, count: Int?, red: UInt8) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.png").path
    let size = PixelSize(width: 100, height: 100)
    let sink = SheetSink(.poster(at: time), path: path)
    try await sink.begin(FrameStream(size: size, frameRate: 10, frameCount: count))
    for index in 0..<7 {
      var bitmap = Bitmap(size: size)
      // The last two have a small mark alone.
      let height = index < 5 ? 50 : 5
      bitmap.fill(with: .black)
      for y in 0..<height {
        for x in 0..<100 { bitmap[x, y] = Pixel(red: UInt8(index * 10), green: 9, blue: 0, alpha: 255) }
      }
      try await sink.append(
        Frame(time: FrameTime(index: index, frameRate: 10), bitmap: bitmap, changed: .all(of: size)))
    }
    _ = try await sink.finish(frameCount: 7)
    #expect(try Bitmap(pngAt: URL(fileURLWithPath: path))[3, 3].red == red)
  }
}
