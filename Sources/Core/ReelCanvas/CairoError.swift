import CReelCairo
import ReelGeometry

/// A failure reported by Cairo.
public struct CairoError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .software }

  /// A Cairo status; statuses without a name here keep their number.
  ///
  /// The corresponding C type is `cairo_status_t`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// Cairo's number for the status.
    public var rawValue: UInt32

    /// Creates a code from Cairo's number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is not enough memory.
    public static let noMemory = Code(CAIRO_STATUS_NO_MEMORY)
    /// Input ended early, or could not be read.
    public static let readError = Code(CAIRO_STATUS_READ_ERROR)
    /// Output could not be written.
    public static let writeError = Code(CAIRO_STATUS_WRITE_ERROR)
    /// A width or height exceeds Cairo's range.
    public static let invalidSize = Code(CAIRO_STATUS_INVALID_SIZE)
    /// The image is not a PNG, or is damaged.
    public static let pngError = Code(CAIRO_STATUS_PNG_ERROR)

    init(_ status: cairo_status_t) { rawValue = status.rawValue }
  }

  /// The kind of failure.
  public var code: Code
  /// The operation that failed: `draw`, `read PNG`.
  public var operation: String
  /// Cairo's message.
  public var message: String

  /// Creates an error from its parts.
  public init(code: Code, operation: String, message: String) {
    self.code = code
    self.operation = operation
    self.message = message
  }

  init(_ status: cairo_status_t, _ operation: String) {
    self.init(
      code: Code(status), operation: operation, message: cairo_status_to_string(status).map(String.init(cString:)) ?? ""
    )
  }

  /// One line: the operation and Cairo's message.
  public var description: String { "cannot \(operation): \(message)" }
}

/// Throws unless Cairo reports success.
package func check(_ status: cairo_status_t, _ operation: String) throws(CairoError) {
  guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status, operation) }
}
