import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layout of a program's lines on a page, and their movements.
struct CodeSetting {
  private let scene: CodeScene
  private let length: Double
  let card: Rect
  private let text: Rect
  private let font: Font
  private let lineHeight: Double
  private let numberWidth: Double
  private let colors: CodeColors
  private let point: Double

  /// The longest line, in letters that are shown of it.
  let shownColumns: Int

  /// The size of letters.
  var fontSize: Double { font.size }

  /// The smallest font sizes, in points, to which long programs and long lines shrink.
  private static let (smallestOfMany, smallestOfLong) = (32.0, 24.0)
  /// The smallest font size, in points, to which a program shrinks that then fits.
  private static let smallestOfWhole = 28.0
  /// The duration of a change, in seconds.
  private static let change = 0.6
  /// The opacity of the other lines while some are highlighted.
  private static let dimmed = 0.45

  init(_ scene: CodeScene, on page: Page, length: Double) {
    self.scene = scene
    self.length = length
    point = page.point
    colors = CodeColors(scene.theme)
    let versions = scene.versions.map(\.lines)
    let lineCount = versions.map(\.count).max() ?? 1
    let columns = max(20, versions.joined().map(\.count).max() ?? 20)
    let room = page.safe.inset(by: 20 * page.point)
    let header = 74 * page.point
    // The width of a letter at 1 point; the font is monospaced.
    let letter = TextLayout("MMMMMMMMMM", font: Font("monospace", size: 100)).size.width / 1000
    let digits = Double("\(lineCount)".count + 2)
    // A program with many more lines scrolls; one with longer lines is cut.
    let across = (room.width - 72 * page.point) / ((Double(columns) + digits) * letter)
    let down = (room.height - header - 32 * page.point) / (Double(lineCount) * 1.42)
    // A short program is as large as the page allows.
    let wanted = scene.chosenSize ?? TypeScale.growths[1] * scene.size
    let size = min(
      wanted * page.point, down >= Self.smallestOfWhole * page.point ? down : Self.smallestOfMany * page.point,
      max(across, Self.smallestOfLong * page.point)
    )
    shownColumns = Int((room.width - 72 * page.point) / (letter * size) - digits)
    font = Font("monospace", size: size)
    lineHeight = 1.42 * size
    numberWidth = digits * letter * size
    let height = min(room.height, header + Double(lineCount) * lineHeight + 32 * page.point)
    card = Rect(x: room.minX, y: room.center.y - height / 2, width: room.width, height: height)
    // Whole lines are shown of a program that scrolls.
    let rows = ((height - header - 16 * page.point) / lineHeight).rounded(.down)
    text = Rect(
      x: 36 * page.point, y: header, width: card.width - 72 * page.point,
      height: Double(lineCount) > rows ? max(1, rows) * lineHeight : height - header - 16 * page.point)
  }

  func install(on layer: Layer) {
    let sheet = Layer(frame: card)
    sheet.backgroundColor = colors.sheet
    sheet.cornerRadius = 22 * point
    (sheet.borderWidth, sheet.borderColor) = (max(1, 2 * point), colors.edge)
    layer.addSublayer(sheet)
    addHeader(to: sheet)
    let window = Layer(frame: text)
    window.masksToBounds = true
    sheet.addSublayer(window)
    let height = max(text.height, Double(scene.versions.map(\.lines.count).max() ?? 1) * lineHeight)
    let content = Layer(frame: Rect(x: 0, y: 0, width: text.width, height: height))
    window.addSublayer(content)
    addBands(to: content)
    addNumbers(to: content)
    for line in lines() { add(line, to: content) }
    scroll(content)
  }

  private func addHeader(to sheet: Layer) {
    for (index, color) in colors.dots.enumerated() {
      let dot = Layer(
        frame: Rect(x: (36 + 34 * Double(index)) * point, y: 28 * point, width: 20 * point, height: 20 * point))
      dot.backgroundColor = color
      dot.cornerRadius = 10 * point
      sheet.addSublayer(dot)
    }
    guard !scene.title.isEmpty else { return }
    let title = TextLayer(scene.title, font: Font("monospace", size: 30 * point), color: colors.soft)
    title.alignment = .center
    title.frame = Rect(x: 160 * point, y: 19 * point, width: card.width - 320 * point, height: 42 * point)
    sheet.addSublayer(title)
  }

  /// The time of a step; step 0 is the beginning.
  private func time(of step: Int) -> Double {
    guard step > 0 else { return 0 }
    return scene.steps[step - 1].at ?? length * Double(step) / Double(scene.steps.count + 1)
  }

  /// The lines highlighted in a step; step 0 is the beginning.
  private func litLines(at step: Int) -> [ClosedRange<Int>] { step > 0 ? scene.steps[step - 1].lines : scene.lines }

  private func isLit(_ line: Int, at step: Int) -> Bool {
    let ranges = litLines(at: step)
    return ranges.isEmpty || ranges.contains { $0.contains(line + 1) }
  }

  // MARK: - Lines through the versions

  /// A line of the program, and its position in each version.
  private struct Line {
    var text: String
    /// The line's number by version, from 0.
    var rows: [Int: Int]
  }

  private func lines() -> [Line] {
    let versions = scene.versions.map(\.lines)
    var lines = versions[0].enumerated().map { Line(text: $0.element, rows: [0: $0.offset]) }
    var last = Array(lines.indices)
    for version in versions.indices.dropFirst() {
      var current: [Int?] = last.map { $0 }
      let difference = versions[version].difference(from: versions[version - 1])
      for case .remove(let offset, _, _) in difference.removals.reversed() { current.remove(at: offset) }
      for case .insert(let offset, _, _) in difference.insertions { current.insert(nil, at: offset) }
      last = current.enumerated().map { row, known in
        if let known {
          lines[known].rows[version] = row
          return known
        }
        lines.append(Line(text: versions[version][row], rows: [version: row]))
        return lines.count - 1
      }
    }
    return lines
  }

