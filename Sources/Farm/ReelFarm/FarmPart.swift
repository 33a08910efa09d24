/// One part of a film or fixture, in the folder that collects all parts.
package protocol FarmPart: Sendable {
  /// The number of the part.
  var number: PartNumber { get }
  /// The folder.
  var folder: PartFolder { get }
  /// Everything that the part's bytes depend on.
  var identity: PartIdentity { get }
  /// Whether the part already exists, complete, of this same film or fixture and made by these versions.
  var isWhole: Bool { get }
}

extension FarmPart {
  /// The path of the part's file.
  package var path: String { folder.path(of: number) }

  /// Writes the description into the folder unless it is already there, and returns whether the part exists.
  ///
  /// - Throws: `OutputError` if that fails, or if a file of that name is not a description; `FarmError.otherFilm` if the
  ///   folder contains parts of another film, which may not be replaced.
  package func isThere() throws -> Bool {
    try folder.prepare(for: identity, writing: number)
    return isWhole
  }
}
