import ReelTestSupport
import Testing

@testable import ReelVideo

/// Writes a payload from numbers of a width, Exp-Golomb codes and bits, as the standard's tables list them.
private enum Field {
  case u(Int, Int)
  case ue(Int)
  case se(Int)

  static func payload(_ fields: [Field]) -> [UInt8] {
    var writer = BitWriter()
    for field in fields {
      switch field {
      case .u(let count, let value): writer.append(value, bits: count)
      case .ue(let value): writer.append(unsigned: value)
      case .se(let value): writer.append(signed: value)
      }
    }
    writer.appendTrailingBits()
    return writer.bytes
  }
}

@Suite("Parameter sets and slices")
struct StreamTests {
  /// A parameter set up to frame_cropping_flag.
  private func sequence(profile: Int, high: [Field] = [], order: [Field], width: Int = 20, height: Int = 12) -> [Field]
  {
    [.u(8, profile), .u(8, 0), .u(8, 30), .ue(0)] + high + [.ue(0)] + order
      + [.ue(4), .u(1, 0), .ue(width - 1), .ue(height - 1), .u(1, 1), .u(1, 1)]
  }

  private let plainHigh: [Field] = [.ue(1), .ue(0), .ue(0), .u(1, 0), .u(1, 0)]

  @Test("x264's own parameter sets, byte for byte")
  func realOnes() throws {
    // 320×180 High, three B-frames in a pyramid; and Constrained Baseline without B-frames.
    let configuration = VideoConfiguration(size: .init(width: 320, height: 180), frameRate: 10)
    let units = NALUnit.ranges(inAnnexB: try VideoEncoder(configuration).parameterSets)
    let bytes = try VideoEncoder(configuration).parameterSets
    let high = try SequenceParameterSet(NALUnit(bytes[units[0]]).payload)
    #expect(high.profile == 100 && high.chromaFormat == 1 && high.orderType == 0)
    #expect(high.widthInMacroblocks == 20 && high.heightInMacroblocks == 12 && high.macroblockCount == 240)
    #expect(high.cropping == [0, 0, 0, 6])
    #expect(try PictureParameterSet(NALUnit(bytes[units[1]]).payload).isCABAC)
    var baseline = configuration
    baseline.preset = .ultrafast
    let other = try VideoEncoder(baseline).parameterSets
    let ranges = NALUnit.ranges(inAnnexB: other)
    #expect(try SequenceParameterSet(NALUnit(other[ranges[0]]).payload).orderType == 2)
    #expect(try !PictureParameterSet(NALUnit(other[ranges[1]]).payload).isCABAC)
  }

  @Test("Baseline has no chroma format, and frames that are not cropped")
  func baseline() throws {
    let set = try SequenceParameterSet(Field.payload(sequence(profile: 66, order: [.ue(2)]) + [.u(1, 0)]))
    #expect(set.chromaFormat == 1)
    #expect(set.orderType == 2 && set.orderBits == 0 && set.frameNumberBits == 4)
    #expect(set.cropping == [0, 0, 0, 0])
  }

  @Test("Scaling lists are read over, whole ones and those that end early")
  func scalingLists() throws {
    // Two lists: one that takes the default at once (delta −8), one of 16 equal numbers; then six that are absent.
    let lists: [Field] = [.u(1, 1), .se(-8), .u(1, 1)] + Array(repeating: .se(0), count: 16) + [.u(6, 0)]
    let fields: [Field] = [.ue(1), .ue(0), .ue(0), .u(1, 0), .u(1, 1)] + lists
    let set = try SequenceParameterSet(
      Field.payload(
        sequence(profile: 100, high: fields, order: [.ue(0), .ue(2)], width: 7, height: 5)
          + [.u(1, 1), .ue(0), .ue(3), .ue(0), .ue(1)]))
    #expect(set.orderBits == 6 && set.macroblockCount == 35)
    #expect(set.cropping == [0, 3, 0, 1])
  }

