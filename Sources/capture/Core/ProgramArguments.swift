import Reel

/// The arguments that the command was started with.
///
/// On Linux, Swift looks for the arguments before the environment in memory and finds none if a preloaded library has moved the
/// environment. So `/proc` is read first.
enum ProgramArguments {
  /// All arguments as bytes, the name of the program first.
  static let bytes: [[UInt8]] = known(to: "/proc/self/cmdline") ?? ofSwift

  /// The arguments after the program's name, as text.
  static var texts: [String] { bytes.dropFirst().map { String(decoding: $0, as: UTF8.self) } }

  /// The arguments as text, preceded by `play`, `trace` or another command if a file comes first.
  static let words: [String] = joined(FirstFile.command(for: texts.first).map { [$0] + texts } ?? texts)

  /// Joins an option and a value that begins with three dashes, such as `-----BEGIN`, because the parser only accepts them as one word.
  private static func joined(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.count
    var joined: [String] = []
    for word in words[..<end] {
      if word.hasPrefix("---"), let option = joined.last, option.hasPrefix("--"), !option.contains("=") {
        joined[joined.count - 1] = "\(option)=\(word)"
      } else {
        joined.append(word)
      }
    }
    return joined + words[end...]
  }

  /// Whether there are any arguments, at least the program's name.
  ///
  /// Otherwise the arguments were lost, and the default film would be recorded by mistake. Since 5.18, Linux passes an empty name to a
  /// program that is started without arguments.
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

  /// Reads the arguments from the system, each with a terminating zero; nil if there are none.
  private static func known(to path: String) -> [[UInt8]]? {
    guard let text = try? BoundedFile.read(path, limit: 1 << 26), text.last == 0 else { return nil }
    return text.dropLast().split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
  }
}
