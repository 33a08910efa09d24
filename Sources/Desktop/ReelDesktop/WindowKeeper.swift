import CReelDesktop
import ReelGeometry
import ReelPlatform

/// Stands in for a window manager where none runs: it centres windows, gives the newest the keyboard, and lets windows fill the screen.
///
/// It never takes a manager's place, so that a program may start one at any time.
struct WindowKeeper {
  private let connection: XConnection
  private let (state, fullScreen): (xcb_atom_t, xcb_atom_t)
  /// The windows on the screen, the newest last.
  private var windows: [xcb_window_t] = []
  /// The windows that have appeared and were not placed yet.
  private var arrived: [xcb_window_t] = []
  /// The most windows that are placed at once: a program may open thousands in a second.
  private static let most = 16
  private var screen: PixelSize

  init(_ connection: XConnection) {
    self.connection = connection
    screen = connection.screenSize
    state = connection.atom("_NET_WM_STATE")
    fullScreen = connection.atom("_NET_WM_STATE_FULLSCREEN")
  }

  mutating func noteScreen(width: Int, height: Int) { screen = PixelSize(width: width, height: height) }

  /// Notes a new window.
  mutating func mapped(_ window: xcb_window_t, isMenu: Bool) {
    if !isMenu { arrived.append(window) }
  }

  /// Places the windows that have appeared, and gives the newest the keyboard.
  mutating func place() {
    guard !arrived.isEmpty else { return }
    defer { arrived = [] }
    guard !hasManager else { return }
    windows += arrived
    for window in arrived.suffix(Self.most) { place(window) }
    if let last = arrived.last { focus(last) }
  }

  private func place(_ window: xcb_window_t) {
    if atoms(state, of: window).contains(fullScreen) {
      fill(window)
    } else if let place = geometry(of: window) {
      // A window that chose its place keeps it, unless it can't be seen whole.
      let fits = place.x + place.width <= screen.width && place.y + place.height <= screen.height
      if (place.x, place.y) == (0, 0) || place.x < 0 || place.y < 0 || !fits {
        configure(
          window,
          [
            (XCB_CONFIG_WINDOW_X, max(0, (screen.width - place.width) / 2)),
            (XCB_CONFIG_WINDOW_Y, max(0, (screen.height - place.height) / 2)),
          ])
      }
    }
  }

  /// Gives the keyboard to the window below one that is gone.
  mutating func unmapped(_ window: xcb_window_t) {
    let wasNewest = windows.last == window
    windows.removeAll { $0 == window }
    arrived.removeAll { $0 == window }
    if wasNewest, let next = windows.last, !hasManager { focus(next) }
  }

  /// Honours a window's wish to fill the screen.
  mutating func received(_ message: xcb_client_message_event_t) {
    let words = message.data.data32
    guard message.type == state, message.format == 32, words.1 == fullScreen || words.2 == fullScreen, !hasManager
    else { return }
    let isFull = atoms(state, of: message.window).contains(fullScreen)
    // 0 removes the state, 1 adds it, 2 changes it.
    let shouldBeFull = words.0 == 1 || words.0 == 2 && !isFull
    guard shouldBeFull != isFull else { return }
    if shouldBeFull { fill(message.window) }
    var states = shouldBeFull ? [fullScreen] : []
    xcb_change_property(
      connection.raw, UInt8(XCB_PROP_MODE_REPLACE.rawValue), message.window, state, XCB_ATOM_ATOM.rawValue, 32,
      UInt32(states.count), &states)
  }

  /// Whether a window manager runs.
  private var hasManager: Bool {
    let cookie = xcb_get_window_attributes(connection.raw, connection.root)
    guard let reply = xcb_get_window_attributes_reply(connection.raw, cookie, nil) else { return true }
    defer { free(reply) }
    return reply.pointee.all_event_masks & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue != 0
  }

  private func fill(_ window: xcb_window_t) {
    configure(
      window,
      [
        (XCB_CONFIG_WINDOW_X, 0), (XCB_CONFIG_WINDOW_Y, 0), (XCB_CONFIG_WINDOW_WIDTH, screen.width),
        (XCB_CONFIG_WINDOW_HEIGHT, screen.height),
      ])
  }

  private func focus(_ window: xcb_window_t) {
    xcb_set_input_focus(
      connection.raw, UInt8(XCB_INPUT_FOCUS_POINTER_ROOT.rawValue), window, 0)
  }

  private func configure(_ window: xcb_window_t, _ changes: [(xcb_config_window_t, Int)]) {
    let mask = changes.reduce(0) { $0 | $1.0.rawValue }
    var values = changes.map { UInt32(truncatingIfNeeded: $0.1) }
    xcb_configure_window(connection.raw, window, UInt16(mask), &values)
  }

  private func geometry(of window: xcb_window_t) -> ScreenSampler.Area? {
    guard let reply = xcb_get_geometry_reply(connection.raw, xcb_get_geometry(connection.raw, window), nil) else {
      return nil
    }
    defer { free(reply) }
    let border = 2 * Int(reply.pointee.border_width)
    return ScreenSampler.Area(
      x: Int(reply.pointee.x), y: Int(reply.pointee.y), width: Int(reply.pointee.width) + border,
      height: Int(reply.pointee.height) + border)
  }

  private func atoms(_ name: xcb_atom_t, of window: xcb_window_t) -> [xcb_atom_t] {
    connection.property(name, of: window).withUnsafeBytes { Array($0.bindMemory(to: xcb_atom_t.self)) }
  }
}
