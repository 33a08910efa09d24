import CReelDesktop
import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelVideo

/// A screen as a source of frames: at each tick it fetches what changed, and draws the pointer over it.
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
    /// Whether windows are placed where no window manager is.
    package var keepsWindows = true
    /// The file to which programs write marks; nil for none.
    package var marks: String?
    /// Receives chapters and captions.
    package var tracks = ArrivingTracks()
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
  private var pointer = ScreenPointer()
  private var pointerIsNew = true
  private var lastChange = 0.0
  private var marks: MarkFile?
  private var lastMark = 0.0
  private var rings: [ClickRing] = []

  /// Connects to a display.
  ///
  /// - Parameters:
  ///   - options: What is filmed.
  ///   - observations: Receives what happens.
  /// - Throws: `DesktopError` if the display, region or window does not exist.
  package init(_ options: Options, observations: DesktopObservations) throws(DesktopError) {
    (self.options, self.observations) = (options, observations)
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
    marks = options.marks.flatMap { MarkFile($0) }
    if options.keepsWindows { windows = WindowKeeper(connection) }
    xcb_flush(connection.raw)
  }

  /// Ends the film where the server is gone, or nothing has changed for long enough.
  package mutating func time(atTick tick: FrameTime) throws -> FrameTime? {
    if observations.isDiscarded { throw DesktopDiscard() }
    if connection.isBroken {
      observations.noteLostServer()
      return nil
    }
    if let limit = options.stillSeconds, observations.hasSeenWindow, tick.seconds - lastChange >= limit { return nil }
    return tick
  }

  /// Fetches what changed, and draws the pointer over it.
  package mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    var next = pointer
    if let reply = xcb_query_pointer_reply(
      connection.raw, xcb_query_pointer(connection.raw, connection.root), nil)
    {
      next.move(toX: Int(reply.pointee.root_x) - sampler.area.x, y: Int(reply.pointee.root_y) - sampler.area.y)
      free(reply)
    }
    // The reply came after all events that were sent before it.
    readEvents()
    var changed = sampler.update { readEvents() }
    if !changed.isEmpty { lastChange = time.seconds }
    if time.index == 0 { changed = .all(of: size) }
    for ring in rings { changed.insert(ring.bounds) }
    rings.removeAll { $0.isOver(at: time.seconds) }
    takeMarks(at: time.seconds)
    for ring in rings { changed.insert(ring.bounds) }
    if options.showsPointer {
      if pointerIsNew {
        next.readPicture(connection)
        pointerIsNew = false
      }
      if next != pointer {
        changed.insert(pointer.bounds)
        changed.insert(next.bounds)
        pointer = next
      }
      // Drawing the pointer over itself would darken its soft edges.
      if changed.intersects(pointer.bounds) { changed.insert(pointer.bounds) }
    }
    guard !changed.isEmpty else { return changed }
    copy(changed, into: &bitmap)
    for ring in rings { try ring.draw(at: time.seconds, into: &bitmap) }
    if options.showsPointer, changed.intersects(pointer.bounds) { pointer.draw(into: &bitmap) }
    return changed
  }

  /// Reads the marks that have come by a time of the film.
  private mutating func takeMarks(at seconds: Double) {
    let now = Date().timeIntervalSince1970
    for mark in marks?.take() ?? [] {
      // Times of chapters never go back, and none lies in the future.
      let time = min(seconds, max(lastMark, seconds - max(0, now - (mark.time ?? now))))
      lastMark = time
      switch mark.kind {
      case .chapter: options.tracks.add(.chapter(mark.text), at: time)
      case .caption: options.tracks.add(.caption(mark.text), at: time)
      case .click:
        guard let place = mark.place else { continue }
        rings.append(
          ClickRing(
            center: Point(x: place.x - Double(sampler.area.x), y: place.y - Double(sampler.area.y)), start: seconds))
      }
    }
  }

  private func copy(_ changed: Region, into bitmap: inout Bitmap) {
    guard !changed.isEmpty else { return }
    let stride = bitmap.bytesPerRow
    bitmap.withUnsafeMutableBytes { target in
      sampler.picture.withUnsafeBytes { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for rect in changed.rects {
          let (left, count) = (4 * Int(clamping: rect.minX), 4 * Int(clamping: rect.width))
          for row in Int(clamping: rect.minY)..<Int(clamping: rect.maxY) {
            memcpy(target + row * stride + left, source + row * stride + left, count)
          }
        }
      }
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
    case XCB_CLIENT_MESSAGE:
      windows?.received(raw.load(as: xcb_client_message_event_t.self))
    case Int32(connection.damageEvent): sampler.noteDamage()
    case Int32(connection.fixesEvent) + XCB_XFIXES_CURSOR_NOTIFY: pointerIsNew = true
    default: break
    }
  }
}
