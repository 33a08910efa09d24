import ReelPlatform

/// The format of messages between a studio and a worker: two lengths, some JSON, and bytes.
enum WorkMessage {
  /// The number of bytes of the two lengths.
  static let headLength = 8
  /// The maximum length of a part.
  private static let most = 1 << 28

  /// Encodes a message.
  static func bytes(_ words: some Encodable, _ content: [UInt8]) -> [UInt8] {
    let json = JSON.encode(words)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headLength + json.count + content.count)
    for length in [json.count, content.count] {
      for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }
    return bytes + json + content
  }

  /// Decodes the lengths of a message; nil for impossible ones.
  static func lengths(_ head: [UInt8]) -> (words: Int, content: Int)? {
    let numbers = [head.prefix(4), head.suffix(4)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    return numbers.allSatisfy { $0 <= most } ? (numbers[0], numbers[1]) : nil
  }

  /// Decodes the JSON of a message; nil if it is invalid.
  static func words<Value: Decodable>(_ type: Value.Type, _ bytes: ArraySlice<UInt8>) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
