extension JoinCommand {
  /// The kinds of joined parts other than films: none in a build without fixtures.
  static let others: [any JoinedParts.Type] = []
}
