import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelScenes
import ReelTiming
import ReelVideo

/// Turns a storyboard into a film: determines when everything begins and ends.
struct StoryResolver {
  let storyboard: Storyboard
  private(set) var spans: [StoryClock.Span] = []
  /// The items of the spans.
  private(set) var items: [StoryItem] = []
  /// The spans of the pages.
  private var pages: [Int] = []
  let problems = StoryProblems()
  /// The sounds of the film, with the span that each belongs to.
  private(set) var sounds: [(sound: StorySound, span: Int?)] = []

  init(_ storyboard: Storyboard) {
    self.storyboard = storyboard
    for item in storyboard.items {
      let index = add(item, parent: nil, previous: pages.last)
      pages.append(index)
    }
    sounds += storyboard.sounds.map { ($0, nil) }
    for overlay in storyboard.overlays { addSound(of: overlay, nil) }
    for (index, item) in items.enumerated() {
      for overlay in item.overlays { addSound(of: overlay, index) }
    }
  }

  /// Adds the sound of a movie in an overlay.
  private mutating func addSound(of overlay: StoryOverlay, _ span: Int?) {
    guard let piece = (overlay.scene as? MovieScene)?.sound else { return }
    var sound = StorySound(piece.path, at: overlay.from)
    (sound.piece, sound.until, sound.mark) = (piece, overlay.until, overlay.mark)
    sounds.append((sound, span))
  }

  private mutating func add(_ item: StoryItem, parent: Int?, previous: Int?) -> Int {
    let index = spans.count
    var span = StoryClock.Span(name: item.name)
    (span.id, span.seconds, span.from, span.until) = (item.id, item.seconds, item.from, item.until)
    (span.parent, span.previous) = (parent, previous)
    if let previous { span.overlap = items[previous].transition.overlap }
    if case .scene(let scene) = item.content { span.own = scene.intrinsicDuration }
    if item.lastsAsSound { span.seconds = soundLength(of: item) }
    spans.append(span)
    items.append(item)
    sounds += item.sounds.map { ($0, index) }
    if case .scene(let scene) = item.content, let piece = (scene as? MovieScene)?.sound {
      var sound = StorySound(piece.path)
      (sound.piece, sound.mark) = (piece, item.mark)
      sounds.append((sound, index))
    }
    if case .group(_, let children) = item.content {
      for child in children {
        let child = add(child, parent: index, previous: nil)
        spans[index].children.append(child)
      }
    }
    return index
  }

  /// Returns the film, or a stretch of it.
  ///
  /// - Throws: `StoryboardError` with all impossible times.
  func film(_ stretch: StoryStretch) throws(StoryboardError) -> (StoryFilm, FilmTracks) {
    var clock = StoryClock(spans, cues: cues)
    checkNames()
    if pages.isEmpty { problems.add(mark(of: nil), "a storyboard needs at least one scene") }
    var times: [Int: TimeSpan] = [:]
    for index in spans.indices {
      do throws(StoryClock.Failure) {
        times[index] = TimeSpan(snapped(try clock.start(of: index)), snapped(try clock.end(of: index)))
      } catch {
        problems.add(mark(of: error.index), error.message)
        // Later problems would only repeat this one.
        break
      }
    }
    try problems.throwIfAny()
    var film = StoryFilm()
    for (number, index) in pages.enumerated() {
      addPage(index, isLast: number == pages.count - 1, times, &clock, &film)
    }
    // The pages of the captions.
    var owners: [Int] = []
    for index in spans.indices {
      addWords(index, times, &clock, &film)
      owners += repeatElement(page(of: index), count: film.captions.count - owners.count)
    }
    end(&film.captions, of: owners)
    for index in spans.indices {
      guard let time = times[index] else { continue }
      for overlay in items[index].overlays { add(overlay, time, index, &clock, &film) }
    }
    for overlay in storyboard.overlays { add(overlay, TimeSpan(0, film.end), nil, &clock, &film) }
    stackTexts(&film)
    film.clip = clip(stretch, film, times)
    try problems.throwIfAny()
    film.captions.sort { $0.start < $1.start }
    var tracks = FilmTracks()
    addSounds(&clock, film, &tracks)
    tracks.chapters = film.chapters.map { FilmChapter($0.title, at: $0.start) }
    addCaptions(&film, &tracks)
    clearSubjects(&film)
    addStrips(&film)
    try problems.throwIfAny()
    return (film, tracks)
  }

