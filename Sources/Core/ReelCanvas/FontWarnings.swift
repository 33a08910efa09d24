import CReelCairo
import Synchronization

/// Pango's warnings, such as a font with an unreadable file, which it would otherwise print to standard error.
package enum FontWarnings {
  private static let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// GLib accepts one log writer per process.
  private static let isReceiving: Void = g_log_set_writer_func(
    { level, fields, count, _ in
      guard reel_is_complaint(level), let body = receiver.withLock({ $0 }) else { return G_LOG_WRITER_HANDLED }
      for field in UnsafeBufferPointer(start: fields, count: Int(count)) where String(cString: field.key) == "MESSAGE" {
        guard let text = field.value?.assumingMemoryBound(to: CChar.self) else { continue }
        // A negative length means a text terminated by zero, as all of Pango's are.
        if field.length < 0 { body(String(cString: text)) }
      }
      return G_LOG_WRITER_HANDLED
    }, nil, nil)

  /// Redirects all warnings of Pango and GLib in the process to a function; only for our own programs.
  ///
  /// A broken font does not stop a film, because Pango continues without it. The corresponding C function is `g_log_set_writer_func`.
  package static func receive(_ body: @escaping @Sendable (String) -> Void) {
    receiver.withLock { $0 = body }
    isReceiving
  }
}
