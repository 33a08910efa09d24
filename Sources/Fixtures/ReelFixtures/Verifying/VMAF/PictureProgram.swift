/// An external program that takes bytes as input and returns a result.
///
/// Fixtures start no programs themselves: the caller provides one.
package protocol PictureProgram: AnyObject {
  /// Writes bytes to the program, and waits until it has read them.
  func write(_ bytes: [UInt8]) throws
  /// Closes the program's input and returns its standard output.
  func finish() throws -> [UInt8]
}
