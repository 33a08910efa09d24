import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// A sink that can guess whether its film has room on the disk.
package protocol DiskSink: FrameSink {
  /// Returns by how much the disk may be too small, or nil where it is large enough or there is none.
  func shortage(size: PixelSize, frameRate: FrameRate, frameCount: Int) -> SpaceShortage?
}

extension MovieSink: DiskSink {
  package nonisolated func shortage(size: PixelSize, frameRate: FrameRate, frameCount: Int) -> SpaceShortage? {
    guard let output = try? destination.outputFile() else { return nil }
    let needed = configuration(FrameStream(size: size, frameRate: frameRate)).estimatedByteCount(frameCount: frameCount)
    return SpaceShortage(neededBytes: needed, inFolder: OutputFile.split(output.path).folder)
  }
}

extension PNGSequence: DiskSink {
  /// A pixel is taken to need 2 bits: drawings need less, photographs more.
  package nonisolated func shortage(size: PixelSize, frameRate: FrameRate, frameCount: Int) -> SpaceShortage? {
    let needed = Double(size.width) * Double(size.height) * Double(frameCount) / 4
    // The folder may be made only later.
    let folder = names.folderPath
    let isThere = OutputFile.kind(at: folder) == OutputFile.folderKind
    return SpaceShortage(
      neededBytes: Int(min(needed, 9e18)), inFolder: isThere ? folder : Self.parent(of: folder))
  }
}
