extension JoinCommand {
  /// What else has parts than films: nothing where fixtures are left out.
  static let others: [any JoinedParts.Type] = []
}
