/// A unit of an H.264 stream: a parameter set, or a slice of a picture (ITU-T H.264 7.3.1).
struct NALUnit: Equatable {
  /// The kind of content: nal_unit_type.
  struct Kind: RawRepresentable, Hashable {
    var rawValue: UInt8

    static let slice = Kind(rawValue: 1)
    static let idrSlice = Kind(rawValue: 5)
    static let sequenceParameterSet = Kind(rawValue: 7)
    static let pictureParameterSet = Kind(rawValue: 8)
  }

  /// The importance as a reference: nal_ref_idc, 0…3.
  var referenceIDC: UInt8
  /// The kind of content.
  var kind: Kind
  /// The content after the first byte, without emulation prevention.
  var payload: [UInt8]

  init(referenceIDC: UInt8, kind: Kind, payload: [UInt8]) {
    self.referenceIDC = referenceIDC
    self.kind = kind
    self.payload = payload
  }

  /// Parses a unit from its bytes in the stream, and removes the emulation prevention.
  init(_ bytes: some Collection<UInt8>) throws(H264Error) {
    guard let header = bytes.first else { throw .truncated }
    guard header & 0x80 == 0 else { throw .invalid("forbidden_zero_bit") }
    referenceIDC = header >> 5 & 3
    kind = Kind(rawValue: header & 31)
    payload = []
    payload.reserveCapacity(bytes.count)
    var zeros = 0
    for byte in bytes.dropFirst() {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      payload.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
  }

  /// The bytes in the stream; two zeros are never followed by a byte below 4, which would look like a start code.
  var bytes: [UInt8] {
    var bytes: [UInt8] = [referenceIDC << 5 | kind.rawValue]
    bytes.reserveCapacity(payload.count + payload.count / 64 + 2)
    var zeros = 0
    for byte in payload {
      if zeros == 2, byte < 4 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    // A payload may end in zeros only within CABAC data; then the last byte must not be zero.
    if zeros > 0 { bytes.append(3) }
    return bytes
  }

  /// Finds the units of a stream with start codes, 00 00 01 (Annex B).
  static func ranges(inAnnexB bytes: [UInt8]) -> [Range<Int>] {
    var starts: [Int] = []
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index + 2] > 1 {
        index += 3
      } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        starts.append(index + 3)
        index += 3
      } else {
        index += 1
      }
    }
    return starts.enumerated().map { index, start in
      var end = index + 1 < starts.count ? starts[index + 1] - 3 : bytes.count
      // Zeros between units belong to neither.
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      return start..<end
    }
  }

  /// The start code of each unit; every reader accepts the four-byte form.
  static let startCode: [UInt8] = [0, 0, 0, 1]
}
