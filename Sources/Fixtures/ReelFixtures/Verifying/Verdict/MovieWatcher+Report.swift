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
    if let placement, let place = placement.place {
      result.findings += placement.findings(areFieldsKept: fields.fault == nil)
      result.scale = [place.scale.x, place.scale.y]
      result.aspect = place.aspect * place.stretch
      result.scaleWords = place.scaleWords
    }
    reportLevels(into: &result)
    if let lostTags { result.findings.append(Finding(.tags, count: 1, note: lostTags)) }
    if let (count, words) = fields.fault {
      result.findings.append(Finding(.fields, count: count, total: timeline.count, note: words))
    }
    if let cause = alpha.cause { result.findings.append(Finding(.alpha, count: 1, note: cause)) }
    if let words = try timecodeFault() { result.findings.append(Finding(.timecode, count: 1, note: words)) }
    // If levels changed, colours did too.
    let areLevelsKept = !result.findings.contains { $0.kind == .levels }
    if let cause = colors.cause ?? (transfer == .sdr && areLevelsKept ? colors.strength : nil) {
      result.findings.append(Finding(.colors, count: 1, note: cause))
    }
    result.findings += checks.findings(besides: result.findings)
    reportSpoiled(into: &result)
    let damage = errors + corruptCount
    if damage > 0 { result.findings.append(Finding(.damaged, count: damage)) }
    if !qualities.isEmpty {
      result.quality = QualitySummary(
        frames: qualities, worst: worst.entries.map { qualities.scored($0.frame) }, chromaPSNR: chroma.psnr,
        minChromaPSNR: chroma.psnr == nil ? nil : chroma.min)
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
      Finding(
        .orientation, count: count, total: timeline.count, spans: turned.count > 8 ? [] : turned,
        note: words.joined(separator: ", ")))
  }

  /// The finding about pictures whose black or white differs from that of most; nil if there are none.
  private var levelsOfSinglePictures: Finding? {
    guard let black = Rhythm.median(pictureLevels.map { Double($0.black) }),
      let white = Rhythm.median(pictureLevels.map { Double($0.white) })
    else { return nil }
    func change(_ levels: (index: Int, black: Float, white: Float)) -> Float {
      max(abs(levels.black - Float(black)), abs(levels.white - Float(white)))
    }
    let changed = pictureLevels.filter { change($0) > Self.minLevelChange }
    guard let worst = changed.max(by: { change($0) < change($1) }) else { return nil }
    let showings = timeline.showings
    var spans: [Finding.Span] = []
    for levels in changed {
      guard let number = showings[levels.index].number else { continue }
      if let last = spans.last, last.last == number - 1 {
        spans[spans.count - 1].last = number
      } else {
        spans.append(Finding.Span(number, time: showings[levels.index].time))
      }
    }
    let note =
      "black at \(decimal(Double(worst.black), places: 0)), white at \(decimal(Double(worst.white), places: 0)) of 255"
    return Finding(.levels, count: changed.count, total: timeline.count, spans: spans, note: note)
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
      if let cause {
        result.findings.append(Finding(.levels, count: 1, note: cause))
      } else if let finding = levelsOfSinglePictures {
        result.findings.append(finding)
      }
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

  /// The time in seconds within which a beep with the same number is an echo.
  private static let longestEcho = 5.0

  private func reportSound(into result: inout Verification) {
    guard recipe?.sound ?? .beep == .beep else { return }
    let loud = beeps.beeps
    // Faint noise is a beep only if it contains a number, and one that is no echo.
    let faint = faintBeeps.beeps.filter { beep in
      beep.number != nil && !loud.contains { $0.number == beep.number && abs($0.time - beep.time) < Self.longestEcho }
        && !loud.contains { abs($0.time - beep.time) < 0.2 }
    }
    let check = SoundCheck(loud + faint, timeline, plan: plan?.flashes ?? [], start: start)
    (result.soundOffset, result.worstSoundOffset, result.soundGain) = (check.offset, check.worst, check.gain)
    // Without a manifest the sound may begin anywhere, so only sounds in time with flashes count as beeps.
    if recipe != nil { result.findings += check.findings }
  }
}
