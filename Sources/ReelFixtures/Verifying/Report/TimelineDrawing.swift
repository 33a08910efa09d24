/// The drawing of a timeline: frames of the clip, pictures of the movie, and how the one runs over the other.
struct TimelineDrawing {
  var timeline: Timeline
  var verification: Verification

  private static let width = 1000
  private static let left = 74

  /// The drawing, with its legend.
  var html: String {
    let columns = Self.width - Self.left
    let frames = timeline.frameStates(columns: columns)
    let pictures = timeline.pictureStates(columns: columns)
    let used = Set(frames + pictures).sorted()
    return """
      <svg viewBox="0 0 \(Self.width) 330" role="img" aria-label="timeline">
      <text x="0" y="19">clip</text>\(strip(frames, y: 4))
      <text x="0" y="49">movie</text>\(strip(pictures, y: 34))
      \(graph(top: 74, bottom: 300))
      </svg>
      <div class="legend">\(used.map(Self.legend).joined())</div>
      """
  }

  private func strip(_ states: [Timeline.State], y: Int) -> String {
    guard !states.isEmpty else { return "" }
    let step = Double(Self.width - Self.left) / Double(states.count)
    var (result, start) = ("", 0)
    for index in 1...states.count where index == states.count || states[index] != states[start] {
      let x = decimal(Double(Self.left) + Double(start) * step, places: 2)
      let width = decimal(max(0.8, Double(index - start) * step - (step > 4 ? 0.6 : 0)), places: 2)
      result +=
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"22\" rx=\"2\" fill=\"\(Self.color(states[start]))\"/>"
      start = index
    }
    return result
  }

  /// Frame numbers over time: a straight line if nothing happened.
  private func graph(top: Int, bottom: Int) -> String {
    let points = timeline.points(most: 1200)
    guard let first = points.first, let last = points.last else { return "" }
    let (early, late) = (min(0, first.time), max(last.time, early(first.time) + 1e-3))
    let highest = max(1, timeline.reference.frameCount.map { $0 - 1 } ?? 0, points.map(\.number).max() ?? 1)
    func x(_ time: Double) -> String {
      decimal(Double(Self.left) + (time - early) / (late - early) * Double(Self.width - Self.left - 6), places: 1)
    }
    func y(_ number: Double) -> String {
      decimal(Double(bottom) - max(0, min(1, number / Double(highest))) * Double(bottom - top), places: 1)
    }
    // Steps, as a picture stays until the next one comes.
    var path = ""
    for (index, point) in points.enumerated() {
      path +=
        index == 0 ? "M\(x(point.time)) \(y(Double(point.number)))" : "H\(x(point.time))V\(y(Double(point.number)))"
    }
    let end = min(late, Double(highest) / timeline.rates.frames)
    let ideal = "M\(x(0)) \(y(0))L\(x(end)) \(y(end * timeline.rates.frames))"
    return """
      <path d="M\(Self.left) \(top)V\(bottom)H\(Self.width)" fill="none" stroke="var(--line)"/>
      <path d="\(ideal)" fill="none" stroke="var(--gray)" stroke-dasharray="4 4"/>
      <path d="\(path)" fill="none" stroke="var(--blue)" stroke-width="1.6"/>
      <text x="0" y="\(top + 10)">frame \(highest)</text><text x="0" y="\(bottom)">frame 0</text>
      <text x="\(Self.left)" y="\(bottom + 18)">\(Finding.seconds(early))</text>
      <text x="\(Self.width)" y="\(bottom + 18)" text-anchor="end">\(Finding.seconds(late))</text>
      """
  }

  private func early(_ first: Double) -> Double { min(0, first) }

  private static func color(_ state: Timeline.State) -> String {
    switch state {
    case .good: "var(--good)"
    case .duplicated: "var(--orange)"
    case .reordered: "var(--violet)"
    case .unreadable: "var(--gray)"
    case .foreign: "var(--blue)"
    case .dropped: "var(--bad)"
    }
  }

  private static func legend(_ state: Timeline.State) -> String {
    let name =
      switch state {
      case .good: "as it should be"
      case .duplicated: "shown again"
      case .reordered: "out of order"
      case .unreadable: "mark unreadable"
      case .foreign: "another clip"
      case .dropped: "missing"
      }
    return "<span><i style=\"background:\(color(state))\"></i>\(name)</span>"
  }
}

/// The drawing of the quality of all pictures, the lowest of each column.
struct QualityDrawing {
  var frames: FrameQualities

  /// Above this nobody sees a difference, and equal pictures have no number at all.
  private static let highest = 60.0

  /// The drawing.
  var html: String {
    let (width, height, left) = (1000, 150, 74)
    let columns = min(frames.count, width - left)
    var lowest = [Double](repeating: Self.highest, count: columns)
    for (index, frame) in frames.enumerated() {
      let column = index * columns / frames.count
      lowest[column] = min(lowest[column], frame.psnr)
    }
    func y(_ psnr: Double) -> String {
      decimal(Double(height - 20) - max(0, psnr) / Self.highest * Double(height - 30), places: 1)
    }
    var path = ""
    for (index, psnr) in lowest.enumerated() {
      let x = Double(left) + (Double(index) + 0.5) * Double(width - left) / Double(columns)
      path += "\(index == 0 ? "M" : "L")\(decimal(x, places: 1)) \(y(psnr))"
    }
    let lines = [20.0, 40, 60].map {
      "<path d=\"M\(left) \(y($0))H\(width)\" stroke=\"var(--line)\"/><text x=\"0\" y=\"\(y($0))\" dy=\"4\">"
        + "\(Int($0)) dB\($0 == Self.highest ? " +" : "")</text>"
    }
    return """
      <svg viewBox="0 0 \(width) \(height)" role="img" aria-label="PSNR of each picture">\(lines.joined())
      <path d="\(path)" fill="none" stroke="var(--blue)" stroke-width="1.6"/></svg>
      """
  }
}
