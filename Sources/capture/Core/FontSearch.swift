import Dispatch
import Reel
import ReelPlatform
import Synchronization

/// The search for installed fonts and the loading of a film's fonts, while its scene is set up.
///
/// Fontconfig always prints its warnings straight to standard error. They do not affect the film, which is drawn with the fonts
/// that were found. So everything printed during the search is dropped, except by `StandardError`.
final class FontSearch: Sendable {
  private static let queue = DispatchQueue(label: "reel.fonts")
  private static let hasWarned = Atomic(false)

  private let end = DispatchGroup()

  /// Starts the search.
  ///
  /// - Parameters:
  ///   - fonts: the film's fonts.
  ///   - option: the option that leaves text out, for the warning that no font is installed; nil if there is none.
  ///   - isQuiet: whether to print no warnings.
  ///   - isVerbose: whether to let fontconfig's own lines through.
  /// - Throws: `ThreadShortage`; Pango ends the process without a message if it can't start its thread.
  init(
    _ fonts: [Font], textOption option: String? = nil, isQuiet: Bool, isVerbose: Bool = false
  ) throws(ThreadShortage) {
    guard WorkingMemory.hasRoomForThreads else { throw ThreadShortage.ofText }
    let isSilent = !isVerbose && Self.silence()
    FontWarnings.receive { warning in
      // One line is enough: Pango repeats the warning for each size of the font.
      guard !isQuiet, !Self.hasWarned.exchange(true, ordering: .relaxed) else { return }
      StandardError.say("capture: warning: a font can't be used correctly: \(warning)")
    }
    Self.queue.async(group: end) {
      let isAnyInstalled = Font.isAnyInstalled
      // Restore the descriptor.
      if isSilent { dup2(StandardError.descriptor, STDERR_FILENO) }
      // Load the fonts now; otherwise the first frame with text would wait for them.
      for font in fonts { _ = TextLayout("0", font: font) }
      guard !isQuiet else { return }
      if !isAnyInstalled {
        StandardError.say(
          "capture: warning: no font is installed, so text appears as empty boxes: install one, "
            + "such as \(Font.standardFamily)" + (option.map { ", or leave out the text with \($0)" } ?? ""))
      } else if let standard = fonts.first(where: { $0.family == Font.standardFamily }), !standard.isInstalled {
        StandardError.say(
          "capture: warning: \(standard.family) is not installed, so text is drawn in "
            + "\(standard.file?.family ?? "another font"): install it to get the same frames as other machines")
      }
    }
  }

  /// Waits for the search, so that its warning appears before the command ends.
  func finish() { end.wait() }

  /// Discards everything that libraries print to standard error; returns whether that worked.
  private static func silence() -> Bool {
    guard StandardError.descriptor != STDERR_FILENO else { return false }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return false }
    defer { close(nothing) }
    return dup2(nothing, STDERR_FILENO) == STDERR_FILENO
  }
}
