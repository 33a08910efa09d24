/// A picture that equals the previous one: a P slice in which every macroblock is skipped.
///
/// A skipped macroblock copies its samples from the first reference, without motion and without a residual (ITU-T
/// H.264 7.4.5, 8.4.1.1), so the picture equals the reference bit for bit, in a dozen bytes whatever its size.
///
/// Normally no other picture refers to it (nal_ref_idc 0). So the decoder need not keep it, and encoder and decoder
/// agree on every reference, although the encoder does not know about the picture.
struct SkipPicture {
  /// frame_num: one more than that of the last reference picture.
  var frameNumber: Int
  /// pic_order_cnt_lsb: the position in display order.
  var order: Int
  /// The number of bits of pic_order_cnt_lsb.
  var orderBits = SequenceParameterSet.maximumOrderBits
  /// Whether the next picture may copy it.
  var isReference = false

  /// Returns the slice.
  ///
  /// - Parameters:
  ///   - sequence: The stream's sequence parameter set.
  ///   - picture: `PictureParameterSet(skippingFor:id:)`.
  func unit(_ sequence: SequenceParameterSet, _ picture: PictureParameterSet) -> NALUnit {
    var writer = BitWriter()
    // slice_header, 7.3.3
    writer.append(unsigned: 0)  // first_mb_in_slice
    writer.append(unsigned: 5)  // slice_type: P, as are all slices of the picture
    writer.append(unsigned: picture.id)
    writer.append(frameNumber, bits: sequence.frameNumberBits)
    writer.append(order, bits: orderBits)
    writer.append(false)  // num_ref_idx_active_override_flag: one reference
    writer.append(false)  // ref_pic_list_modification_flag_l0: the last that was decoded
    if isReference { writer.append(false) }  // adaptive_ref_pic_marking_mode_flag: the oldest reference goes
    writer.append(signed: 0)  // slice_qp_delta
    writer.append(unsigned: 1)  // disable_deblocking_filter_idc: off
    // slice_data, 7.3.4
    writer.append(unsigned: sequence.macroblockCount)  // mb_skip_run
    writer.appendTrailingBits()
    return NALUnit(referenceIDC: isReference ? 1 : 0, kind: .slice, payload: writer.bytes)
  }
}
