import Reel

/// The arguments that the command was started with.
///
/// On Linux Swift looks for them in front of the environment, and finds none where a preloaded library has moved that; the
/// system itself is asked first.
enum ProgramArguments {
  /// All of them as bytes, the name of the program first.
  static let bytes: [[UInt8]] = known(to: "/proc/self/cmdline") ?? ofSwift

  /// Those behind the name of the program, as text.
  static var texts: [String] { bytes.dropFirst().map { String(decoding: $0, as: UTF8.self) } }

  /// The same with the command that films a file, where one stands first: `play` or `trace`.
  static let words: [String] = FirstFile.command(for: texts.first).map { [$0] + texts } ?? texts

  /// Whether there are any, the name of the program at least.
  ///
  /// Where there are none they were lost, and a film that nobody asked for would be recorded. Since version 5.18 Linux hands on an empty name where a program is started with nothing.
  static var areKnown: Bool { !bytes.isEmpty && bytes != [[]] }

  private static var ofSwift: [[UInt8]] {
    (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map { text in
      var bytes: [UInt8] = []
      var next = text
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return bytes
    }
  }

  /// Reads what the system keeps, each argument with a zero behind it; nil where it keeps none.
  private static func known(to path: String) -> [[UInt8]]? {
    guard let text = try? BoundedFile.read(path, limit: 1 << 26), text.last == 0 else { return nil }
    return text.dropLast().split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
  }
}
