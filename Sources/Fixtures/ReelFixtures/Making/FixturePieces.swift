import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// A clip that is made piece by piece: whole segments, each drawn and encoded without those before it.
package struct FixturePieces: Sendable {
  /// How the clip is made.
  package let recipe: FixtureRecipe
  /// How many pictures it has.
  package let pictureCount: Int
  /// Where it is cut.
  package let segments: FilmSegments

  private let plan: FixturePlan
  private let configuration: ClipConfiguration

  /// Creates the pieces of a clip; nothing is drawn yet.
  ///
  /// - Throws: `InvalidValue` for a clip that is never cut, because it is not H.264 by libx264 at a constant quality, or cannot be made at
  ///   all; `ClipError` where an encoder is missing.
  package init(_ recipe: FixtureRecipe) throws {
    try recipe.validate()
    let encoding = try FixtureEncoding(recipe: recipe, container: ClipPieceWriter.containers[0])
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

  /// The memory of what draws and encodes a piece, in bytes.
  ///
  /// Measured with libx264 164, one thread and B-frames in 4:2:0 of 8 bits: 75 bytes a pixel in 1080p and 4K. Finer pixels take up to twice
  /// as much.
  package var memoryPerJob: Int { 32 << 20 + recipe.size.area * 150 }

  /// Whether a container takes the pieces.
  package static func fit(_ container: MediaContainer) -> Bool { ClipPieceWriter.containers.contains(container) }

  /// Draws and encodes pictures that begin with a segment.
  ///
  /// - Parameters:
  ///   - pictures: Which, in the order in which they are shown.
  ///   - file: Where the packets go.
  ///   - isCancelled: Is called before each picture; true ends the work.
  ///   - progress: Receives the number of completed pictures.
  /// - Returns: The MD5 of each picture sent to the encoder.
  /// - Throws: `CancellationError`, `ClipError`, `OutputError`; the file is worthless then.
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

/// A piece of a clip that is encoded.
package struct FixturePiece {
  /// Reads its packets.
  package var packets: PacketFileReader
  /// The MD5 of each picture sent to the encoder.
  package var hashes: [String]

  /// Names a piece.
  package init(packets: PacketFileReader, hashes: [String]) {
    (self.packets, self.hashes) = (packets, hashes)
  }
}
