/// A drawing of a timeline: frames of the clip, pictures of the movie, and a graph of one against the other.
struct TimelineDrawing {
  var timeline: Timeline
  var verification: Verification

  /// The number of columns in a drawing, which is stretched to the page's width.
  private static let columns = 920
  private static let height = 220

  /// The drawing with its legend.
  var html: String {
    let frames = timeline.frameStates(columns: Self.columns)
    let pictures = timeline.pictureStates(columns: Self.columns)
    let used = Set(frames + pictures).sorted()
    return """
      <figure class="chart"><figcaption>Frames of the clip, and pictures of the movie</figcaption>
      \(strip(frames, "clip"))
      \(strip(pictures, "movie"))</figure>
      <div class="legend">\(used.map(Self.legend).joined())</div>
      \(graph)
      """
  }

  private func strip(_ states: [Timeline.State], _ label: String) -> String {
    guard !states.isEmpty else { return "" }
    let step = Double(Self.columns) / Double(states.count)
    var (result, start) = ("", 0)
    for index in 1...states.count where index == states.count || states[index] != states[start] {
      let x = decimal(Double(start) * step, places: 2)
      let width = decimal(max(0.8, Double(index - start) * step - (step > 4 ? 0.6 : 0)), places: 2)
      result += "<rect x=\"\(x)\" width=\"\(width)\" height=\"22\" fill=\"\(Self.color(states[start]))\"/>"
      start = index
    }
    return """
      <span>\(label)</span><svg class="strip" viewBox="0 0 \(Self.columns) 22" preserveAspectRatio="none" role="img" \
      aria-label="\(label): \(Self.summary(states))">\(result)</svg>
      """
  }

  /// The strip's contents in words.
  private static func summary(_ states: [Timeline.State]) -> String {
    let faults = Set(states).subtracting([.good]).sorted().map(name)
    return faults.isEmpty ? "all as expected" : "some " + faults.joined(separator: ", some ")
  }

  /// Frame numbers over time, a straight line if nothing happened.
  private var graph: String {
    let points = timeline.points(most: 1200)
    guard let first = points.first, let last = points.last else { return "" }
    let early = min(0, first.time)
    let late = max(last.time, early + 1e-3)
    let highest = max(1, timeline.reference.frameCount.map { $0 - 1 } ?? 0, points.map(\.number).max() ?? 1)
    func x(_ time: Double) -> String {
      decimal((time - early) / (late - early) * Double(Self.columns), places: 1)
    }
    func y(_ number: Double) -> String {
      decimal(Double(Self.height) * (1 - max(0, min(1, number / Double(highest)))), places: 1)
    }
    // Steps, because a picture stays until the next one.
    var path = ""
    for (index, point) in points.enumerated() {
      path +=
        index == 0 ? "M\(x(point.time)) \(y(Double(point.number)))" : "H\(x(point.time))V\(y(Double(point.number)))"
    }
    let end = min(late, Double(highest) / timeline.rates.frames)
    let ideal = "M\(x(0)) \(y(0))L\(x(end)) \(y(end * timeline.rates.frames))"
    return """
      <figure class="chart"><figcaption>The frame that is shown, over time; dashed: as it was made</figcaption>
      <div class="scale"><span>frame \(highest)</span><span>frame 0</span></div>
      <svg viewBox="0 -2 \(Self.columns) \(Self.height + 4)" preserveAspectRatio="none" height="\(Self.height)" role="img" \
      aria-label="Frames from 0 to \(highest) over \(Finding.seconds(late - early))">
      <path d="M0 0V\(Self.height)H\(Self.columns)" stroke="var(--line)"/>
      <path d="\(ideal)" stroke="var(--gray)" stroke-dasharray="4 4"/>
      <path d="\(path)" stroke="var(--blue)" stroke-width="1.6"/></svg>
      <div class="times"><span>\(Finding.seconds(early))</span><span>\(Finding.seconds(late))</span></div></figure>
      """
  }

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

  private static func name(_ state: Timeline.State) -> String {
    switch state {
    case .good: "as expected"
    case .duplicated: "shown again"
    case .reordered: "out of order"
    case .unreadable: "mark unreadable"
    case .foreign: "another clip"
    case .dropped: "missing"
    }
  }

  private static func legend(_ state: Timeline.State) -> String {
    "<span><i style=\"background:\(color(state))\"></i>\(name(state))</span>"
  }
}
