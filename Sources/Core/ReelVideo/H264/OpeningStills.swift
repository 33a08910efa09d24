/// The stills at the start of a film with B-frames: skipped pictures between its first key frame and a second one.
///
/// The encoder gets neither of them, and thinks that the two key frames are neighbours. As the second one forgets all references, what
/// lies between them may be references too. In OpenH264's decoder those take no room beside the references, as skipped pictures elsewhere
/// would; see `H264Encoder.open`.
struct OpeningStills {
  /// The parameter sets, each with a start code: those of the encoder, and the one of the skipped pictures.
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
