import ReelGeometry
import ReelTiming
import ReelVideo

extension StoryResolver {
  /// Adds the captions of a scene.
  ///
  /// Captions without times share the remaining time by how long they take to read.
  func addCaptions(
    of index: Int, _ time: TimeSpan, _ clock: inout StoryClock, _ film: inout StoryFilm
  ) {
    let captions = items[index].captions
    let quiet = quietTime(of: index, time)
    var next = captions.startIndex
    var late: [StoryMark] = []
    defer { noteLate(late, of: captions.count, "\(items[index].name) ends at \(StoryClock.text(time.length))") }
    while next < captions.endIndex {
      let first = captions[next]
      guard first.until == nil else {
        if let mark = first.mark, case .seconds(let start) = first.from, time.start + start >= time.end {
          late.append(mark)
          next += 1
          continue
        }
        if let shown = span(first.from, first.until, time, index, &clock) {
          // Those of a file end with their scene.
          let end = first.mark == nil ? shown.end : min(shown.end, time.end)
          add(first, index, first.from == nil ? min(quiet.start, shown.end) : shown.start, end, &film)
        }
        next += 1
        continue
      }
      // A caption without an end, and all following captions without times.
      let rest = captions[(next + 1)...].prefix { $0.from == nil && $0.until == nil }
      var start = quiet.start
      if first.from == nil, next > 0, let last = film.captions.last { start = max(start, last.end) }
      guard var shown = span(first.from, nil, time, index, &clock) else { return }
      if first.from == nil { shown.start = start }
      if shown.start < quiet.end { shown.end = min(shown.end, quiet.end) }
      if captions.indices.contains(rest.endIndex), let from = captions[rest.endIndex].from,
        let next = span(from, nil, time, index, &clock), next.start > shown.start
      {
        shown.end = next.start
      }
      guard shown.start < shown.end else {
        problems.add(
          mark(of: index), "no time is left for the caption “\(first.text.onOneLine(limit: 40))”: give it a time")
        return
      }
      share(shown, among: [first] + rest, index, &film)
      next = rest.endIndex
    }
  }

  /// Notes the captions of a file that would begin after everything.
  func noteLate(_ marks: [StoryMark], of count: Int, _ end: String) {
    guard let first = marks.first else { return }
    problems.addNote(
      first,
      marks.count == 1
        ? "this caption is left out, because it begins after \(end)"
        : "\(marks.count) of \(count) captions from here on are left out, because they begin after \(end)")
  }

  /// The time of a scene without the halves of its transitions in which more is seen of another one.
  func quietTime(of index: Int, _ time: TimeSpan) -> TimeSpan {
    let page = page(of: index)
    guard page == index, time.start < time.end else { return time }
    let isLast = page == spans.indices.last { spans[$0].parent == nil }
    let end = time.end - (isLast ? 0 : items[page].transition.overlap / 2)
    return TimeSpan(framed(time.start + spans[page].overlap / 2), framed(end))
  }

  /// The span of the page that a span belongs to.
  func page(of index: Int) -> Int {
    var page = index
    while let parent = spans[page].parent { page = parent }
    return page
  }

  /// Ends the captions of a page where the first one of a later page begins.
  func end(_ captions: inout [StoryFilm.Caption], of owners: [Int]) {
    var next = Double.infinity
    var first = Double.infinity
    for index in captions.indices.reversed() {
      if index + 1 < owners.count, owners[index + 1] != owners[index] { next = min(next, first) }
      first = min(first, captions[index].start)
      if next > captions[index].start { captions[index].end = min(captions[index].end, next) }
    }
  }

  private func share(
    _ time: TimeSpan, among captions: [StoryCaption], _ index: Int, _ film: inout StoryFilm
  ) {
    let weights = captions.map { ReadingSpeed.seconds([$0.text]) }
    let all = weights.reduce(0, +)
    var sum = 0.0
    var begin = time.start
    for (number, caption) in captions.enumerated() {
      sum += weights[number]
      let until = number == captions.count - 1 ? time.end : framed(time.start + time.length * sum / all)
      add(caption, index, begin, max(until, begin), &film)
      begin = until
    }
  }

  private func add(_ caption: StoryCaption, _ index: Int, _ start: Double, _ end: Double, _ film: inout StoryFilm) {
    var shown = StoryFilm.Caption(text: caption.text, start: start, end: end)
    shown.runs = caption.runs.isEmpty ? nil : caption.runs
    shown.position = caption.position
    shown.style = items[index].captionStyle ?? usualStyle
    shown.place = caption.place ?? storyboard.captions.place
    if shown.place == .bottom { shown.place = nil }
    if StoryCaptions.isRightToLeft(storyboard.captions.language) { shown.isRightToLeft = true }
    if storyboard.captions.show != .track {
      let setting = CaptionSetting(shown, on: Page(Rect(origin: .zero, size: storyboard.film.page)))
      if let problem = setting.text.overflow("the caption", shown.style) {
        problems.add(mark(of: index), problem)
      }
    }
    film.captions.append(shown)
  }

