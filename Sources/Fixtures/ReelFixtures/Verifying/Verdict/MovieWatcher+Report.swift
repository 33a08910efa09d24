import ReelCanvas
import ReelTiming
import ReelVideo

extension MovieWatcher {
  /// Adds the findings about everything that was seen and heard.
  func report(into result: inout Verification, errors: Int) throws {
    result.pictureCount = timeline.count
    result.readCount = timeline.readCount
    result.showings = timeline.showings
    result.originalTimes = originalTimes
    result.frameRate = timeline.count > 1 ? timeline.rates.pictures : 0
    result.findings = timeline.findings
    result.intended = plan?.findings ?? []
    result.orientation = turn.orientation
    let total = timeline.count
    if let finding = turn.finding(total: total) { result.findings.append(finding) }
    if let placement, let place = placement.place {
      result.findings += placement.findings(areFieldsKept: fields.fault == nil)
      result.scale = [place.scale.x, place.scale.y]
      result.aspect = place.aspect * place.stretch
      result.scaleWords = place.scaleWords
    }
    if let finding = levels.finding(transfer, colors, timeline.showings) { result.findings.append(finding) }
    if let lostTags { result.findings.append(Finding(.tags, count: 1, note: lostTags)) }
    if let (count, words) = fields.fault {
      result.findings.append(Finding(.fields, count: count, total: total, note: words))
    }
    if fields.exchangedPairs > 0 {
      result.findings.append(
        Finding(
          .reordered, count: fields.exchangedPairs, total: recipe?.frameCount,
          note: "the second field of each frame is shown before the first"))
    }
    if let cause = alpha.cause { result.findings.append(Finding(.alpha, count: 1, note: cause)) }
    if let words = try timecodeFault() { result.findings.append(Finding(.timecode, count: 1, note: words)) }
    // If levels changed, colours did too.
    let areLevelsKept = !result.findings.contains { $0.kind == .levels }
    if let cause = colors.cause ?? (transfer == .sdr && areLevelsKept ? colors.strength : nil) {
      result.findings.append(Finding(.colors, count: 1, note: cause))
    }
    result.findings += checks.findings(besides: result.findings)
    if let finding = spoiled.finding(total: total, areLevelsKept: areLevelsKept, spots: checks.spots.spots) {
      result.findings.append(finding)
    }
    let damage = errors + corruptCount
    if damage > 0 { result.findings.append(Finding(.damaged, count: damage)) }
    if !qualities.isEmpty {
      result.quality = QualitySummary(
        frames: qualities, worst: worst.entries.map { qualities.scored($0.frame) }, chromaPSNR: chroma.psnr,
        minChromaPSNR: chroma.psnr == nil ? nil : chroma.min)
    }
    reportSound(into: &result)
  }

  /// The timecode's fault in words; nil if there is none or the clip was made without a timecode.
  private func timecodeFault() throws -> String? {
    guard let recipe, let text = recipe.timecode, let first = timeline.showings.compactMap(\.number).first else {
      return nil
    }
    let expected = try Timecode(parsing: text, rate: recipe.frameRate).advanced(by: first).description
    guard let timecode else { return "\(expected) lost" }
    return timecode == expected ? nil : "\(timecode) instead of \(expected) at frame \(first)"
  }

  private func reportSound(into result: inout Verification) {
    guard recipe?.sound ?? .beep == .beep else { return }
    let check = SoundCheck(sound.beeps, timeline, plan: plan?.flashes ?? [], start: start)
    (result.soundOffset, result.worstSoundOffset, result.soundGain) = (check.offset, check.worst, check.gain)
    // Without a manifest the sound may begin anywhere, so only sounds in time with flashes count as beeps.
    if recipe != nil { result.findings += check.findings }
  }
}
