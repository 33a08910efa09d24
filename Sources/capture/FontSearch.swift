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
  ///   - fonts: those of the film.
  ///   - option: the option that leaves text out, which is named when there is no font; nil where there is none.
  ///   - report: what the user wants to hear: with `--quiet` no warning, with `--verbose` fontconfig's own lines too.
  init(_ fonts: [Font], textOption option: String? = nil, isQuiet: Bool, isVerbose: Bool = false) {
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
      guard !isQuiet else { return }
      if !isAnyInstalled {
        StandardError.say(
          "capture: warning: no font is installed, so that text shows as empty boxes: install one, "
            + "such as \(Font.standardFamily)" + (option.map { ", or leave the text out with \($0)" } ?? ""))
      } else if let standard = fonts.first(where: { $0.family == Font.standardFamily }), !standard.isInstalled {
        StandardError.say(
          "capture: warning: \(standard.family) is not installed, so that text is drawn in "
            + "\(standard.file?.family ?? "another font"): install it to get the frames of other machines")
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