  /// The style of captions; nil for the default.
  var usualStyle: StoryTextStyle? {
    storyboard.captions.style == StoryTextStyle() ? nil : storyboard.captions.style
  }

  /// The time of the nearest frame.
  private func framed(_ seconds: Double) -> Double {
    let rate = storyboard.film.frameRate
    return rate.seconds(ofFrame: Int(clamping: (seconds * rate.framesPerSecond).rounded()))
  }

  /// The captions of a page.
  ///
  /// One that is shown during a transition belongs to the page it was written for.
  private func captions(ofPage index: Int, _ film: StoryFilm) -> [Int] {
    let page = film.pages[index]
    let end = index + 1 < film.pages.count ? film.pages[index + 1].start : page.end
    let start = index > 0 ? max(page.start, film.pages[index - 1].end) : page.start
    return film.captions.indices.filter { film.captions[$0].start < end && film.captions[$0].end > start }
  }

  /// The least space between a caption's plate and what it must not cover, in points.
  private static let clearance = 12.0

  /// Moves captions to where they cover no text and no subject of a scene: to the other edge of the page, or below it.
  ///
  /// All captions of a page move together.
  func clearSubjects(_ film: inout StoryFilm) {
    let page = Page(Rect(origin: .zero, size: storyboard.film.page))
    for index in film.pages.indices {
      let numbers = captions(ofPage: index, film).filter { !(film.captions[$0].place?.takesRoom ?? false) }
      guard !numbers.isEmpty else { continue }
      let above = film.overlays.filter {
        $0.start < film.pages[index].end && $0.end > film.pages[index].start
      }
      let overlays = (above + (film.pages[index].overlays ?? [])).compactMap { $0.look.textFrame(in: page.bounds) }
      let subjects = film.pages[index].parts.flatMap { $0.subjects(in: page.bounds) } + overlays
      guard !subjects.isEmpty else { continue }
      func isClear(of subjects: [Rect], _ change: (inout StoryFilm.Caption) -> Void) -> Bool {
        let moved = numbers.map { number in
          var caption = film.captions[number]
          change(&caption)
          return caption
        }
        return CaptionSetting.settings(of: moved, on: page).allSatisfy { setting in
          !subjects.contains { $0.intersects(setting.plate.inset(by: -Self.clearance * page.point)) }
        }
      }
      let changes: [(inout StoryFilm.Caption) -> Void] = [
        { _ in }, { ($0.place, $0.position) = (nil, nil) }, { ($0.place, $0.position) = (.top, nil) },
      ]
      // In a strip beside the scene there are only overlays.
      let strips: [(inout StoryFilm.Caption) -> Void] = [
        { ($0.place, $0.position) = (.below, nil) }, { ($0.place, $0.position) = (.above, nil) },
      ]
      let change =
        changes.first { isClear(of: subjects, $0) } ?? strips.first { isClear(of: overlays, $0) } ?? strips[0]
      for number in numbers { change(&film.captions[number]) }
    }
  }

  /// Gives a caption on a strip the film's colours, unless it has its own.
  private func blend(_ caption: inout StoryFilm.Caption) {
    guard let colors = storyboard.captions.colors, let ground = colors.ground, ground.center == ground.edge,
      caption.style?.background == nil, caption.style?.color == nil
    else { return }
    var style = caption.style ?? StoryTextStyle()
    (style.background, style.color) = (ground.center, colors.ink)
    caption.style = style
  }

  /// Reserves strips on pages for captions beside scenes, as high as the largest caption needs.
  func addStrips(_ film: inout StoryFilm) {
    for index in film.pages.indices {
      let numbers = captions(ofPage: index, film).filter { film.captions[$0].place?.takesRoom ?? false }
      for number in numbers { blend(&film.captions[number]) }
      let captions = numbers.map { film.captions[$0] }
      // All captions of a page are on one side, the first caption's.
      guard let first = captions.first else { continue }
      let bounds = Rect(origin: .zero, size: storyboard.film.page)
      let heights = CaptionSetting.settings(of: captions, on: Page(bounds)).map {
        $0.stripHeight(isAbove: first.place == .above)
      }
      film.pages[index].strip = .init(
        isAbove: first.place == .above, height: heights.max() ?? 0, color: CaptionSetting.ground(of: first))
    }
  }
}
