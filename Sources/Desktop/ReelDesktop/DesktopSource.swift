import CReelDesktop
import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelVideo

/// A screen as a source of frames: at each tick it fetches what changed, and draws the pointer, clicks and keys over it.
///
/// The film ends with the X server.
package struct DesktopSource: FrameSource {
  /// The options of a film of a screen.
  package struct Options: Sendable {
    /// The display's name, such as `:7`.
    package var display: String
    /// The server's secret; nil to read it from the user's file.
    package var cookie: [UInt8]?
    /// The part of the screen; nil for all of it.
    package var region: Rect?
    /// The name of the window whose place on the screen is filmed; nil for none.
    package var window: String?
    /// Whether the pointer is drawn.
    package var showsPointer = true
    /// How the pointer is drawn.
    package var pointerLook = PointerLook()
    /// Called once the first frame is drawn: a program that starts then can't hold it up.
    package var onFirstFrame: (@Sendable () -> Void)?
    /// Whether clicks on the screen are shown.
    package var showsClicks = true
    /// Whether keys are shown that the screen receives.
    package var showsKeys = false
    /// Whether windows are placed where no window manager is.
    package var keepsWindows = true
    /// The file to which programs write marks; nil for none.
    package var marks: String?
    /// Receives chapters and captions.
    package var tracks = ArrivingTracks()
    /// Receives chapters, captions and failures with their frames.
    package var timeline: DesktopTimeline?
    /// Receives what would be drawn over the screen, which the frames then show alone; nil to draw it.
    package var overlays: OverlayFeed?
    /// Receives what happens; nil to keep nothing.
    package var session: SessionFolder?
    /// After how many seconds without any change, once there was a window, the film ends; nil for never.
    package var stillSeconds: Double?

    /// Creates the options of a film of a whole screen.
    package init(display: String, cookie: [UInt8]? = nil) { (self.display, self.cookie) = (display, cookie) }
  }

  /// The size of the filmed part.
  package let size: PixelSize
  private let connection: XConnection
  private let sampler: ScreenSampler
  private let options: Options
  private let observations: DesktopObservations
  private var windows: WindowKeeper?
  private var input: ScreenInput?
  private var overlay: ScreenOverlay
  private var pointerIsNew = true
  private var cursorCount = 0
  private var focus: xcb_window_t = 0
  private var lastPlace: (x: Int, y: Int)?
  private var lastChange = 0.0
  private var lastTick = -1
  private var marks: MarkFile?
  private var lastMark = 0.0
  /// The events since the last frame.
  private var events: [ScreenEvent] = []

  /// Connects to a display.
  ///
  /// - Parameters:
  ///   - options: What is filmed.
  ///   - observations: Receives what happens.
  /// - Throws: `DesktopError` if the display, region or window does not exist.
  package init(_ options: Options, observations: DesktopObservations) throws(DesktopError) {
    (self.options, self.observations) = (options, observations)
    overlay = ScreenOverlay(showsPointer: options.showsPointer)
    connection = try XConnection(to: options.display, cookie: options.cookie)
    let screen = connection.screenSize
    var area = ScreenSampler.Area(x: 0, y: 0, width: screen.width, height: screen.height)
    if let name = options.window {
      guard let place = WindowSearch.area(ofWindowNamed: name, connection)?.clipped(to: area) else {
        throw .noWindow(name)
      }
      area = place
    } else if let region = options.region {
      let part = ScreenSampler.Area(
        x: Int(clamping: region.minX), y: Int(clamping: region.minY), width: Int(clamping: region.width),
        height: Int(clamping: region.height))
      guard part.clipped(to: area) == part else {
        throw .outside(region: "\(part.width)x\(part.height)+\(part.x)+\(part.y)", screen: screen)
      }
      area = part
    }
    // Colour has half the resolution in movies.
    if options.window != nil {
      area.width = max(2, area.width & ~1)
      area.height = max(2, area.height & ~1)
    }
    size = PixelSize(width: area.width, height: area.height)
    var mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
    xcb_change_window_attributes(connection.raw, connection.root, XCB_CW_EVENT_MASK.rawValue, &mask)
    sampler = ScreenSampler(connection, area: area)
    xcb_xfixes_select_cursor_input(
      connection.raw, connection.root, XCB_XFIXES_CURSOR_NOTIFY_MASK_DISPLAY_CURSOR.rawValue)
    if options.showsClicks || options.showsKeys || options.session != nil {
      input = ScreenInput(connection, withKeys: options.showsKeys)
    }
    marks = options.marks.flatMap { MarkFile($0) }
    if options.keepsWindows { windows = WindowKeeper(connection) }
    xcb_flush(connection.raw)
  }

  /// Ends the film where the server is gone, or nothing has changed for long enough.
  package mutating func time(atTick tick: FrameTime) throws -> FrameTime? {
    if observations.isDiscarded { throw DesktopDiscard() }
    // Before the end there is a frame at a tick that came late, so that the film is as long as what it shows.
    let isLate = tick.index > lastTick + 1
    if connection.isBroken {
      observations.noteLostServer()
      return isLate ? tick : nil
    }
    if observations.hasEnded, tick.index > 0, !isLate {
      var unseen = overlay
      takeMarks(at: tick, latest: tick.frameRate.seconds(ofFrame: tick.index - 1), &unseen)
      options.session?.add(events)
      return nil
    }
    if let limit = options.stillSeconds, observations.hasSeenWindow, tick.seconds - lastChange >= limit { return nil }
    return tick
  }

  /// Fetches what changed, and draws the pointer, clicks and keys over it.
  package mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    var next = overlay
    lastTick = time.index
    defer { if time.index == 0 { options.onFirstFrame?() } }
    let place = pointerPlace()
    // The reply came after all events that were sent before it.
    readEvents()
    windows?.place()
    var changed = sampler.update { readEvents() }
    if !changed.isEmpty { lastChange = time.seconds }
    if time.index == 0 {
      changed = .all(of: size)
      var screen = ScreenEvent(.screen, at: 0)
      (screen.width, screen.height, screen.fps) = (size.width, size.height, time.frameRate.description)
      events = [screen] + events
    }
    next.advance(to: time.seconds)
    takeMarks(at: time, latest: time.seconds, &next)
    if let place { takeInput(at: time.seconds, place, &next) }
    if pointerIsNew, options.showsPointer || options.session != nil { readCursor(at: time.seconds, &next) }
    noteSession(at: time.seconds, changed)
    if let overlays = options.overlays {
      overlays.add(next, at: time.index)
      overlay = next
      if !changed.isEmpty { bitmap.copy(changed, of: sampler.picture) }
      return changed
    }
    next.extend(&changed, after: overlay)
    overlay = next
    guard !changed.isEmpty else { return changed }
    bitmap.copy(changed, of: sampler.picture)
    try next.draw(over: changed, at: time.seconds, into: &bitmap)
    return changed
  }

  /// Where the pointer is, in pixels of the film.
  private func pointerPlace() -> (x: Int, y: Int)? {
    guard
      let reply = xcb_query_pointer_reply(
        connection.raw, xcb_query_pointer(connection.raw, connection.root), nil)
    else { return nil }
    defer { free(reply) }
    return (Int(reply.pointee.root_x) - sampler.area.x, Int(reply.pointee.root_y) - sampler.area.y)
  }

  /// Moves the pointer, and shows what was pressed on the screen.
  private mutating func takeInput(at seconds: Double, _ place: (x: Int, y: Int), _ next: inout ScreenOverlay) {
    let (x, y) = (Double(place.x), Double(place.y))
    if options.session != nil, lastPlace.map({ $0 != place }) ?? true {
      events.append(ScreenEvent(.pointer, at: seconds, x: x, y: y))
    }
    lastPlace = place
    next.pointer?.move(toX: place.x, y: place.y)
    for press in input?.take() ?? [] {
      switch press {
      case .button(let number):
        if options.showsClicks { next.click(at: Point(x: x, y: y), seconds: seconds) }
        var event = ScreenEvent(.click, at: seconds, x: x, y: y)
        event.button = number
        events.append(event)
      case .character(let character):
        next.type(character, at: seconds, film: size)
        events.append(ScreenEvent(.key, at: seconds, text: String(character)))
      case .keys(let keys):
        next.press(keys, at: seconds, film: size)
        events.append(ScreenEvent(.key, at: seconds, text: keys))
      }
    }
  }

  private mutating func readCursor(at seconds: Double, _ next: inout ScreenOverlay) {
    pointerIsNew = false
    var pointer = next.pointer ?? ScreenPointer()
    pointer.readPicture(connection)
    if options.showsPointer { next.pointer = pointer.drawn(as: options.pointerLook) }
    guard let session = options.session, let picture = pointer.picture else { return }
    cursorCount += 1
    let hot = pointer.hotSpot
    var event = ScreenEvent(.cursor, at: seconds, x: hot.x, y: hot.y)
    event.file = session.add(cursor: picture, number: cursorCount)
    events.append(event)
  }

  /// Writes down what has happened since the last frame.
  private mutating func noteSession(at seconds: Double, _ changed: Region) {
    defer { events = [] }
    guard let session = options.session else { return }
    if !changed.isEmpty, seconds > 0 {
      let rects = changed.rects
      let (left, top) = (rects.map(\.minX).min() ?? 0, rects.map(\.minY).min() ?? 0)
      var event = ScreenEvent(.damage, at: seconds, x: left, y: top)
      event.width = Int(clamping: (rects.map(\.maxX).max() ?? 0) - left)
      event.height = Int(clamping: (rects.map(\.maxY).max() ?? 0) - top)
      events.append(event)
    }
    if let reply = xcb_get_input_focus_reply(connection.raw, xcb_get_input_focus(connection.raw), nil) {
      let window = reply.pointee.focus
      free(reply)
      if window != focus {
        focus = window
        // 0 means no window, and 1 the window under the pointer.
        let name = window > 1 ? WindowSearch.name(ofWindow: window, connection) : nil
        if let name { events.append(ScreenEvent(.focus, at: seconds, text: name)) }
      }
    }
    session.add(events)
  }

  /// Reads the marks written since the last tick.
  ///
  /// - Parameter latest: The latest time of a mark: that of the last frame.
  private mutating func takeMarks(at tick: FrameTime, latest: Double, _ next: inout ScreenOverlay) {
    let (now, seconds) = (Date().timeIntervalSince1970, tick.seconds)
    for mark in marks?.take() ?? [] {
      // Times of chapters never go back, and none lies in the future.
      let time = min(latest, max(lastMark, seconds - max(0, now - (mark.time ?? now))))
      lastMark = time
      let place = mark.place.map {
        Point(x: $0.x - Double(sampler.area.x), y: $0.y - Double(sampler.area.y))
      }
      switch mark.kind {
      case .chapter:
        options.tracks.add(.chapter(mark.text), at: time)
        // The film of a test does not show the clicks of the test before it.
        if let timeline = options.timeline {
          timeline.add(.chapter(mark.text), at: tick.index)
          next.clear()
        }
      case .caption:
        options.tracks.add(.caption(mark.text), at: time)
        options.timeline?.add(.caption(mark.text), at: tick.index)
      case .failure: options.timeline?.add(.failure, at: tick.index)
      case .click: if let place { next.click(at: place, seconds: seconds) }
      case .key:
        if let character = mark.text.first, mark.text.count == 1 {
          next.type(character, at: seconds, film: size)
        } else {
          next.press(mark.text, at: seconds, film: size)
        }
      }
      let text = mark.text.isEmpty ? nil : mark.text
      events.append(ScreenEvent(mark.kind.event, at: time, text: text, x: place?.x, y: place?.y))
    }
  }

  private mutating func readEvents() {
    while let event = xcb_poll_for_queued_event(connection.raw) {
      defer { free(event) }
      handle(event)
    }
  }

  private mutating func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    let raw = UnsafeRawPointer(event)
    // The highest bit marks events that other programs sent.
    let kind = event.pointee.response_type & 0x7F
    switch Int32(kind) {
    case XCB_MAP_NOTIFY:
      let map = raw.load(as: xcb_map_notify_event_t.self)
      guard map.event == connection.root else { return }
      observations.noteWindow()
      windows?.mapped(map.window, isMenu: map.override_redirect != 0)
    case XCB_UNMAP_NOTIFY:
      windows?.unmapped(raw.load(as: xcb_unmap_notify_event_t.self).window)
    case XCB_CONFIGURE_NOTIFY:
      let place = raw.load(as: xcb_configure_notify_event_t.self)
      guard place.window == connection.root else { return }
      sampler.noteScreen(width: Int(place.width), height: Int(place.height))
      windows?.noteScreen(width: Int(place.width), height: Int(place.height))
    case XCB_MAPPING_NOTIFY: if options.showsKeys { input?.readSymbols() }
    case XCB_GE_GENERIC: input?.read(raw)
    case XCB_CLIENT_MESSAGE:
      windows?.received(raw.load(as: xcb_client_message_event_t.self))
    case Int32(connection.damageEvent): sampler.noteDamage()
    case Int32(connection.fixesEvent) + XCB_XFIXES_CURSOR_NOTIFY: pointerIsNew = true
    default: break
    }
  }
}
