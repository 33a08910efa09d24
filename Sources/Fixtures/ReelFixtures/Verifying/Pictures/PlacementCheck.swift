import ReelGeometry

/// Determines where the clip's frames are in the movie's pictures, for the film and for single pictures.
struct PlacementCheck: Sendable {
  /// A stretch of pictures with one placement.
  private struct Run {
    var place: PicturePlacement
    var spans: [Finding.Span]
    var count: Int
  }

  /// The size of the frames as drawn.
  private let original: PixelSize
  /// The width of the movie's pixels divided by their height.
  private let pixelAspect: Double
  private var runs: [AffineTransform: Run] = [:]
  /// The most different placements that are kept.
  private static let most = 1000
  /// The errors of the picture's outer lines.
  private var edges = EdgeErrors()

  init(original: PixelSize, pixelAspect: Double) { (self.original, self.pixelAspect) = (original, pixelAspect) }

  /// Adds a picture.
  mutating func add(_ geometry: PictureGeometry, number: Int, time: Double) {
    guard runs[geometry.transform] != nil || runs.count < Self.most else { return }
    var run =
      runs.removeValue(forKey: geometry.transform)
      ?? Run(
        place: PicturePlacement(
          geometry.transform, original: original, observed: geometry.size, pixelAspect: pixelAspect),
        spans: [], count: 0)
    run.count += 1
    if let last = run.spans.last, last.last == number - 1 {
      run.spans[run.spans.count - 1].last = number
    } else {
      run.spans.append(Finding.Span(number, time: time))
    }
    runs[geometry.transform] = run
  }

  /// Adds the errors of a whole picture's outer lines.
  mutating func addEdges(_ seen: LumaPlane, _ drawn: LumaPlane) { edges.add(seen, drawn) }

  /// The placement of most pictures; nil if none was compared.
  var place: PicturePlacement? { usual?.place }

  private var usual: Run? {
    runs.values.max { ($0.count, -($0.spans.first?.first ?? 0)) < ($1.count, -($1.spans.first?.first ?? 0)) }
  }

  /// The findings about the placement.
  ///
  /// - Parameter areFieldsKept: Whether the fields are as made; otherwise a shift by one line and other outer lines come from that.
  func findings(areFieldsKept: Bool) -> [Finding] {
    guard let usual else { return [] }
    let place = usual.place
    var found: [Finding] = []
    let isShifted = areFieldsKept || place.crop.total > 1 || place.borders.total > 1
    let crop = place.crop.description
    if !crop.isEmpty, isShifted {
      found.append(Finding(.cropped, count: place.crop.total, note: "\(crop) of \(original)"))
    }
    let borders = place.borders.description
    if !borders.isEmpty, isShifted {
      found.append(Finding(.borders, count: place.borders.total, note: "\(borders) of \(place.size)"))
    } else if areFieldsKept, let (count, words) = edges.fault {
      found.append(Finding(.borders, count: count, note: words))
    }
    if let words = place.aspectWords { found.append(Finding(.aspect, count: 1, note: words)) }
    var moved: [(span: Finding.Span, shift: (x: Double, y: Double))] = []
    for run in runs.values {
      let shift = run.place.shift(from: place)
      guard max(abs(shift.x), abs(shift.y)) > PicturePlacement.minShift else { continue }
      moved += run.spans.map { ($0, shift) }
    }
    moved.sort { $0.span.first < $1.span.first }
    if let worst = moved.max(by: { abs($0.shift.x) + abs($0.shift.y) < abs($1.shift.x) + abs($1.shift.y) }) {
      let note =
        "frame \(worst.span.first) by \(decimal(worst.shift.x, places: 1)), \(decimal(worst.shift.y, places: 1)) pixels"
      let total = runs.values.reduce(0) { $0 + $1.count }
      found.append(Finding(.moved, total: total, spans: moved.map(\.span), note: note))
    }
    return found
  }
}

/// Where a frame is in a picture.
struct PicturePlacement: Hashable, Sendable {
  /// Whole pixels at the four sides.
  struct Sides: Hashable, Sendable, CustomStringConvertible {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0
    var total: Int { left + right + top + bottom }
    /// The sides that are not 0, in words.
    var description: String {
      [("left", left), ("right", right), ("top", top), ("bottom", bottom)].filter { $0.1 > 0 }
        .map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }
  }

  /// The pixels of the frame that are missing.
  var crop = Sides()
  /// The pixels of the picture that do not belong to the frame.
  var borders = Sides()
  /// The size of the picture.
  let size: PixelSize
  /// The scales along both axes of the picture.
  let scale: (x: Double, y: Double)
  /// The width of the shown frame divided by what it should be.
  let stretch: Double
  /// The intended width of the frame divided by its height.
  let aspect: Double
  private let middle: Point

  /// The distance in pixels from which an edge is elsewhere.
  static let minShift = 0.6
  /// The relative stretch from which pictures look distorted.
  private static let minStretch = 0.012

