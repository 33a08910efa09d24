/// Inserts pictures that repeat the previous one into a stream from libx264, which does not know about them.
///
/// Every picture gets the pic_order_cnt_lsb of its index in the film. For that, the parameter set and all slices get
/// the widest field allowed; a second picture parameter set describes the repeating pictures. Nothing else changes:
/// neither frame_num nor a reference list depends on non-reference pictures.
///
/// The encoder must write no B-frames, so that pictures are decoded in display order, and a picture repeated by a
/// still must be a reference.
struct StillWeaver {
  /// The parameter sets, each with a start code: the encoder's, and that of the repeating pictures.
  let parameterSets: [UInt8]

  private let sequence: SequenceParameterSet
  private let picture: PictureParameterSet
  private let skipping: PictureParameterSet

  /// The idr_pic_id of the first picture; nil for the encoder's own.
  private let firstPictureID: Int?

  /// The announced stills that have not been inserted yet, in order.
  private var stills: [Range<Int>] = []
  /// The number of pictures emitted, including stills.
  private var count = 0
  /// The last emitted frame at which decoding can begin.
  private var keyframe = 0
  /// Whether the encoder's last emitted picture is a reference.
  private var isReference = false
  /// The frame_num of the next picture.
  private var nextFrameNumber = 0

  /// The maximum number of consecutive stills: pic_order_cnt_lsb must not wrap half-way between references (8.2.1).
  static let maximumRun = 1 << (SequenceParameterSet.maximumOrderBits - 3)

  /// Prepares for the stream of an encoder.
  ///
  /// - Parameters:
  ///   - parameterSets: The encoder's own, each with a start code.
  ///   - segment: The index of the film's segment that it encodes, from 0.
  init(parameterSets: [UInt8], segment: Int = 0) throws(H264Error) {
    // x264 numbers its IDR pictures 0, 1, 0, 1 …, and two consecutive ones must differ (7.4.3): the last picture of
    // the previous segment may be one.
    firstPictureID = segment == 0 ? nil : 2 + segment % 2
    let sets = try ParameterSets(annexB: parameterSets) { sequence, payload throws(H264Error) in
      try sequence.payloadWithWidestOrder(payload)
    }
    (sequence, picture) = (sets.sequence, sets.picture)
    skipping = PictureParameterSet(skippingFor: sequence.id, id: picture.id + 1)
    self.parameterSets = sets.bytes + skipping.annexB
  }

  /// Announces that a frame repeats the previous one.
  mutating func addStill(_ index: Int) {
    if let last = stills.last, last.upperBound == index {
      stills[stills.count - 1] = last.lowerBound..<index + 1
    } else {
      stills.append(index..<index + 1)
    }
  }

  /// Returns the next still that is due, or nil if a picture of the encoder must come first.
  mutating func nextStill() throws(H264Error) -> (index: Int, bytes: [UInt8])? {
    guard let run = stills.first, run.lowerBound == count else { return nil }
    guard isReference else { throw .invalid("a still after a picture that is not a reference") }
    let index = run.lowerBound
    let still = SkipPicture(frameNumber: nextFrameNumber, order: order(of: index))
    if run.count == 1 { stills.removeFirst() } else { stills[0] = index + 1..<run.upperBound }
    count += 1
    return (index, NALUnit.startCode + still.unit(sequence, skipping).bytes)
  }

  /// Rewrites the encoder's next picture with its index in the film.
  mutating func weave(_ bytes: [UInt8], index: Int) throws(H264Error) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    guard index == count else { throw .unsupported("pictures that are not decoded in display order") }
    for range in NALUnit.ranges(inAnnexB: bytes) {
      guard !range.isEmpty else { throw .truncated }
      result += NALUnit.startCode
      let kind = NALUnit.Kind(rawValue: bytes[range.lowerBound] & 31)
      guard kind == .slice || kind == .idrSlice else {
        result += bytes[range]
        continue
      }
      var unit = try NALUnit(bytes[range])
      let header = try SliceHeader(unit, sequence, picture)
      if header.isIDR { keyframe = index }
      unit.payload = try header.payload(
        unit.payload, withOrder: order(of: index), pictureID: index == 0 ? firstPictureID : nil)
      result += unit.bytes
      isReference = unit.referenceIDC != 0
      let next = (header.frameNumber + 1) % (1 << sequence.frameNumberBits)
      nextFrameNumber = isReference ? next : header.frameNumber
    }
    count += 1
    return result
  }

  private func order(of index: Int) -> Int {
    (index - keyframe) * 2 & ((1 << SequenceParameterSet.maximumOrderBits) - 1)
  }
}
