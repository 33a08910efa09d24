import Foundation
import ReelFixtures
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

/// The reader of marks in Python, which was written from the page about them alone.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil && Program.find("python3") != nil, "needs ffmpeg and python3"))
struct MarkSampleTests {
  private static let python = Program.find("python3")
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../samples/marks/read_marks.py").standardizedFileURL.path

  /// Fixtures of different looks, sizes and codecs.
  static let clips: [(name: String, pattern: FixturePattern, size: PixelSize, options: [String])] = [
    ("a.mp4", .solid, PixelSize(width: 176, height: 144), []),
    ("b.mp4", .bars, PixelSize(width: 320, height: 180), []),
    ("c.mp4", .noise, PixelSize(width: 640, height: 360), []),
    ("d.mkv", .checker, PixelSize(width: 334, height: 188), []),
    ("e.mov", .motion, PixelSize(width: 360, height: 640), []),
    ("f.mp4", .counter, PixelSize(width: 1280, height: 720), []),
    ("g.mp4", .snowflake, PixelSize(width: 640, height: 360), ["-c:v", "libx264", "-crf", "32"]),
    ("h.mp4", .gradient, PixelSize(width: 640, height: 360), ["-vf", "scale=320:180", "-c:v", "libx264"]),
    ("i.mp4", .solid, PixelSize(width: 640, height: 360), ["-vf", "scale=1280:300", "-c:v", "libx264"]),
    ("j.mp4", .bars, PixelSize(width: 640, height: 360), ["-vf", "fps=25", "-c:v", "libx264"]),
    (
      "k.mp4", .checker, PixelSize(width: 640, height: 360), ["-vf", "eq=contrast=0.7:brightness=0.1", "-c:v", "mpeg4"]
    ),
    ("l.mp4", .motion, PixelSize(width: 640, height: 360), ["-vf", "hue=s=0,gblur=1", "-c:v", "libx264"]),
    ("m.mkv", .solid, PixelSize(width: 640, height: 360), ["-vf", "noise=alls=30:allf=t", "-c:v", "libx264"]),
    ("n.mkv", .noise, PixelSize(width: 640, height: 360), ["-c:v", "mjpeg", "-q:v", "8"]),
    ("o.mkv", .bars, PixelSize(width: 640, height: 360), ["-vf", "select='not(eq(n,5))'", "-c:v", "libx264"]),
  ]

  @Test("It reads what verify reads, in every picture", arguments: clips.indices)
  func same(index: Int) async throws {
    let clip = Self.clips[index]
    let folder = try ClipFolder()
    try folder.make("x.mkv") { recipe in
      (recipe.pattern, recipe.size, recipe.frameCount) = (clip.pattern, clip.size, 12)
    }
    try await folder.convert("x.mkv", clip.options.isEmpty ? ["-c", "copy"] : clip.options, to: clip.name)
    let known = try folder.verify(clip.name).showings
    let program = try #require(Self.python)
    let result = try await Program.runAside(
      program, [Self.script, clip.name, "\(clip.size.width)x\(clip.size.height)"], in: folder.folder.path)
    try #require(result.status == 0, "\(result.error)")
    let rows = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.count == known.count && !rows.isEmpty)
    for (row, showing) in zip(rows, known) {
      #expect(row.count == 3 && Int(row[1]) == showing.number, "\(clip.name): \(row) \(showing)")
      #expect(abs((Double(row[0]) ?? -1) - showing.time) < 0.001, "\(clip.name): \(row) \(showing)")
    }
  }
}
