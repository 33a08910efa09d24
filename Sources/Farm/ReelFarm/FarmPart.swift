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

  /// Whether the folder holds parts of another film or fixture, whose description this part replaces.
  package var replacesOther: Bool { folder.describesOther(than: identity) }

  /// Writes the description into the folder unless it is already there.
  ///
  /// - Throws: `OutputError` if that fails, or if a file of that name is not a description.
  package func describe() throws { try folder.prepare(for: identity) }
}
