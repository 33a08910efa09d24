import ReelCanvas
import ReelTiming
import ReelVideo

extension MovieWatcher {
  /// Adds the findings about everything that was seen and heard.
  func report(into result: inout Verification, errors: Int) throws {
    result.pictureCount = timeline.count
    result.readCount = timeline.readCount
    result.showings = timeline.showings
    result.frameRate = timeline.count > 1 ? timeline.rates.pictures : 0
    result.findings = timeline.findings
    result.intended = plan?.findings ?? []
    reportTurn(into: &result)
    reportLevels(into: &result)
    if let lostTags { result.findings.append(Finding(.tags, count: 1, note: lostTags)) }
    if let (count, words) = fields.fault {
      result.findings.append(Finding(.fields, count: count, total: timeline.count, note: words))
    }
    if let cause = alpha.cause { result.findings.append(Finding(.alpha, count: 1, note: cause)) }
    if let words = try timecodeFault() { result.findings.append(Finding(.timecode, count: 1, note: words)) }
    if let cause = colors.cause { result.findings.append(Finding(.colors, count: 1, note: cause)) }
    reportSpoiled(into: &result)
    let damage = errors + corruptCount
    if damage > 0 { result.findings.append(Finding(.damaged, count: damage)) }
    if !qualities.isEmpty {
      result.quality = QualitySummary(
        frames: qualities, worst: worst.entries.map { qualities.scored($0.frame) }, chromaPSNR: chroma.psnr)
    }
    reportSound(into: &result)
  }

  private func reportSpoiled(into result: inout Verification) {
    let total = timeline.count
    // If all levels changed, errors in dark and light areas are a natural result of that.
    if let part = lasting.part, part.count > spoiled.count, !result.findings.contains(where: { $0.kind == .levels }) {
      let side = LastingErrors.side
      let words =
        "\(decimal(part.psnr, places: 1)) dB in the \(side)×\(side) pixels at "
        + "\(visibleOrigin.x + part.x), \(visibleOrigin.y + part.y)"
      result.findings.append(
        Finding(
          .spoiled, count: part.count, total: total, pattern: part.count == total ? "all of them" : nil,
          note: "worst: \(words)"))
    } else if let worst = spoiled.min(by: { $0.psnr < $1.psnr }) {
      result.findings.append(
        Finding(
          .spoiled, total: total, spans: spoiled.map(\.span), pattern: spoiled.count == total ? "all of them" : nil,
          note: "worst: \(worst.words)"))
    }
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

  private func reportTurn(into result: inout Verification) {
    let usual = turns.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    result.orientation = usual?.key.after(playerTurn)
    let wrong = turns.filter { $0.key != playerTurn }
    let count = max(wrong.values.reduce(0, +), slanted.count)
    guard count > 0 else { return }
    var words = Set(wrong.keys.map { $0.after(playerTurn) }).sorted { $0.rawValue < $1.rawValue }.map(\.appearance)
    if slanted.count > 0 {
      let (columns, rows) = (slanted.columns / Double(slanted.count), slanted.rows / Double(slanted.count))
      let turn = abs(columns - rows) < 1 ? (columns + rows) / 2 : 0
      words.append(
        turn == 0
          ? "sheared by \(decimal(abs(columns - rows), places: 0))°"
          : "turned by \(decimal(abs(turn), places: 0))° \(turn > 0 ? "clockwise" : "anticlockwise")")
    }
    result.findings.append(
      Finding(.orientation, count: count, total: timeline.count, note: words.joined(separator: ", ")))
  }

  private func reportLevels(into result: inout Verification) {
    guard levels.count > 0 else { return }
    let mean = FrameMarkLevels(black: levels.black / levels.count, white: levels.white / levels.count)
    let luminance = transfer.map { $0.luminance($0.light(mean.white / 255 * $0.signal(1))) }
    let isOffWhite = transfer?.isHDR == true && abs((luminance ?? 0) / ColorTransfer.white - 1) > Self.maxLuminanceError
    guard mean.isChanged || isOffWhite else {
      let luma = FrameMarkLevels(black: lumaLevels.black / levels.count, white: lumaLevels.white / levels.count)
      // There may be too few greys, but marks are black and white in every picture.
      let cause = colors.toneCause ?? (luma.isFullLuma && !colors.keepsLight ? ToneCheck.stretchedWords : nil)
      if let cause { result.findings.append(Finding(.levels, count: 1, note: cause)) }
      return
    }
    if transfer?.isHDR == true, let luminance {
      let words = "white of \(decimal(ColorTransfer.white, places: 0)) cd/m² at \(decimal(luminance, places: 0))"
      result.findings.append(Finding(.levels, count: 1, note: words))
      return
    }
    let words = "black at \(decimal(mean.black, places: 0)), white at \(decimal(mean.white, places: 0)) of 255"
    result.findings.append(Finding(.levels, count: 1, note: mean.cause.map { "\($0): \(words)" } ?? words))
  }

  private func reportSound(into result: inout Verification) {
    guard recipe?.sound ?? .beep == .beep else { return }
    // Faint noise is a beep only if it contains a number.
    let heard = beeps.beeps.isEmpty ? faintBeeps.beeps.filter { $0.number != nil } : beeps.beeps
    let check = SoundCheck(heard, timeline, plan: plan?.flashes ?? [], start: start)
    (result.soundOffset, result.worstSoundOffset) = (check.offset, check.worst)
    // Without a manifest the sound may begin anywhere, so only sounds in time with flashes count as beeps.
    if recipe != nil { result.findings += check.findings }
  }
}
