/// The stills at the beginning of a film with B-frames: skipped pictures between the first keyframe and a second one.
///
/// The encoder receives none of them, and treats the two keyframes as neighbours. Because the second keyframe clears
/// all references, the pictures before it may be references too. OpenH264's decoder then needs no extra room for
/// them, as it would for skipped pictures elsewhere; see `H264Encoder.open`.
struct HeldOpening {
  /// The parameter sets, each with a start code: the encoder's, and that of the skipped pictures.
  let parameterSets: [UInt8]

  private let sequence: SequenceParameterSet
  private let skipping: PictureParameterSet

  /// Prepares for the stream of an encoder.
  ///
  /// - Parameter parameterSets: The encoder's own, each with a start code.
  init(parameterSets: [UInt8]) throws(H264Error) {
    let sets = try ParameterSets(annexB: parameterSets)
    sequence = sets.sequence
    skipping = PictureParameterSet(skippingFor: sequence.id, id: sets.picture.id + 1)
    self.parameterSets = parameterSets + skipping.annexB
  }

  /// Returns the still at a given number of frames after the keyframe, from 1, with a start code.
  func still(_ number: Int) -> [UInt8] {
    let picture = SkipPicture(
      frameNumber: number & (1 << sequence.frameNumberBits - 1), order: 2 * number & (1 << sequence.orderBits - 1),
      orderBits: sequence.orderBits, isReference: true)
    return NALUnit.startCode + picture.unit(sequence, skipping).bytes
  }
}
