/// One part of a film or fixture, in the folder where all of them gather.
package protocol FarmPart: Sendable {
  /// Which part it is.
  var number: PartNumber { get }
  /// The folder.
  var folder: PartFolder { get }
  /// What its bytes depend on.
  var identity: PartIdentity { get }
  /// Whether it is there already, whole and of this very film or fixture and these versions.
  var isWhole: Bool { get }
}

extension FarmPart {
  /// The path of its file.
  package var path: String { folder.path(of: number) }

  /// Whether the folder holds parts of another film or fixture, whose description this part replaces.
  package var replacesOther: Bool { folder.describesOther(than: identity) }

  /// Puts the description into the folder, unless it is there.
  ///
  /// - Throws: `OutputError` where that fails, or a file that is no description has its name.
  package func describe() throws { try folder.prepare(for: identity) }
}
