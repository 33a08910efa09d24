import Dispatch
import Reel
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The search for installed fonts, which runs beside the making of a film's scene.
///
/// Fontconfig prints its complaints straight to standard error and cannot be told not to. They concern no film: it draws with
/// the fonts that it has found. So whatever is printed there meanwhile is dropped, except by `StandardError`.
final class FontSearch: Sendable {
  private static let queue = DispatchQueue(label: "reel.fonts")
  private static let hasWarned = Atomic(false)

  private let end = DispatchGroup()

  /// Begins the search.
  ///
  /// - Parameters:
  ///   - option: the option that leaves text out, which is named when there is no font.
  ///   - report: what the user wants to hear: with `--quiet` no warning, with `--verbose` fontconfig's own lines too.
  init(textOption option: String, isQuiet: Bool, isVerbose: Bool) {
    let isSilent = !isVerbose && Self.silence()
    FontWarnings.receive { warning in
      // One line is enough: what a font lacks is told again for each of its sizes.
      guard !isQuiet, !Self.hasWarned.exchange(true, ordering: .relaxed) else { return }
      StandardError.say("capture: warning: a font can't be used as it should: \(warning)")
    }
    Self.queue.async(group: end) {
      let isAnyInstalled = Font.isAnyInstalled
      // The number of the stream is given back to what it stood for.
      if isSilent { dup2(StandardError.descriptor, STDERR_FILENO) }
      if !isAnyInstalled, !isQuiet {
        StandardError.say(
          "capture: warning: no font is installed, so that text shows as empty boxes: install one, "
            + "such as DejaVu Sans, or leave the text out with \(option)")
      }
    }
  }

  /// Waits for the end of the search, so that its warning comes before the end of the command.
  func finish() { end.wait() }

  /// Leads what libraries print to standard error into nothing; returns whether that was done.
  private static func silence() -> Bool {
    guard StandardError.descriptor != STDERR_FILENO else { return false }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return false }
    defer { close(nothing) }
    return dup2(nothing, STDERR_FILENO) == STDERR_FILENO
  }
}