  private func frame(ofRow row: Int) -> Rect {
    Rect(x: numberWidth, y: Double(row) * lineHeight, width: text.width - numberWidth, height: lineHeight)
  }

  private func add(_ line: Line, to content: Layer) {
    guard let first = line.rows.keys.min(), !line.text.isEmpty, let row = line.rows[first] else { return }
    let layer = CodeLineLayer(line.text, font: font, colors: colors, frame: frame(ofRow: row))
    content.addSublayer(layer)
    let versions = scene.versions
    var version = 0
    var opacity = first == 0 ? isLit(row, at: 0) ? 1 : Self.dimmed : 0
    layer.opacity = opacity
    for step in 1..<scene.steps.count + 1 {
      let isNew = versions.indices.contains(version + 1) && versions[version + 1].step == step
      if isNew { version += 1 }
      let row = line.rows[version]
      let wanted = row.map { isLit($0, at: step) ? 1 : Self.dimmed } ?? 0
      let start = time(of: step)
      if isNew, let row {
        let frame = frame(ofRow: row)
        Transaction.animate(duration: Self.change, delay: start, curve: .settle) { layer.position = frame.center }
      }
      guard wanted != opacity else { continue }
      // A new line appears once there is room for it.
      let isComing = isNew && opacity == 0
      Transaction.animate(
        duration: Self.change / 2, delay: start + (isComing ? Self.change / 2 : 0), curve: .easeInOut
      ) { layer.opacity = wanted }
      opacity = wanted
    }
  }

  // MARK: - Line numbers and highlights

  private func addNumbers(to content: Layer) {
    let versions = scene.versions
    for row in 0..<(versions.map(\.lines.count).max() ?? 0) {
      let text = "\(row + 1)"
      // Line numbers are right-aligned, on the baseline of their line.
      let width = TextLayout(text, font: font).size.width
      let number = CodeLineLayer(
        text, font: font, colors: colors, plain: colors.faint,
        frame: Rect(x: numberWidth * 0.68 - width, y: Double(row) * lineHeight, width: width + 1, height: lineHeight))
      number.opacity = versions[0].lines.count > row ? 1 : 0
      content.addSublayer(number)
      for version in versions.dropFirst() {
        Transaction.animate(duration: Self.change / 2, delay: time(of: version.step)) {
          number.opacity = version.lines.count > row ? 1 : 0
        }
      }
    }
  }

  /// Adds a bright band behind highlighted lines.
  private func addBands(to content: Layer) {
    for step in 0..<scene.steps.count + 1 {
      for range in litLines(at: step) {
        let band = Layer(
          frame: Rect(
            x: 0, y: Double(range.lowerBound - 1) * lineHeight, width: text.width,
            height: Double(range.count) * lineHeight))
        band.backgroundColor = colors.band
        band.cornerRadius = 8 * point
        band.opacity = step == 0 ? 1 : 0
        content.addSublayer(band)
        if step > 0 { Transaction.animate(duration: Self.change / 2, delay: time(of: step)) { band.opacity = 1 } }
        if step < scene.steps.count {
          Transaction.animate(duration: Self.change / 2, delay: max(time(of: step + 1), time(of: step) + 0.4)) {
            band.opacity = 0
          }
        }
      }
    }
  }

  /// Scrolls to the highlighted lines if not all lines fit, and through the whole program where none are.
  private func scroll(_ content: Layer) {
    let hidden = content.bounds.height - text.height
    guard hidden > 0 else { return }
    let start = content.position
    guard (0..<scene.steps.count + 1).contains(where: { !litLines(at: $0).isEmpty }) else {
      Transaction.animate(duration: 0.8 * length, delay: 0.1 * length, curve: .easeInOut) {
        content.position = Point(x: start.x, y: start.y - hidden)
      }
      return
    }
    for step in 0..<scene.steps.count + 1 {
      guard let range = litLines(at: step).first else { continue }
      let middle = (Double(range.lowerBound - 1) + Double(range.count) / 2) * lineHeight
      let shift = min(max(0, ((middle - text.height / 2) / lineHeight).rounded() * lineHeight), hidden)
      let position = Point(x: start.x, y: start.y - shift)
      guard step > 0 else {
        content.position = position
        continue
      }
      Transaction.animate(duration: Self.change, delay: time(of: step), curve: .settle) {
        content.position = position
      }
    }
  }
}

/// A line of a program with highlighted syntax.
private final class CodeLineLayer: Layer {
  private let runs: [(layout: TextLayout, x: Double, color: Color)]

  /// - Parameter plain: A single colour for all words; nil for syntax colours.
  init(_ text: String, font: Font, colors: CodeColors, plain: Color? = nil, frame: Rect) {
    var x = 0.0
    runs = CodeWord.words(of: text).map { word in
      let layout = TextLayout(word.text, font: font)
      defer { x += layout.size.width }
      return (layout, x, plain ?? colors[word.kind])
    }
    super.init(frame: frame)
  }

  override func draw(in context: GraphicsContext) {
    for run in runs {
      let top = bounds.minY + (bounds.height - run.layout.size.height) / 2
      context.draw(run.layout, at: Point(x: bounds.minX + run.x, y: top), with: .color(run.color))
    }
  }
}
