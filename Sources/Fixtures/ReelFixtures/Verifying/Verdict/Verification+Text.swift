extension Verification {
  /// The result for people: one line for each finding, the verdict last.
  public var text: String {
    var lines = ["\(file): \(pictureCount) \(pictureCount == 1 ? "picture" : "pictures")"]
    if frameRate > 0 { lines[0] += ", \(decimal(frameRate, places: 3)) a second" }
    lines[0] += (reference ?? manifest).map { ", compared with \($0)" } ?? ", without a manifest"
    func add(_ label: String, _ text: String) {
      lines.append("  \(label)\(String(repeating: " ", count: max(1, 12 - label.count)))\(text)")
    }
    for difference in differences { add("difference", "\(difference)") }
    if let intendedDamage { add("on purpose", intendedDamage) }
    for finding in findings {
      let isDifference = differences.contains { difference in
        if case .unexpected(finding) = difference { true } else { false }
      }
      if !isDifference { add(isIntended(finding) ? "on purpose" : "seen", "\(finding)") }
    }
    if let scaleWords, !scaleWords.isEmpty { add("seen", scaleWords) }
    if let quality { add("quality", Self.words(quality)) }
    if let words = vmafWords { add("vmaf", words) }
    if let soundOffset {
      let gain = (soundGain ?? 0).rounded()
      // A codec changes the loudest sample by a decibel.
      let level = abs(gain) < 2 ? "" : ", \(decimal(abs(gain), places: 0)) dB \(gain < 0 ? "fainter" : "louder")"
      add("sound", "\(Finding.milliseconds(soundOffset)) after the picture\(level)")
    }
    if let soundDoubt { add("sound", "cannot tell its offset: \(soundDoubt)") }
    if let soundBandwidth, let kept = soundBandwidth.first, let whole = soundBandwidth.last {
      let words = [kept, whole].map { decimal($0 / 1000, places: 1) }
      add("sound", "up to \(words[0])" + (words[0] == words[1] ? " kHz" : " of \(words[1]) kHz"))
    }
    let count = differences.count
    lines.append("  " + (count == 0 ? "as expected" : count == 1 ? "1 difference" : "\(count) differences"))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The VMAF scores, or the reason why there are none; nil if VMAF was not requested.
  private var vmafWords: String? {
    guard let vmaf = quality?.vmaf else {
      guard asksForVMAF else { return nil }
      return "not measured: "
        + (manifest == nil && reference == nil
          ? "that needs the manifest or --reference" : "no picture could be compared")
    }
    let text =
      "mean \(decimal(vmaf.mean, places: 2)), harmonic mean \(decimal(vmaf.harmonicMean, places: 2)), "
      + "lowest \(decimal(vmaf.min, places: 2))"
    return text + (quality?.frames.worstVMAF.map { " at frame \($0.number)" } ?? "")
  }

  private static func words(_ quality: QualitySummary) -> String {
    guard let worst = quality.worst.first ?? quality.frames.min(by: { $0.psnr < $1.psnr }), quality.minPSNR.isFinite
    else { return "every picture is equal to its original" }
    var text = "PSNR \(decimal(quality.meanPSNR, places: 2)) dB"
    text += ", lowest \(decimal(quality.minPSNR, places: 2)) at frame \(worst.number)"
    if let mean = quality.meanSSIM, let low = quality.minSSIM {
      text += "; SSIM \(decimal(mean, places: 4)), lowest \(decimal(low, places: 4))"
    }
    if let chroma = quality.chromaPSNR?.finite { text += "; chroma \(decimal(chroma, places: 2)) dB" }
    return text
  }
}
