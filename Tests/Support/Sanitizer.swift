import Foundation

/// The sanitizer that these tests and the programs they start were built with; scripts/sanitize.sh tells.
public enum Sanitizer {
  /// Whether there is one.
  ///
  /// It does things of its own that a few tests would take for those of the command: it opens files, and reserves terabytes of
  /// addresses.
  public static let isOn = name != nil

  /// Whether it is ThreadSanitizer.
  public static let isThread = name == "thread"

  private static let name = ProcessInfo.processInfo.environment["REEL_SANITIZER"]
}
