import ReelCanvas
import ReelClips
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo

/// A reference that is drawn, kept in a temporary folder as long as this object exists.
package final class DrawnReference: Sendable {
  /// The name of what it was drawn from, for reports.
  package let name: String
  /// The path of the movie.
  package let path: String
  private let folder: URL

  /// The path of a folder for one film, which does not exist yet.
  package static func newFolder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("reel-reference-\(UUID().uuidString)")
  }

  /// Draws a film.
  ///
  /// - Parameters:
  ///   - name: The name of its recipe.
  ///   - folder: The folder, which is made for it.
  ///   - size: The size of the pictures.
  ///   - rate: The number of pictures in a second.
  ///   - count: The number of pictures.
  ///   - draw: Draws a picture into a bitmap. It is called once for each number, in ascending order.
  /// - Throws: `OutputError` if the movie cannot be written; the errors of drawing.
  package init(
    _ name: String, in folder: URL, size: PixelSize, rate: FrameRate, count: Int,
    draw: (Int, inout Bitmap) throws -> Void
  ) throws {
    (self.name, self.folder) = (name, folder)
    path = folder.appendingPathComponent("reference.mkv").path
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputError.cannotCreate(path: folder.path, reason: "no temporary folder can be made there")
    }
    // Without it, nothing removes the folder if this fails.
    var isComplete = false
    defer { if !isComplete { try? FileManager.default.removeItem(at: folder) } }
    let isEven = size.width % 2 == 0 && size.height % 2 == 0
    var configuration = ClipConfiguration(size: size, frameRate: rate, pixelFormat: isEven ? "yuv420p" : "yuv444p")
    // A fine film, not an exact one: movements that no codec keeps would be missed in every film.
    configuration.quality = .crf(16)
    let writer = try ClipWriter(to: path, configuration: configuration)
    var bitmap = Bitmap(size: size)
    for index in 0..<count {
      try draw(index, &bitmap)
      try writer.append(bitmap, pts: index, duration: 1)
    }
    try writer.finish()
    isComplete = true
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
