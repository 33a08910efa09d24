/// A program outside of this process that is given bytes and tells what it makes of them.
///
/// Fixtures start no program: whoever verifies brings one along.
package protocol PictureProgram: AnyObject {
  /// Gives it bytes, and waits until it has taken them.
  func write(_ bytes: [UInt8]) throws
  /// Tells it that nothing more comes, and returns what it wrote to standard output.
  func finish() throws -> [UInt8]
}
