/// The parameter sets of an encoder: one for the sequence, and one for the pictures.
struct ParameterSets {
  /// The sequence parameter set, as the encoder wrote it.
  let sequence: SequenceParameterSet
  /// The picture parameter set.
  let picture: PictureParameterSet
  /// All units, each with a start code.
  let bytes: [UInt8]

  /// Parses parameter sets.
  ///
  /// - Parameters:
  ///   - stream: The units, each with a start code (Annex B).
  ///   - change: Returns a replacement for the sequence parameter set's payload.
  init(
    annexB stream: [UInt8],
    changing change: (SequenceParameterSet, [UInt8]) throws(H264Error) -> [UInt8] = { _, payload in payload }
  ) throws(H264Error) {
    var sequence: SequenceParameterSet?
    var picture: PictureParameterSet?
    var bytes: [UInt8] = []
    for range in NALUnit.ranges(inAnnexB: stream) {
      var unit = try NALUnit(stream[range])
      if unit.kind == .sequenceParameterSet {
        guard sequence == nil else { throw .unsupported("several sequence parameter sets") }
        let read = try SequenceParameterSet(unit.payload)
        unit.payload = try change(read, unit.payload)
        sequence = read
      } else if unit.kind == .pictureParameterSet {
        guard picture == nil, sequence != nil else { throw .unsupported("several picture parameter sets") }
        picture = try PictureParameterSet(unit.payload)
      }
      bytes += NALUnit.startCode + unit.bytes
    }
    guard let sequence, let picture else { throw .truncated }
    (self.sequence, self.picture, self.bytes) = (sequence, picture, bytes)
  }
}