  @Test("4:4:4 has twelve lists and a flag for separate planes")
  func fullChroma() throws {
    let lists: [Field] = [.ue(3), .u(1, 0), .ue(0), .ue(0), .u(1, 1), .u(1, 1), .u(12, 0)]
    let set = try SequenceParameterSet(
      Field.payload(sequence(profile: 244, high: lists, order: [.ue(0), .ue(0)]) + [.u(1, 0)]))
    #expect(set.chromaFormat == 3 && set.macroblockCount == 240)
    let separate: [Field] = [.ue(3), .u(1, 1), .ue(0), .ue(0), .u(1, 0), .u(1, 0)]
    #expect(throws: H264Error.self) {
      try SequenceParameterSet(Field.payload(sequence(profile: 244, high: separate, order: [.ue(0), .ue(0)])))
    }
  }

  @Test("What no slice here can have is refused")
  func refusals() {
    let beginning: [Field] = [.u(8, 66), .u(16, 0), .ue(0)]
    for fields: [Field] in [
      [.ue(13)], [.ue(0), .ue(1)], [.ue(0), .ue(3)], [.ue(0), .ue(0), .ue(13)], [],
      [.ue(0), .ue(2), .ue(1), .u(1, 0), .ue(5000), .ue(1), .u(2, 3)],
      [.ue(0), .ue(2), .ue(1), .u(1, 0), .ue(5), .ue(1), .u(1, 0)],
    ] {
      #expect(throws: H264Error.self) { try SequenceParameterSet(Field.payload(beginning + fields)) }
    }
  }

  @Test("A parameter set gets the widest order, and keeps all else", arguments: [0, 2])
  func widening(type: Int) throws {
    let order: [Field] = type == 0 ? [.ue(0), .ue(2)] : [.ue(2)]
    let rest: [Field] = [.u(1, 1), .ue(0), .ue(0), .ue(0), .ue(6), .u(1, 0)]
    let payload = Field.payload(sequence(profile: 100, high: plainHigh, order: order) + rest)
    let wide = try SequenceParameterSet(payload).payloadWithWidestOrder(payload)
    #expect(wide == Field.payload(sequence(profile: 100, high: plainHigh, order: [.ue(0), .ue(12)]) + rest))
    #expect(try SequenceParameterSet(wide).orderBits == 16)
  }

  @Test("The parameter set of skipped pictures")
  func skippingSet() throws {
    let set = PictureParameterSet(skippingFor: 0, id: 1)
    // id 1, sequence 0, CAVLC, no field order, 1 slice group, 1 and 1 references, no weights, 0 0 0, control, no, no.
    #expect(set.payload == [0b010_1_0_0_1_1, 0b1_0_00_1_1_1_1, 0b0_0_1_00000])
    #expect(try PictureParameterSet(set.payload) == set)
  }

  @Test("The slice of a skipped picture, bit by bit")
  func skipped() throws {
    let payload = Field.payload(sequence(profile: 100, high: plainHigh, order: [.ue(0), .ue(2)]) + [.u(1, 0)])
    let sequence = try SequenceParameterSet(payload)
    let set = PictureParameterSet(skippingFor: 0, id: 1)
    let unit = SkipPicture(frameNumber: 5, order: 0x1234).unit(sequence, set)
    #expect(unit.referenceIDC == 0 && unit.kind == .slice)
    // 0 | 5 | 1 | frame_num 5 | order | no override, no modification | qp 0 | deblocking off | 240 skipped | stop
    #expect(
      unit.payload
        == Field.payload([.ue(0), .ue(5), .ue(1), .u(4, 5), .u(16, 0x1234), .u(2, 0), .se(0), .ue(1), .ue(240)]))
    #expect(unit.bytes.count <= 11)
  }

  @Test("A slice is given another order, and its data stay", arguments: [true, false])
  func slices(isCABAC: Bool) throws {
    let payload = Field.payload(sequence(profile: 100, high: plainHigh, order: [.ue(0), .ue(2)]) + [.u(1, 0)])
    let sequence = try SequenceParameterSet(payload)
    var set = PictureParameterSet(skippingFor: 0, id: 0)
    set.isCABAC = isCABAC
    set.weightsP = true
    // A P slice with two references, a changed list, weights for the second, a marking, and the filter's offsets.
    let before: [Field] = [.ue(0), .ue(5), .ue(0), .u(4, 9)]
    var after: [Field] = [.u(1, 1), .ue(1), .u(1, 1), .ue(0), .ue(0), .ue(3)]
    after += [.ue(5), .ue(5), .u(2, 0), .u(1, 1), .se(7), .se(-2), .u(1, 1), .se(1), .se(2), .se(3), .se(4)]
    after += [.u(1, 1), .ue(1), .ue(0), .ue(0)] + (isCABAC ? [.ue(2)] : []) + [.se(-3), .ue(0), .se(1), .se(-1)]
    func slice(_ order: Field) -> [UInt8] {
      var writer = BitWriter()
      for field in before + [order] + after {
        switch field {
        case .u(let count, let value): writer.append(value, bits: count)
        case .ue(let value): writer.append(unsigned: value)
        case .se(let value): writer.append(signed: value)
        }
      }
      if isCABAC { writer.alignWithOnes() }
      for byte in [0xde, 0, 0, 1, 0xad] { writer.append(byte, bits: 8) }
      writer.appendTrailingBits()
      return writer.bytes
    }
    let unit = NALUnit(referenceIDC: 2, kind: .slice, payload: slice(.u(6, 42)))
    let header = try SliceHeader(unit, sequence, set)
    #expect(header.kind == .p && header.frameNumber == 9 && header.order == 42 && !header.isIDR)
    for order in [0, 1, 65_535] {
      #expect(try header.payload(unit.payload, withOrder: order) == slice(.u(16, order)))
    }
    for length in 0..<4 {
      let cut = NALUnit(referenceIDC: 2, kind: .slice, payload: Array(unit.payload.prefix(length)))
      #expect(throws: H264Error.truncated) { try SliceHeader(cut, sequence, set) }
    }
  }

  @Test("The slice of an IDR picture is given another number as well", arguments: [2, 3])
  func pictureIDs(id: Int) throws {
    let payload = Field.payload(sequence(profile: 100, high: plainHigh, order: [.ue(0), .ue(2)]) + [.u(1, 0)])
    let sequence = try SequenceParameterSet(payload)
    let set = PictureParameterSet(skippingFor: 0, id: 0)
    // An I slice: its number, order, marking, quantiser and filter.
    func slice(_ id: Int, _ order: Field) -> [UInt8] {
      Field.payload([.ue(0), .ue(7), .ue(0), .u(4, 0), .ue(id), order, .u(2, 0), .se(-3), .ue(1), .u(16, 0xdead)])
    }
    let unit = NALUnit(referenceIDC: 3, kind: .idrSlice, payload: slice(0, .u(6, 0)))
    let header = try SliceHeader(unit, sequence, set)
    #expect(try header.payload(unit.payload, withOrder: 0) == slice(0, .u(16, 0)))
    #expect(try header.payload(unit.payload, withOrder: 0, pictureID: id) == slice(id, .u(16, 0)))
  }

  @Test("Bytes of any kind are read or refused")
  func fuzz() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    let real = try VideoEncoder(VideoConfiguration(size: .init(width: 64, height: 48), frameRate: 10)).parameterSets
    var taken = 0
    for _ in 0..<3000 {
      var bytes = real
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        bytes[Int.random(in: 4..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      guard var weaver = try? StillWeaver(parameterSets: bytes) else { continue }
      taken += 1
      let packet =
        NALUnit.startCode + [0x65] + (0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = try? weaver.weave(packet, index: 0)
      weaver.addStill(1)
      _ = try? weaver.nextStill()
    }
    #expect(taken > 100, "seed \(seed)")
  }
}
