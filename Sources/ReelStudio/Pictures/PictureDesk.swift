import ReelCanvas
import ReelImages
import ReelVideo
import Synchronization

/// Draws pictures, one at a time and outside of Swift's cooperative threads, and keeps the newest.
actor PictureDesk {
  /// The most pictures that are waited for; whoever asks for more is told to ask again.
  static let mostWaiting = 32
  /// The most bytes of pictures that are kept.
  static let mostKept = 32 << 20

  private let executor = SerialQueueExecutor(label: "reel.studio.pictures")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private nonisolated let waiting = Mutex(0)
  private var kept: [String: [UInt8]] = [:]
  /// The names of the pictures that are kept, the oldest first.
  private var names: [String] = []
  private var bytes = 0

  /// Returns a picture as PNG.
  ///
  /// - Parameters:
  ///   - name: what is the same for the same picture; nil for one that is not kept.
  ///   - picture: describes it; it is called where it may block.
  nonisolated func png(_ name: String?, _ picture: @escaping @Sendable () throws -> ScenePicture) async throws
    -> [UInt8]
  {
    let mayWait = waiting.withLock { waiting in
      guard waiting < Self.mostWaiting else { return false }
      waiting += 1
      return true
    }
    guard mayWait else { throw Problem(503, "too many pictures are being drawn: ask again in a moment") }
    defer { waiting.withLock { $0 -= 1 } }
    return try await draw(name, picture)
  }

  private func draw(_ name: String?, _ picture: () throws -> ScenePicture) throws -> [UInt8] {
    if let name, let known = kept[name] { return known }
    let png = try picture().bitmap().previewPNGData()
    guard let name, png.count <= Self.mostKept / 4 else { return png }
    kept[name] = png
    names.append(name)
    bytes += png.count
    while bytes > Self.mostKept { bytes -= kept.removeValue(forKey: names.removeFirst())?.count ?? 0 }
    return png
  }
}
