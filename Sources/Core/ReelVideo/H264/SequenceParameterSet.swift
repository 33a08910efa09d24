/// The fields of a sequence parameter set (ITU-T H.264 7.3.2.1.1) that slices depend on.
struct SequenceParameterSet: Equatable {
  /// seq_parameter_set_id.
  var id: Int
  /// profile_idc: 66 Baseline, 77 Main, 100 High, 244 High 4:4:4 Predictive.
  var profile: Int
  /// chroma_format_idc: 0 none, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  var chromaFormat = 1
  /// The number of bits of frame_num.
  var frameNumberBits: Int
  /// pic_order_cnt_type.
  var orderType: Int
  /// The number of bits of pic_order_cnt_lsb; 0 if slices have none.
  var orderBits = 0
  /// The width of the coded frame in macroblocks, before cropping.
  var widthInMacroblocks: Int
  /// The height of the coded frame in macroblocks.
  var heightInMacroblocks: Int
  /// The rows and columns that are not shown: left, right, top, bottom, in units of chroma samples.
  var cropping: [Int] = [0, 0, 0, 0]

  /// The range of the picture order count's syntax in the payload, starting at pic_order_cnt_type.
  private let orderPosition: Range<Int>

  /// The number of macroblocks in a frame.
  var macroblockCount: Int { widthInMacroblocks * heightInMacroblocks }

  /// The maximum number of bits of pic_order_cnt_lsb that the standard allows.
  static let maximumOrderBits = 16

  /// Reads a payload of kind `sequenceParameterSet`.
  init(_ payload: [UInt8]) throws(H264Error) {
    var reader = BitReader(payload)
    profile = try reader.bits(8)
    _ = try reader.bits(16)  // constraint flags and level
    id = try reader.unsigned()
    if Self.profilesWithChromaFormat.contains(profile) {
      chromaFormat = try reader.unsigned()
      guard chromaFormat <= 3 else { throw .invalid("chroma_format_idc \(chromaFormat)") }
      if chromaFormat == 3, try reader.flag() { throw .unsupported("colour planes coded one by one") }
      _ = try reader.unsigned()  // bit_depth_luma_minus8
      _ = try reader.unsigned()  // bit_depth_chroma_minus8
      _ = try reader.flag()  // qpprime_y_zero_transform_bypass_flag
      if try reader.flag() { try Self.passScalingLists(chromaFormat == 3 ? 12 : 8, &reader) }
    }
    frameNumberBits = try Self.width(reader.unsigned())
    let orderStart = reader.position
    orderType = try reader.unsigned()
    switch orderType {
    case 0: orderBits = try Self.width(reader.unsigned())
    case 1: throw .unsupported("pic_order_cnt_type 1")
    case 2: break
    default: throw .invalid("pic_order_cnt_type \(orderType)")
    }
    orderPosition = orderStart..<reader.position
    _ = try reader.unsigned()  // max_num_ref_frames
    _ = try reader.flag()  // gaps_in_frame_num_value_allowed_flag
    widthInMacroblocks = try Self.side(reader.unsigned())
    heightInMacroblocks = try Self.side(reader.unsigned())
    guard try reader.flag() else { throw .unsupported("interlaced pictures") }
    _ = try reader.flag()  // direct_8x8_inference_flag
    if try reader.flag() {
      for edge in cropping.indices { cropping[edge] = try reader.unsigned() }
    }
  }

  /// Returns the payload with pic_order_cnt_type 0 and the widest pic_order_cnt_lsb; everything else is unchanged.
  func payloadWithWidestOrder(_ payload: [UInt8]) throws(H264Error) -> [UInt8] {
    let end = BitReader.endOfData(in: payload)
    guard orderPosition.upperBound <= end else { throw .truncated }
    var writer = BitWriter()
    writer.append(0..<orderPosition.lowerBound, of: payload)
    writer.append(unsigned: 0)
    writer.append(unsigned: Self.maximumOrderBits - 4)
    writer.append(orderPosition.upperBound..<end, of: payload)
    writer.appendTrailingBits()
    return writer.bytes
  }

  /// The profiles whose parameter sets contain chroma format, bit depth and scaling lists.
  private static let profilesWithChromaFormat: Set<Int> = [
    100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
  ]

  private static func width(_ bitsMinus4: Int) throws(H264Error) -> Int {
    guard bitsMinus4 <= 12 else { throw .invalid("a counter of \(bitsMinus4 + 4) bits") }
    return bitsMinus4 + 4
  }

  private static func side(_ macroblocksMinus1: Int) throws(H264Error) -> Int {
    guard macroblocksMinus1 < 4096 else { throw .invalid("a side of \(macroblocksMinus1) macroblocks") }
    return macroblocksMinus1 + 1
  }

  /// Skips seq_scaling_list_present_flag and the lists (7.3.2.1.1.1).
  private static func passScalingLists(_ count: Int, _ reader: inout BitReader) throws(H264Error) {
    for list in 0..<count where try reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) where next != 0 {
        next = (last + (try reader.signed()) + 256) & 255
        if next != 0 { last = next }
      }
    }
  }
}
