import Foundation
import ReelTestSupport
import Testing

/// Pictures in files that say how they have to be turned.
@Suite("Turned pictures", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct ConvertTurnedTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// FFmpeg's filters that turn a stored picture upright, by its orientation.
  private static let turns = [
    "null", "hflip", "hflip,vflip", "vflip", "transpose=0", "transpose=1", "transpose=3", "transpose=2",
  ]

  /// Writes grey pixels as TIFF (TIFF 6.0, section 2) with an orientation, in either order of bytes.
  private func write(_ pixels: Data, width: Int, orientation: Int, isLittle: Bool, to file: String) throws {
    var bytes = Data()
    func append(_ value: Int, _ count: Int) {
      let shifts = (0..<count).map { 8 * (isLittle ? $0 : count - 1 - $0) }
      bytes.append(contentsOf: shifts.map { UInt8(truncatingIfNeeded: value >> $0) })
    }
    bytes.append(contentsOf: (isLittle ? "II" : "MM").utf8)
    append(42, 2)
    // The directory may come after the pixels.
    append(8 + pixels.count, 4)
    bytes.append(pixels)
    let height = pixels.count / width
    let entries = [
      (0x100, width), (0x101, height), (0x102, 8), (0x103, 1), (0x106, 1), (0x111, 8), (0x112, orientation), (0x115, 1),
      (0x116, height), (0x117, pixels.count),
    ]
    append(entries.count, 2)
    for (tag, value) in entries {
      let isLong = tag == 0x111 || tag == 0x117
      append(tag, 2)
      append(isLong ? 4 : 3, 2)
      append(1, 4)
      append(value, isLong ? 4 : 2)
      if !isLong { append(0, 2) }
    }
    append(0, 4)
    try bytes.write(to: workspace.url(file))
  }

  @Test("The orientation of a TIFF is applied, in a folder, a list and a pattern, and to each file for itself")
  func tiff() async throws {
    let (width, height) = (46, 30)
    let pixels = Data((0..<width * height).map { UInt8(($0 * 7 + $0 / width * 13) % 251) })
    try pixels.write(to: workspace.url("stored.gray"))
    for side in [1...4, 5...8] {
      try? FileManager.default.removeItem(at: workspace.url("frames"))
      try FileManager.default.createDirectory(at: workspace.url("frames"), withIntermediateDirectories: true)
      var wanted = Data()
      for orientation in side {
        let turned = "turned.gray"
        try await ffmpeg(
          "-f rawvideo -pix_fmt gray -s \(width)x\(height) -i stored.gray -vf \(Self.turns[orientation - 1]) -f rawvideo -pix_fmt gray \(turned)"
        )
        wanted.append(try Data(contentsOf: workspace.url(turned)))
        try write(
          pixels, width: width, orientation: orientation, isLittle: orientation % 2 == 0,
          to: "frames/f\(orientation).tiff")
      }
      let list = side.map { "frames/f\($0).tiff" }.joined(separator: " ")
      for input in [list, "frames", "frames/f%d.tiff"] {
        let result = try await capture("\(input) -q --input-fps 5 --codec ffv1 --pixel-format bgra -o out.mkv")
        #expect(result.status == 0, "\(result.error)")
        try await ffmpeg("-i out.mkv -pix_fmt gray -f rawvideo out.gray")
        #expect(try Data(contentsOf: workspace.url("out.gray")) == wanted, "\(input)")
      }
    }
    // One that lies differs in size from those that stand.
    try write(pixels, width: width, orientation: 1, isLittle: true, to: "frames/f9.tiff")
    let mixed = try await capture("frames -q -o out.mp4")
    #expect(mixed.status == 65 && mixed.error.contains("frames/f9.tiff: frame 4 is 46x30"), "\(mixed.error)")
    #expect(try await capture("frames/f6.tiff -q --codec ffv1 --pixel-format bgra -o one.mkv").status == 0)
    #expect(try await facts("one.mkv", "stream=width,height") == "30\n46")
  }
}
