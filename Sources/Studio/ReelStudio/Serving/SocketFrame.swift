/// A WebSocket frame (RFC 6455), which can be read within a size limit and written.
package struct SocketFrame: Hashable, Sendable {
  /// The kind of a frame.
  enum Kind: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The reason for closing a connection: codes of RFC 6455 and the studio's own.
  package enum Closing: UInt16, Error, Sendable {
    case normal = 1000
    case goingAway = 1001
    case protocolError = 1002
    case unsupported = 1003
    case invalidText = 1007
    case policy = 1008
    case tooLong = 1009
    case unexpected = 1011
    /// Another page holds the pen.
    case taken = 4001
    /// The session is gone.
    case gone = 4004
  }

  var kind: Kind
  var isLast = true
  package var payload: [UInt8] = []

  /// Reads a client's frame from the beginning of bytes, and removes it from them.
  ///
  /// A declared length above the limit is refused before memory is allocated for it.
  ///
  /// - Parameter limit: the maximum size of the payload, in bytes.
  /// - Returns: the frame; nil if it has not arrived completely.
  package static func take(from bytes: inout [UInt8], limit: Int) throws(Closing) -> SocketFrame? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0, let kind = Kind(rawValue: bytes[0] & 0x0F), bytes[1] & 0x80 != 0 else {
      throw .protocolError
    }
    var frame = SocketFrame(kind: kind, isLast: bytes[0] & 0x80 != 0)
    var start = 2
    var length = UInt64(bytes[1] & 0x7F)
    if length > 125 {
      guard kind.rawValue < 8 else { throw .protocolError }
      let count = length == 126 ? 2 : 8
      guard bytes.count >= 2 + count else { return nil }
      length = bytes[2..<2 + count].reduce(0) { $0 << 8 | UInt64($1) }
      start += count
    }
    guard kind.rawValue < 8 || frame.isLast else { throw .protocolError }
    guard length <= UInt64(limit) else { throw .tooLong }
    let end = start + 4 + Int(length)
    guard bytes.count >= end else { return nil }
    let mask = Array(bytes[start..<start + 4])
    frame.payload = bytes[start + 4..<end].enumerated().map { $1 ^ mask[$0 & 3] }
    bytes.removeFirst(end)
    return frame
  }

  /// The bytes of the frame as a server sends it, without a mask.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = [(isLast ? 0x80 : 0) | kind.rawValue]
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...0xFFFF: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 0xFF)) }
    }
    return bytes + payload
  }

  /// The frame that ends a connection.
  static func closing(_ reason: Closing) -> SocketFrame {
    SocketFrame(kind: .close, payload: [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xFF)])
  }
}
