/// The beginning of a slice (ITU-T H.264 7.3.3), as far as needed to change the slice's index in the film.
struct SliceHeader: Equatable {
  /// slice_type modulo 5, which drops the statement about the other slices.
  enum Kind: Int {
    case p = 0
    case i = 2
  }

  /// The kind of prediction.
  let kind: Kind
  /// frame_num.
  let frameNumber: Int
  /// pic_order_cnt_lsb; 0 if the stream has none.
  let order: Int
  /// Whether the slice belongs to an IDR picture, at which decoding can begin.
  let isIDR: Bool

  /// The bit range of idr_pic_id; empty if it is absent.
  private let pictureIDPosition: Range<Int>
  /// The bit range of pic_order_cnt_lsb, even if it is absent.
  private let orderPosition: Range<Int>
  /// The end of the header.
  private let end: Int
  private let isCABAC: Bool

  /// Reads the header of a slice of a frame.
  init(_ unit: NALUnit, _ sequence: SequenceParameterSet, _ picture: PictureParameterSet) throws(H264Error) {
    guard unit.kind == .slice || unit.kind == .idrSlice else { throw .unsupported("slices in partitions") }
    isIDR = unit.kind == .idrSlice
    isCABAC = picture.isCABAC
    var reader = BitReader(unit.payload)
    _ = try reader.unsigned()  // first_mb_in_slice
    guard let kind = Kind(rawValue: try reader.unsigned() % 5) else { throw .unsupported("slices of type B, SP or SI") }
    self.kind = kind
    guard try reader.unsigned() == picture.id else { throw .unsupported("another picture parameter set") }
    frameNumber = try reader.bits(sequence.frameNumberBits)
    let pictureIDStart = reader.position
    if isIDR { _ = try reader.unsigned() }
    pictureIDPosition = pictureIDStart..<reader.position
    let orderStart = reader.position
    order = try reader.bits(sequence.orderBits)
    orderPosition = orderStart..<reader.position
    try Self.passReferences(kind, sequence, picture, &reader)
    if unit.referenceIDC != 0 { try Self.passMarking(isIDR: isIDR, &reader) }
    if picture.isCABAC, kind != .i { _ = try reader.unsigned() }  // cabac_init_idc
    _ = try reader.signed()  // slice_qp_delta
    if picture.controlsDeblocking, try reader.unsigned() != 1 {
      _ = try reader.signed()  // slice_alpha_c0_offset_div2
      _ = try reader.signed()  // slice_beta_offset_div2
    }
    end = reader.position
  }

  /// Returns the payload with a different pic_order_cnt_lsb of `SequenceParameterSet.maximumOrderBits` bits.
  ///
  /// - Parameters:
  ///   - payload: The content after the first byte of the unit.
  ///   - order: The new pic_order_cnt_lsb.
  ///   - pictureID: The new idr_pic_id of a slice of an IDR picture; nil to keep the old one.
  func payload(_ payload: [UInt8], withOrder order: Int, pictureID: Int? = nil) throws(H264Error) -> [UInt8] {
    var writer = BitWriter()
    if let pictureID, isIDR {
      writer.append(0..<pictureIDPosition.lowerBound, of: payload)
      writer.append(unsigned: pictureID)
      writer.append(pictureIDPosition.upperBound..<orderPosition.lowerBound, of: payload)
    } else {
      writer.append(0..<orderPosition.lowerBound, of: payload)
    }
    writer.append(order, bits: SequenceParameterSet.maximumOrderBits)
    writer.append(orderPosition.upperBound..<end, of: payload)
    if isCABAC {
      // The macroblock data are byte-aligned, and the number of bits before them has changed.
      writer.alignWithOnes()
      let start = (end + 7) / 8
      guard start <= payload.count else { throw .truncated }
      writer.append(start * 8..<payload.count * 8, of: payload)
    } else {
      let endOfData = BitReader.endOfData(in: payload)
      guard end <= endOfData else { throw .truncated }
      writer.append(end..<endOfData, of: payload)
      writer.appendTrailingBits()
    }
    return writer.bytes
  }

  /// Skips the number, order and weights of references (7.3.3.1, 7.3.3.2).
  private static func passReferences(
    _ kind: Kind, _ sequence: SequenceParameterSet, _ picture: PictureParameterSet, _ reader: inout BitReader
  ) throws(H264Error) {
    if kind == .i { return }
    var count = picture.defaultReferenceCount
    if try reader.flag() { count = try reader.unsigned() + 1 }
    guard count <= 32 else { throw .invalid("more than 32 references") }
    if try reader.flag() {
      while try reader.unsigned() != 3 { _ = try reader.unsigned() }
    }
    guard picture.weightsP else { return }
    let hasChroma = sequence.chromaFormat != 0
    _ = try reader.unsigned()  // luma_log2_weight_denom
    if hasChroma { _ = try reader.unsigned() }
    for _ in 0..<count {
      // A flag and two numbers for luma, a flag and four for chroma.
      for numbers in hasChroma ? [2, 4] : [2] where try reader.flag() {
        for _ in 0..<numbers { _ = try reader.signed() }
      }
    }
  }

  /// Skips the reference picture marking (7.3.3.3).
  private static func passMarking(isIDR: Bool, _ reader: inout BitReader) throws(H264Error) {
    if isIDR {
      _ = try reader.bits(2)
      return
    }
    guard try reader.flag() else { return }
    while true {
      switch try reader.unsigned() {
      case 0: return
      case 1, 2, 4, 6: _ = try reader.unsigned()
      case 3:
        _ = try reader.unsigned()
        _ = try reader.unsigned()
      case 5: throw .unsupported("a picture that forgets all others")
      default: throw .invalid("memory_management_control_operation")
      }
    }
  }
}
