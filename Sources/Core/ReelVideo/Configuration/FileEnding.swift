import ReelGeometry

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// Returns the format for a file name's ending, in upper or lower case.
  ///
  /// - Parameters:
  ///   - what: The name of the value in the error: `movie name`.
  ///   - possible: The allowed formats.
  /// - Throws: `InvalidValue` for any other ending, and for none.
  init(
    endingOf fileName: String, _ what: String, among possible: [Self] = Array(Self.allCases)
  ) throws(InvalidValue) {
    let ending = fileName.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    guard let format = Self(rawValue: ending.lowercased()), possible.map(\.rawValue).contains(format.rawValue) else {
      let endings = possible.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw InvalidValue(what, fileName, expected: "a name that ends in one of \(endings)")
    }
    self = format
  }
}
