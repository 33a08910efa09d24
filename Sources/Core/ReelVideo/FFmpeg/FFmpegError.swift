import CReelFFmpeg
import ReelFiles
import ReelGeometry

/// An error reported by an FFmpeg library.
public struct FFmpegError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { .software }

  /// An FFmpeg error number; unknown ones keep their value.
  ///
  /// It is negative: either minus an `errno`, or minus a four-letter tag.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number that the library returned.
    public let rawValue: Int32

    /// Creates a code from the number that a library returned.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The stream or file has ended.
    ///
    /// The corresponding C macro is `AVERROR_EOF`.
    public static let endOfStream = Code(rawValue: reel_error_end_of_stream())
    /// The library wants more input before it gives output.
    ///
    /// The corresponding C macro is `AVERROR(EAGAIN)`.
    public static let needsInput = Code(rawValue: reel_error_needs_input())
    /// The data are invalid.
    ///
    /// The corresponding C macro is `AVERROR_INVALIDDATA`.
    public static let invalidData = Code(rawValue: reel_error_invalid_data())
    /// Memory ran out.
    ///
    /// The corresponding C macro is `AVERROR(ENOMEM)`.
    public static let outOfMemory = systemError(ENOMEM)
    /// An argument is invalid.
    ///
    /// The corresponding C macro is `AVERROR(EINVAL)`.
    public static let invalidArgument = systemError(EINVAL)

    /// The file refers to other files or addresses.
    ///
    /// No library uses this number.
    static let otherFiles = Code(rawValue: -0x4C45_4552)

    /// Returns the code for a system error number, such as `ENOSPC`.
    public static func systemError(_ number: Int32) -> Code { Code(rawValue: reel_error_from_errno(number)) }
  }

  /// The number that the library returned.
  public var code: Code
  /// The C function that failed: `avcodec_send_frame`.
  public var operation: String

  /// Creates an error from a code and the function that returned it.
  public init(_ code: Code, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// The library's message for the code.
  ///
  /// The corresponding C function is `av_strerror`.
  public var message: String {
    if code == .otherFiles { return "it refers to other files or addresses, which are not read" }
    var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
    av_strerror(code.rawValue, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The system error that the library passed on, or nil if the error is the library's own.
  public var systemError: SystemError? {
    let number = reel_error_to_errno(code.rawValue)
    // The library's own errors are four-letter tags, which are far larger.
    return (1..<4096).contains(number) ? SystemError(number, operation) : nil
  }

  /// The message, with a remedy if there is one.
  var reason: String { systemError?.reason ?? message }

  /// One line: the function that failed and the library's message.
  public var description: String { "\(operation) failed: \(message)" }
}

/// Throws an error if an FFmpeg status is one, and otherwise returns the status.
@discardableResult
package func check(_ status: Int32, _ operation: String) throws(FFmpegError) -> Int32 {
  guard status < 0 else { return status }
  throw FFmpegError(FFmpegError.Code(rawValue: status), operation: operation)
}

/// Returns the result of an allocating FFmpeg function; throws an out-of-memory error for nil.
package func check<T>(_ allocated: T?, _ operation: String) throws(FFmpegError) -> T {
  guard let allocated else { throw FFmpegError(.outOfMemory, operation: operation) }
  return allocated
}
