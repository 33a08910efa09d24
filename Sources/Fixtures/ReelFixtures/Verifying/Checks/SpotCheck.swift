import ReelCanvas
import ReelClips
import ReelVideo

/// Finds small spots of another lightness or colour in single pictures.
///
/// A spot is as small as 8×8 pixels, too small to be seen in the errors of larger tiles.
struct SpotCheck: PairCheck {
  private var lights: [(number: Int32, time: Float, amount: Float, isPeak: Bool, x: Int32, y: Int32)] = []
  private var colors: [(span: Finding.Span, x: Int, y: Int)] = []
  private var last: ChromaCells?
  private var isColored = false
  private var examined = 0

  /// The difference in luma, of 255, that codecs do not make in 8×8 pixels, and its least ratio to the usual one.
  private static let (minLight, minRatio): (Float, Float) = (48, 4)
  /// Its least ratio to the square root of the picture's mean squared error.
  private static let minPeak = 4.0
  /// The number of pictures before and after one whose median error is the usual one.
  private static let reach = 15
  /// The change of chroma from picture to picture from which the frame is drawn in colour to compare it, and the number
  /// of pictures for which that is done, besides an eighth of all.
  private static let (suspicious, most) = (24, 64)
  /// The largest chroma that is grey, and the smallest that is a colour.
  private static let (gray, colored) = (12, 48)
  /// The share of a picture from which wrong colour is not called a spot.
  private static let largestPart = 0.05

  mutating func add(_ pair: ComparedPair) throws {
    let worst = pair.blocks.offset
    let error = Double(pair.blocks.squaredError) / Double(max(1, pair.seen.size.area))
    // An error of the whole picture is not a spot.
    let isPeak = worst.amount > Self.minPeak * error.squareRoot()
    lights.append(
      (
        Int32(clamping: pair.number), Float(pair.time), Float(worst.amount), isPeak, Int32(worst.x), Int32(worst.y)
      ))
    guard pair.isInPlace, let cells = pair.picture.chromaCells() else { return }
    defer { last = cells }
    guard isColored || last.map({ cells.change(from: $0) > Self.suspicious }) ?? true else { return }
    if pair.reference == nil { examined += 1 }
    guard examined <= Self.most + lights.count / 8 else { return }
    let drawn =
      if let reference = pair.reference {
        reference.chromaCells()
      } else {
        try RawPicture(try pair.original(), format: pair.picture.pixelFormat, matrix: .bt709).chromaCells
      }
    guard let drawn, drawn.distances.count == cells.distances.count else { return }
    let wrong = cells.distances.indices.filter {
      drawn.distances[$0] <= Self.gray && cells.distances[$0] >= Self.colored
    }
    isColored = !wrong.isEmpty && Double(wrong.count) < Self.largestPart * Double(cells.distances.count)
    guard isColored, let first = wrong.first else { return }
    let (row, column) = first.quotientAndRemainder(dividingBy: cells.columns)
    colors.append(
      (Finding.Span(pair.number, time: pair.time), column * ChromaCells.side, row * ChromaCells.side))
  }

  /// The pictures with a spot, and what is wrong with it in words.
  var spots: [(span: Finding.Span, words: String)] {
    func words(_ what: String, _ x: Int, _ y: Int) -> String { "wrong \(what) in the 8×8 pixels at \(x), \(y)" }
    var found = colors.map { (span: $0.span, words: words("colour", $0.x, $0.y)) }
    for (index, entry) in lights.enumerated() where entry.isPeak && entry.amount > Self.minLight {
      let around = lights[max(0, index - Self.reach)..<min(lights.count, index + Self.reach + 1)]
      guard let usual = Rhythm.median(around.map { Double($0.amount) }),
        entry.amount > Self.minRatio * Float(usual), !found.contains(where: { $0.span.first == Int(entry.number) })
      else { continue }
      found.append(
        (
          Finding.Span(Int(entry.number), time: Double(entry.time)), words("lightness", Int(entry.x), Int(entry.y))
        ))
    }
    return found.sorted { $0.span.first < $1.span.first }
  }

  var findings: [Finding] {
    let spots = spots
    guard let first = spots.first else { return [] }
    return [Finding(.spoiled, total: lights.count, spans: spots.map(\.span), note: first.words)]
  }
}
