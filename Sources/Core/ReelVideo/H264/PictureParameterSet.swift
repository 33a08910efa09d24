/// The fields of a picture parameter set (ITU-T H.264 7.3.2.2) that slices depend on.
struct PictureParameterSet: Equatable {
  /// pic_parameter_set_id.
  var id: Int
  /// The sequence parameter set that it refers to.
  var sequenceID: Int
  /// entropy_coding_mode_flag.
  var isCABAC = false
  /// The default number of references of P slices.
  var defaultReferenceCount = 1
  /// weighted_pred_flag: whether P slices carry a table of weights.
  var weightsP = false
  /// deblocking_filter_control_present_flag: whether slices can turn the filter off.
  var controlsDeblocking = true

  /// Creates the parameter set of skipped pictures: CAVLC, one reference, no weights.
  init(skippingFor sequenceID: Int, id: Int) {
    self.id = id
    self.sequenceID = sequenceID
  }

  /// Reads a payload of kind `pictureParameterSet`.
  init(_ payload: [UInt8]) throws(H264Error) {
    var reader = BitReader(payload)
    id = try reader.unsigned()
    sequenceID = try reader.unsigned()
    isCABAC = try reader.flag()
    guard try !reader.flag() else { throw .unsupported("bottom_field_pic_order_in_frame_present_flag") }
    guard try reader.unsigned() == 0 else { throw .unsupported("slice groups") }
    defaultReferenceCount = try reader.unsigned() + 1
    _ = try reader.unsigned()  // num_ref_idx_l1_default_active_minus1, for B slices
    weightsP = try reader.flag()
    _ = try reader.bits(2)  // weighted_bipred_idc, for B slices
    _ = try reader.signed()  // pic_init_qp_minus26
    _ = try reader.signed()  // pic_init_qs_minus26
    _ = try reader.signed()  // chroma_qp_index_offset
    controlsDeblocking = try reader.flag()
    _ = try reader.flag()  // constrained_intra_pred_flag
    guard try !reader.flag() else { throw .unsupported("redundant pictures") }
  }

  /// The payload of a parameter set; fields without a property have their simplest value.
  var payload: [UInt8] {
    var writer = BitWriter()
    writer.append(unsigned: id)
    writer.append(unsigned: sequenceID)
    writer.append(isCABAC)
    writer.append(false)  // bottom_field_pic_order_in_frame_present_flag
    writer.append(unsigned: 0)  // num_slice_groups_minus1
    writer.append(unsigned: defaultReferenceCount - 1)
    writer.append(unsigned: 0)  // num_ref_idx_l1_default_active_minus1
    writer.append(weightsP)
    writer.append(0, bits: 2)  // weighted_bipred_idc
    writer.append(signed: 0)  // pic_init_qp_minus26
    writer.append(signed: 0)  // pic_init_qs_minus26
    writer.append(signed: 0)  // chroma_qp_index_offset
    writer.append(controlsDeblocking)
    writer.append(false)  // constrained_intra_pred_flag
    writer.append(false)  // redundant_pic_cnt_present_flag
    writer.appendTrailingBits()
    return writer.bytes
  }

  /// The parameter set as a complete unit, with a start code.
  var annexB: [UInt8] {
    NALUnit.startCode + NALUnit(referenceIDC: 3, kind: .pictureParameterSet, payload: payload).bytes
  }
}
