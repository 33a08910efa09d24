import ReelClips
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// A clip made in whole segments, each drawn and encoded without the ones before it.
package struct FixturePieces: Sendable {
  /// The recipe of the clip.
  package let recipe: FixtureRecipe
  /// The number of pictures in the clip.
  package let pictureCount: Int
  /// The clip's division into segments.
  package let segments: FilmSegments

  private let plan: FixturePlan
  private let configuration: ClipConfiguration

  /// Creates the pieces of a clip.
  ///
  /// Nothing is drawn yet.
  ///
  /// - Throws: `InvalidValue` for a clip that cannot be made, or that cannot be divided because it is not H.264 by
  ///   libx264 at a constant quality; `ClipError` for a missing encoder.
  package init(_ recipe: FixtureRecipe) throws {
    try recipe.validate()
    let encoding = try FixtureEncoding(recipe: recipe, container: PacketFile.containers[0])
    (self.recipe, plan, configuration) = (recipe, encoding.plan, try encoding.configuration)
    pictureCount = plan.showings.count
    guard let segments = try ClipPieceWriter.segments(configuration) else {
      throw InvalidValue(
        "codec", recipe.codec ?? "",
        sentence:
          "--part is for fixtures in H.264 by libx264 without a bit rate: leave it out, or choose that codec and a crf")
    }
    self.segments = segments
  }

  /// The memory needed to draw and encode a piece, in bytes.
  ///
  /// Measured with libx264 164, one thread, B-frames and 8-bit 4:2:0: 75 bytes a pixel in 1080p and 4K. Other pixel
  /// formats need up to twice as much.
  package var memoryPerJob: Int { 32 << 20 + recipe.size.area * 150 }

  /// Whether pieces can be written to a container.
  package static func fit(_ container: MediaContainer) -> Bool { PacketFile.containers.contains(container) }

  /// Draws and encodes pictures that begin with a segment.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, in presentation order.
  ///   - file: The destination of the packets.
  ///   - isCancelled: Called before each picture; true stops the work.
  ///   - progress: Receives the number of completed pictures.
  /// - Returns: The MD5 of each picture sent to the encoder.
  /// - Throws: `CancellationError`, `ClipError`, `OutputError`. The file is then incomplete.
  package func write(
    _ pictures: Range<Int>, to file: PacketDestination, isCancelled: () -> Bool, progress: (Int) -> Void = { _ in }
  ) throws -> [String] {
    guard !pictures.isEmpty else {
      try file.writeNothing()
      return []
    }
    let writer = try ClipPieceWriter(to: file, configuration: configuration)
    var drawn = try FixturePictures(recipe)
    var hashes: [String] = []
    for showing in plan.showings[pictures] {
      if isCancelled() { throw CancellationError() }
      let (picture, hash) = try drawn.picture(of: showing.frame, as: writer.picture)
      try PerformanceTimer.measure("encode") { try writer.append(picture) }
      hashes.append(hash)
      progress(hashes.count)
    }
    _ = try writer.finish()
    return hashes
  }
}

/// An encoded piece of a clip.
package struct FixturePiece {
  /// The reader of the piece's packets.
  package var packets: PacketFileReader
  /// The MD5 of each picture sent to the encoder.
  package var hashes: [String]

  /// Creates a piece.
  package init(packets: PacketFileReader, hashes: [String]) {
    (self.packets, self.hashes) = (packets, hashes)
  }
}
