import ReelVideo

/// Determines whether black and white of the marks became lighter or darker.
struct LevelCheck: Sendable {
  /// Sums over all pictures, from 0 to 255.
  private var levels = (count: 0.0, black: 0.0, white: 0.0)
  /// The same for each picture, by its index.
  private var pictures: [(index: Int, black: Float, white: Float)] = []
  /// The same sums in luma samples, which extend beyond the levels at which players clip.
  private var luma = (black: 0.0, white: 0.0)

  /// The side of the smallest cells of a mark that are not blurred completely, in pixels.
  private static let minCell = 6.0
  /// The change of a single picture's black or white, of 255, that no codec makes.
  private static let minChange: Float = 24
  /// The maximum relative error in luminances of high dynamic range that counts as codec loss.
  private static let maxLuminanceError = 0.1

  /// Adds the levels of a picture's mark in luma samples.
  ///
  /// - Parameter white: White in the samples of the picture.
  mutating func add(_ found: FrameMarkLevels, _ pose: FrameMarkPose, white: Double, index: Int) {
    guard [pose.column, pose.row].allSatisfy({ max(abs($0.dx), abs($0.dy)) >= Self.minCell }) else { return }
    var seen = found.ofLuma
    (seen.black, seen.white) = (seen.black * 255 / white, seen.white * 255 / white)
    pictures.append((index, Float(seen.black), Float(seen.white)))
    levels.count += 1
    levels.black += seen.black
    levels.white += seen.white
    luma.black += found.black
    luma.white += found.white
  }

  /// The finding; nil if the levels are those of the clip.
  ///
  /// - Parameters:
  ///   - transfer: The transfer function of the samples.
  ///   - colors: What became of the colours.
  ///   - showings: The pictures.
  func finding(_ transfer: ColorTransfer?, _ colors: ColorCheck, _ showings: [Showing]) -> Finding? {
    guard levels.count > 0 else { return nil }
    let mean = FrameMarkLevels(black: levels.black / levels.count, white: levels.white / levels.count)
    let luminance = transfer.map { $0.luminance($0.light(mean.white / 255 * $0.signal(1))) }
    let isOffWhite = transfer?.isHDR == true && abs((luminance ?? 0) / ColorTransfer.white - 1) > Self.maxLuminanceError
    guard mean.isChanged || isOffWhite else {
      let luma = FrameMarkLevels(black: self.luma.black / levels.count, white: self.luma.white / levels.count)
      // There may be too few greys, but marks are black and white in every picture.
      let cause = colors.toneCause ?? (luma.isFullLuma && !colors.keepsLight ? ToneCheck.stretchedWords : nil)
      return cause.map { Finding(.levels, count: 1, note: $0) } ?? findingOfSinglePictures(showings)
    }
    if transfer?.isHDR == true, let luminance {
      let words = "white of \(decimal(ColorTransfer.white, places: 0)) cd/m² at \(decimal(luminance, places: 0))"
      return Finding(.levels, count: 1, note: words)
    }
    let words = "black at \(decimal(mean.black, places: 0)), white at \(decimal(mean.white, places: 0)) of 255"
    return Finding(.levels, count: 1, note: (colors.roundingCause ?? mean.cause).map { "\($0): \(words)" } ?? words)
  }

  /// The finding about pictures whose black or white differs from that of most; nil if there are none.
  private func findingOfSinglePictures(_ showings: [Showing]) -> Finding? {
    guard let black = Rhythm.median(pictures.map { Double($0.black) }),
      let white = Rhythm.median(pictures.map { Double($0.white) })
    else { return nil }
    func change(_ levels: (index: Int, black: Float, white: Float)) -> Float {
      max(abs(levels.black - Float(black)), abs(levels.white - Float(white)))
    }
    let changed = pictures.filter { change($0) > Self.minChange }
    guard let worst = changed.max(by: { change($0) < change($1) }) else { return nil }
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
    return Finding(.levels, count: changed.count, total: showings.count, spans: spans, note: note)
  }
}