  private func checkNames() {
    var known: Set<String> = []
    for (index, item) in items.enumerated() {
      guard let id = item.id else { continue }
      if !known.insert(id).inserted { problems.add(mark(of: index), "two scenes have the id \(id): rename one") }
    }
  }

  private func addPage(
    _ index: Int, isLast: Bool, _ times: [Int: TimeSpan], _ clock: inout StoryClock,
    _ film: inout StoryFilm
  ) {
    guard let time = times[index] else { return }
    let item = items[index]
    let overlaps = spans[index].overlap + (isLast ? 0 : item.transition.overlap)
    if overlaps > time.length + 1e-9 {
      problems.add(
        mark(of: index),
        "\(item.name) lasts \(StoryClock.text(time.length)), but its transitions take \(StoryClock.text(overlaps)): lengthen it, or shorten them"
      )
    }
    if isLast, item.transition.kind != .cut, !item.isRepeated {
      problems.add(mark(of: index), "the last scene has no next scene: leave out its transition")
    }
    var page = StoryFilm.Page(start: time.start, end: time.end, parts: [], transition: item.transition)
    if let part = part(index, times, &clock, page: storyboard.film.page) { page.parts = [part] }
    film.pages.append(page)
  }

  /// A scene or a group on its page.
  ///
  /// - Parameters:
  ///   - page: The size of its container, in points.
  ///   - last: The minimum end of items without an explicit end, as they stay until their container ends.
  private func part(
    _ index: Int, _ times: [Int: TimeSpan], _ clock: inout StoryClock, page: Size,
    until last: Double? = nil
  ) -> StoryFilm.Part? {
    guard let time = times[index] else { return nil }
    let item = items[index]
    var part = StoryFilm.Part(nil, start: time.start, end: time.end)
    let isOpen = spans[index].seconds == nil && spans[index].until == nil
    if let last, isOpen { part.end = max(time.end, last) }
    part.background = item.background
    part.subject = item.subject.map { UnitRect($0) }
    part.motion = motion(item.motion, since: time.start, index, &clock, nil)
    switch item.content {
    case .scene(let scene):
      check(scene, item.name, mark(of: index), length: time.length)
      if let fitted = scene as? any FittedScene {
        let page = Page(Rect(origin: .zero, size: page))
        if let problem = fitted.overflow(on: page) { problems.add(mark(of: index), problem) }
        for note in fitted.notes(on: page) { problems.addNote(mark(of: index), "\(item.name): \(note)") }
      }
      part.scene = .init(scene, seconds: time.length)
    case .group(let layout, _):
      let children = spans[index].children
      do throws(InvalidValue) {
        let cells = try layout.cells(children.count, on: page)
        part.parts = zip(children, cells).compactMap { child, cell in
          let size = Size(width: cell.width * page.width, height: cell.height * page.height)
          guard var inner = self.part(child, times, &clock, page: size, until: part.end) else {
            return nil
          }
          if layout.kind != .parallel { inner.frame = UnitRect(cell) }
          return inner
        }
      } catch {
        problems.add(mark(of: index), error.description)
      }
    }
    return part
  }

  /// Resolves the times of keyframes; nil for none.
  private func motion(
    _ keyframes: [StoryKeyframe], since start: Double, _ index: Int?, _ clock: inout StoryClock, _ mark: StoryMark?
  ) -> StoryMotion? {
    guard !keyframes.isEmpty else { return nil }
    var result: [StoryKeyframe] = []
    var last = -Double.infinity
    for keyframe in keyframes {
      do throws(StoryClock.Failure) {
        let time = try clock.value(of: keyframe.at, since: start, for: index ?? 0)
        guard time > last else {
          throw StoryClock.Failure(
            index: index ?? 0,
            message: "the keyframe at \(keyframe.at) is not after the one before it: order them by time")
        }
        last = time
        result.append(keyframe)
        result[result.count - 1].at = .seconds(time)
      } catch {
        problems.add(mark ?? self.mark(of: index), error.message)
      }
    }
    return StoryMotion(keyframes: result)
  }

  /// Sets a scene up as a thumbnail, to report problems with its line before work begins.
  private func check(_ scene: any DescribedScene, _ name: String, _ mark: StoryMark, length: Double) {
    do {
      _ = try SceneSource(
        scene, size: PixelSize(width: 64, height: 64), frameRate: storyboard.film.frameRate, length: length)
    } catch {
      problems.add(mark, "\(name) cannot be filmed: \(error)")
    }
  }