  init(_ transform: AffineTransform, original: PixelSize, observed: PixelSize, pixelAspect: Double) {
    size = observed
    let isTurned = abs(transform.a) < abs(transform.b)
    let (width, height) = (Double(original.width), Double(original.height))
    let frame = transform.apply(Rect(x: 0, y: 0, width: width, height: height))
    let (across, down) = isTurned ? (height, width) : (width, height)
    scale = (frame.width / across, frame.height / down)
    func pixels(_ distance: Double) -> Int { distance > Self.minShift ? Int(clamping: distance.rounded()) : 0 }
    let (right, bottom) = (frame.maxX - Double(observed.width), frame.maxY - Double(observed.height))
    crop = Sides(
      left: pixels(-frame.minX / scale.x), right: pixels(right / scale.x), top: pixels(-frame.minY / scale.y),
      bottom: pixels(bottom / scale.y))
    borders = Sides(
      left: pixels(frame.minX), right: pixels(-right), top: pixels(frame.minY), bottom: pixels(-bottom))
    stretch = scale.x * pixelAspect / scale.y
    aspect = across / down
    middle = transform.apply(Point(x: width / 2, y: height / 2))
  }

  /// The change of the aspect ratio in words; nil if there is none.
  var aspectWords: String? {
    // Sizes are rounded to even numbers of pixels.
    let rounding = 2 / Double(max(1, min(size.width, size.height)))
    guard abs(stretch - 1) > max(Self.minStretch, rounding) else { return nil }
    let ratio = max(stretch, 1 / stretch)
    return "\(decimal(ratio, places: 3)) times too \(stretch > 1 ? "wide" : "high")"
  }

  /// The distance between the centres of the frame in two placements, in pixels of the picture.
  func shift(from other: PicturePlacement) -> (x: Double, y: Double) {
    (middle.x - other.middle.x, middle.y - other.middle.y)
  }

  /// The scale in words; empty for pictures of the original size.
  var scaleWords: String {
    let words = [scale.x, scale.y].map { decimal($0, places: 3) }
    return words == ["1", "1"] ? "" : "scaled by \(words[0] == words[1] ? words[0] : words.joined(separator: " × "))"
  }

  static func == (a: PicturePlacement, b: PicturePlacement) -> Bool {
    a.crop == b.crop && a.borders == b.borders && a.size == b.size && a.scale == b.scale && a.middle == b.middle
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(crop)
    hasher.combine(borders)
    hasher.combine(size)
  }
}

/// Finds outer lines of the pictures that show something else than the frame.
struct EdgeErrors: Sendable {
  /// The number of lines at each side.
  private static let reach = 8
  /// The mean squared error of a wrong line, and its least ratio to that of the whole picture.
  private static let minError = 400.0
  private static let minRatio = 20.0
  private static let names = ["left", "right", "top", "bottom"]

  private var sums = [[Double]](repeating: [Double](repeating: 0, count: reach), count: 4)
  private var total = 0.0
  private var count = 0

  /// Compares a picture with the expected one.
  mutating func add(_ seen: LumaPlane, _ drawn: LumaPlane) {
    let (width, height) = (seen.size.width, seen.size.height)
    guard seen.size == drawn.size, width >= 8 * Self.reach, height >= 8 * Self.reach else { return }
    func error(_ start: Int, _ step: Int, _ length: Int) -> Double {
      var sum = 0
      for index in 0..<length {
        let difference = Int(seen.bytes[start + index * step]) - Int(drawn.bytes[start + index * step])
        sum += difference * difference
      }
      return Double(sum) / Double(length)
    }
    for line in 0..<Self.reach {
      sums[0][line] += error(line, width, height)
      sums[1][line] += error(width - 1 - line, width, height)
      sums[2][line] += error(line * width, 1, width)
      sums[3][line] += error((height - 1 - line) * width, 1, width)
    }
    // Rows in the middle of the picture give the error of the whole.
    total +=
      stride(from: height / 4, to: height * 3 / 4, by: 4).map { error($0 * width, 1, width) }
      .sorted()[height / 16]
    count += 1
  }

  /// The number of wrong lines and their sides in words; nil if there are none.
  var fault: (count: Int, words: String)? {
    guard count > 0 else { return nil }
    let least = max(Self.minError, Self.minRatio * total / Double(count))
    let lines = sums.map { side in side.prefix { $0 / Double(count) > least }.count }
    // If all lines are wrong, so is more than an edge.
    let wrong = zip(Self.names, lines).filter { $0.1 > 0 && $0.1 < Self.reach }
    guard !wrong.isEmpty else { return nil }
    return (
      wrong.reduce(0) { $0 + $1.1 }, wrong.map { "\($0.1) \($0.0)" }.joined(separator: ", ") + ", over the frame"
    )
  }
}
