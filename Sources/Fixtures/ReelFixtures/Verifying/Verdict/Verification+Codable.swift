extension Verification: Encodable {
  private struct Item: Encodable {
    var finding: Finding
    var isIntended: Bool?

    private enum CodingKeys: String, CodingKey { case text, intended }

    func encode(to encoder: any Encoder) throws {
      try finding.shortened().encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(finding.description, forKey: .text)
      try container.encodeIfPresent(isIntended, forKey: .intended)
    }
  }

  /// A picture's time and the one or two frames that it shows; without a frame its mark cannot be read.
  private struct Picture: Encodable {
    var time: Double
    var frame: Int?
    var frames: [Int]?

    init(_ showing: Showing) {
      (time, frame) = (showing.time, showing.number)
      switch showing.mark {
      case .blended(let first, let second, _), .torn(let first, let second, _): frames = [first, second]
      case .frame, .unreadable: break
      }
    }
  }

  private struct Reason: Encodable {
    var topic: String
    var text: String
  }

  private enum CodingKeys: String, CodingKey {
    case file, manifest, reference, pictures, read, rate, asExpected, findings, damage, differences, quality,
      soundOffset,
      worstSoundOffset, soundDoubt, soundGain, soundBandwidth, scale, aspect, orientation, showings
  }

  /// Encodes the verification for programs.
  ///
  /// Lists of spans are limited to 500.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(manifest, forKey: .manifest)
    try container.encodeIfPresent(reference, forKey: .reference)
    try container.encode(pictureCount, forKey: .pictures)
    try container.encode(readCount, forKey: .read)
    try container.encode(frameRate, forKey: .rate)
    try container.encode(isAsExpected, forKey: .asExpected)
    let items = findings.map { finding in
      Item(finding: finding, isIntended: manifest == nil ? nil : isIntended(finding))
    }
    try container.encode(items, forKey: .findings)
    try container.encodeIfPresent(intendedDamage, forKey: .damage)
    try container.encode(differences.map { Reason(topic: $0.topic, text: $0.description) }, forKey: .differences)
    try container.encodeIfPresent(quality, forKey: .quality)
    try container.encodeIfPresent(soundOffset, forKey: .soundOffset)
    try container.encodeIfPresent(worstSoundOffset, forKey: .worstSoundOffset)
    try container.encodeIfPresent(soundDoubt, forKey: .soundDoubt)
    try container.encodeIfPresent(soundGain, forKey: .soundGain)
    try container.encodeIfPresent(soundBandwidth, forKey: .soundBandwidth)
    try container.encodeIfPresent(scale, forKey: .scale)
    try container.encodeIfPresent(aspect, forKey: .aspect)
    try container.encodeIfPresent(orientation?.rawValue, forKey: .orientation)
    try container.encode(showings.map { Picture($0) }, forKey: .showings)
  }

  /// Whether a finding is entirely intended.
  func isIntended(_ finding: Finding) -> Bool {
    intendedDamage != nil
      || intended.contains { $0.kind == finding.kind }
        && !differences.contains { difference in
          if case .unexpected(let other) = difference { other.kind == finding.kind } else { false }
        }
  }
}

extension Verification.Difference: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .unexpected(let finding): finding.description
    case .missing(let finding): "made on purpose, but not found: \(finding)"
    case .demand(let expectation, let found): "expected \(expectation), found \(found)"
    }
  }
}

extension QualitySummary: Encodable {
  private struct Range: Encodable {
    /// The mean; nil if all pictures are equal to the originals and the value is infinite.
    var mean: Double?
    var min: Double?
  }

  private struct Scores: Encodable {
    var mean: Double
    var harmonicMean: Double
    var min: Double
    var worst: Frame?
  }

  private enum CodingKeys: String, CodingKey { case psnr, ssim, vmaf, chroma, worst, frames }

  /// Encodes means, extremes and every picture.
  ///
  /// A missing PSNR is infinite: the picture is equal to its original.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Range(mean: meanPSNR.finite, min: minPSNR.finite), forKey: .psnr)
    if let meanSSIM { try container.encode(Range(mean: meanSSIM, min: minSSIM), forKey: .ssim) }
    if let vmaf {
      let scores = Scores(mean: vmaf.mean, harmonicMean: vmaf.harmonicMean, min: vmaf.min, worst: frames.worstVMAF)
      try container.encode(scores, forKey: .vmaf)
    }
    if let chroma = chromaPSNR?.finite { try container.encode(chroma, forKey: .chroma) }
    try container.encode(worst, forKey: .worst)
    try container.encode(Array(frames), forKey: .frames)
  }
}

extension QualitySummary.Frame: Encodable {
  private enum CodingKeys: String, CodingKey { case frame, time, psnr, ssim, chroma, vmaf }

  /// Encodes the picture.
  ///
  /// A missing PSNR is infinite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .frame)
    try container.encode(time, forKey: .time)
    try container.encodeIfPresent(psnr.finite, forKey: .psnr)
    try container.encodeIfPresent(ssim, forKey: .ssim)
    try container.encodeIfPresent(chroma?.finite, forKey: .chroma)
    try container.encodeIfPresent(vmaf, forKey: .vmaf)
  }
}

extension Double {
  var finite: Double? { isFinite ? self : nil }
}