  private func addWords(
    _ index: Int, _ times: [Int: TimeSpan], _ clock: inout StoryClock, _ film: inout StoryFilm
  ) {
    guard let time = times[index] else { return }
    if let chapter = items[index].chapter { film.chapters.append(.init(title: chapter, start: time.start)) }
    addCaptions(of: index, time, &clock, &film)
  }

  /// Adds an overlay of a scene to its page, or one of the film above all pages.
  ///
  /// An overlay of a scene that begins before its page or outlasts it is above all pages, too.
  ///
  /// - Parameter whole: The time of its scene or film; numbers count from its beginning.
  private func add(
    _ overlay: StoryOverlay, _ whole: TimeSpan, _ index: Int?, _ clock: inout StoryClock, _ film: inout StoryFilm
  ) {
    let source = overlay.mark ?? mark(of: index)
    guard let time = span(overlay.from, overlay.until, whole, index, &clock, source) else { return }
    let number = index.flatMap { pages.firstIndex(of: page(of: $0)) }
    let motion = motion(overlay.motion, since: time.start, index, &clock, source)
    var shown = StoryFilm.Overlay(look: overlay.look, start: time.start, end: time.end, motion: motion)
    shown.look.moves = moves(overlay, since: time.start, &clock)
    if overlay.look.coordinates == .content {
      if let number, ContentPlace(in: film.pages[number], on: Rect(origin: .zero, size: storyboard.film.page)) != nil {
        shown.content = number
      } else {
        problems.add(
          source,
          "in: content is for overlays of a scene with an image, a drawing or a terminal: add it to that scene's overlays"
        )
      }
    }
    if let scene = overlay.scene {
      let length = min(overlay.until == nil ? scene.intrinsicDuration ?? time.length : time.length, time.length)
      check(scene, "the overlay", source, length: length)
      shown.scene = .init(scene, seconds: length)
    }
    if let number, film.pages[number].start <= time.start, time.end <= film.pages[number].end {
      film.pages[number].overlays = (film.pages[number].overlays ?? []) + [shown]
    } else {
      film.overlays.append(shown)
    }
  }

  /// The moves of a pointer, with times in seconds of the film.
  private func moves(_ overlay: StoryOverlay, since start: Double, _ clock: inout StoryClock) -> [PointerMove] {
    var last = -Double.infinity
    return overlay.look.moves.compactMap { move in
      do throws(StoryClock.Failure) {
        var move = move
        let time = try clock.value(of: move.at, since: start, for: 0)
        guard time > last else {
          throw StoryClock.Failure(
            index: 0, message: "the move at \(move.at) is not after the one before it: order them by time"
          )
        }
        last = time
        move.at = .seconds(time)
        return move
      } catch {
        problems.add(overlay.mark ?? mark(of: nil), error.message)
        return nil
      }
    }
  }

  /// The start and end of something within a span.
  func span(
    _ from: StoryTime?, _ until: StoryTime?, _ whole: TimeSpan, _ index: Int?,
    _ clock: inout StoryClock, _ mark: StoryMark? = nil
  ) -> TimeSpan? {
    do throws(StoryClock.Failure) {
      var time = whole
      if let from { time.start = snapped(try clock.value(of: from, since: whole.start, for: index ?? 0)) }
      if let until { time.end = snapped(try clock.value(of: until, since: whole.start, for: index ?? 0)) }
      guard time.start < time.end, time.start >= 0 else {
        let (start, end) = (StoryClock.text(time.start), StoryClock.text(time.end))
        throw StoryClock.Failure(
          index: index ?? 0, message: "this would disappear at \(end), before it appears at \(start)")
      }
      return time
    } catch {
      problems.add(mark ?? self.mark(of: index), error.message)
      return nil
    }
  }

  /// Rounds a time within a thousandth of a frame's duration of a frame to that frame's time.
  func snapped(_ seconds: Double) -> Double {
    let rate = storyboard.film.frameRate
    let frame = (seconds * rate.framesPerSecond).rounded()
    return abs(seconds * rate.framesPerSecond - frame) < 1e-3 ? rate.seconds(ofFrame: Int(clamping: frame)) : seconds
  }

  /// The position of an item in the text; for an item made in Swift, its number.
  func mark(of index: Int?) -> StoryMark {
    index.flatMap { items[$0].mark } ?? StoryMark(file: "storyboard", line: (index ?? 0) + 1, column: 1)
  }
}

extension FilmSettings {
  /// The size of a page, in points.
  var page: Size {
    let size = size.size
    let point = min(size.width, size.height) / Page.shortSide
    return Size(width: size.width / point, height: size.height / point)
  }
}
