import ReelCanvas
import ReelGeometry
import ReelVideo

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sink that writes each frame as a PNG file, numbered from 0.
///
/// Each file appears whole or not at all; the sequence as a whole has no such promise, as it is many files.
/// A number that was dropped in live recording shows the picture before it, so that the sequence has no holes.
public actor PNGSequence: FrameSink {
  private let names: NumberedNames
  private let replacesExisting: Bool
  private let executor = SerialQueueExecutor(label: "reel.png-sequence")
  private var nextIndex = 0
  private var lastPicture: [UInt8] = []
  private var byteCount = 0

  /// A queue of its own, since writing files blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is written yet.
  ///
  /// - Parameters:
  ///   - names: the names of the files. Their folder is made if only it, and not its parent, is missing.
  ///   - replaceExisting: whether files of those names may be there before.
  public init(names: NumberedNames, replaceExisting: Bool = true) {
    self.names = names
    self.replacesExisting = replaceExisting
  }

  /// Makes the folder if it is missing, and refuses one that cannot be written to.
  public func begin(size: PixelSize, frameRate: FrameRate) throws {
    let folder = names.folder.path
    var isFolder = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
      guard isFolder else {
        throw OutputError.cannotCreate(path: folder, reason: "it is a file, not a folder; choose another name")
      }
      if !replacesExisting {
        let taken = try FileManager.default.contentsOfDirectory(atPath: folder).filter(names.matches).min()
        if let taken { throw OutputError.exists(path: folder + "/" + taken) }
      }
    } else {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      } catch {
        throw OutputError.cannotCreate(
          path: folder,
          reason: "its parent folder is missing or closed to you; create it with mkdir -p or choose another")
      }
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw OutputError.cannotCreate(path: folder, reason: "the folder may not be written to; choose another")
    }
  }

  /// Writes one picture, and the last one again for numbers that were dropped before it.
  public func append(_ frame: Frame) throws {
    try fill(upTo: frame.time.index)
    if lastPicture.isEmpty || !frame.changed.isEmpty { lastPicture = try frame.bitmap.pngData() }
    try fill(upTo: frame.time.index + 1)
  }

  /// Writes the last picture for the numbers that are left.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    try fill(upTo: frameCount)
    return RecordedOutput(url: names.folder, byteCount: byteCount)
  }

  /// Removes the pictures written so far.
  public func cancel() {
    for index in 0..<nextIndex { try? FileManager.default.removeItem(at: names.url(of: index)) }
  }

  private func fill(upTo end: Int) throws {
    while nextIndex < end, !lastPicture.isEmpty {
      let url = names.url(of: nextIndex)
      do {
        try Data(lastPicture).write(to: url, options: .atomic)
      } catch {
        throw OutputError.writeFailed(path: url.path, bytesWritten: byteCount, reason: "\(error)")
      }
      byteCount += lastPicture.count
      nextIndex += 1
    }
  }
}
