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
    while next < captions.endIndex {
      let first = captions[next]
      guard first.until == nil else {
        if let shown = span(first.from, first.until, time, index, &clock) {
          add(first, index, first.from == nil ? min(quiet.start, shown.end) : shown.start, shown.end, &film)
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

  /// The time of a scene without the halves of its transitions in which more is seen of another one.
  func quietTime(of index: Int, _ time: TimeSpan) -> TimeSpan {
    var page = index
    while let parent = spans[page].parent { page = parent }
    guard page == index, time.start < time.end else { return time }
    let isLast = page == spans.indices.last { spans[$0].parent == nil }
    let end = time.end - (isLast ? 0 : items[page].transition.overlap / 2)
    return TimeSpan(framed(time.start + spans[page].overlap / 2), framed(end))
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

  /// Reserves strips on pages for captions beside scenes, as high as the largest caption needs.
  func addStrips(_ film: inout StoryFilm) {
    for index in film.pages.indices {
      let page = film.pages[index]
      // A caption shown during a transition belongs to the page it was written for.
      let end = index + 1 < film.pages.count ? film.pages[index + 1].start : page.end
      let start = index > 0 ? max(page.start, film.pages[index - 1].end) : page.start
      let captions = film.captions.filter {
        $0.start < end && $0.end > start && $0.place?.takesRoom ?? false
      }
      // All captions of a page are on one side, the first caption's.
      guard let first = captions.first else { continue }
      let bounds = Rect(origin: .zero, size: storyboard.film.page)
      let heights = captions.map { CaptionSetting($0, on: Page(bounds)).stripHeight }
      film.pages[index].strip = .init(
        isAbove: first.place == .above, height: heights.max() ?? 0, color: CaptionSetting.ground(of: first))
    }
  }
}
