import ReelFarm
import ReelVideo

/// Joins the parts of a fixture into a clip without drawing or encoding anything again.
///
/// Sound is made here.
package struct FixtureJoin: Sendable {
  /// The recipe of the clip.
  package let recipe: FixtureRecipe

  /// The paths of the fixture's parts.
  package var paths: [String] { all.paths }

  private let all: PartSet

  /// Opens all parts and checks their heads; nil if the folder contains the parts of a film.
  ///
  /// Nothing is created.
  ///
  /// - Throws: `FarmError` for parts that are missing, of another fixture or of another version; `PacketFileError`
  ///   for a broken part.
  package init?(_ folder: PartFolder) throws {
    let json = try folder.description()
    do {
      guard let description = try FixtureDescription(json: json) else { return nil }
      recipe = description.recipe
    } catch {
      throw FarmError.unusable(path: folder.descriptionPath, reason: "\(error)")
    }
    let pieces = try FixturePieces(recipe)
    all = try PartSet(folder, describedBy: json, pieces.segments, frameCount: pieces.pictureCount)
    for part in all.parts where part.head.pictures?.count != part.head.frameCount {
      throw FarmError.unusable(path: part.path, reason: "it does not have a hash for each of its pictures")
    }
  }

  /// Writes the clip with its manifest and hashes.
  ///
  /// Blocks: do not call it on a thread of Swift's cooperative pool.
  ///
  /// - Parameters:
  ///   - maker: The maker of this recipe.
  ///   - isCancelled: Called before each part and while the clip is read back; true stops the work and leaves
  ///     nothing.
  /// - Throws: The errors of `FixtureMaker.make`; `PacketFileError` for parts that are broken or do not fit together.
  package func make(with maker: FixtureMaker, isCancelled: () -> Bool) throws -> FixtureManifest {
    try all.requireSpace(at: maker.files.movie)
    var rest = all.parts[...]
    return try all.explaining {
      try maker.make(isCancelled: isCancelled) {
        try rest.popFirst().map { FixturePiece(packets: try $0.reader(), hashes: $0.head.pictures ?? []) }
      }
    }
  }
}
