import CReelDesktop
import ReelPlatform

/// Finds windows by their names.
enum WindowSearch {
  /// Returns where on the screen the first window is whose name contains a text; nil if none does.
  static func area(ofWindowNamed text: String, _ connection: XConnection) -> ScreenSampler.Area? {
    let names = names(connection)
    // Managers put windows into frames of their own.
    var level = [connection.root]
    for _ in 0..<4 {
      level = level.flatMap { children(of: $0, connection) }
      for window in level where isVisible(window, connection) {
        let isNamed = names.contains { name in
          String(decoding: connection.property(name, of: window), as: UTF8.self).contains(text)
        }
        if isNamed { return area(of: window, connection) }
      }
    }
    return nil
  }

  /// The properties that hold names, the better one first.
  private static func names(_ connection: XConnection) -> [xcb_atom_t] {
    [connection.atom("_NET_WM_NAME"), XCB_ATOM_WM_NAME.rawValue]
  }

  /// Returns the name of a window, or else of the one around it: programs give the keyboard to nameless windows; nil if none has one.
  static func name(ofWindow window: xcb_window_t, _ connection: XConnection) -> String? {
    let names = names(connection)
    var window = window
    for _ in 0..<4 where window != connection.root {
      for name in names {
        let bytes = connection.property(name, of: window)
        if !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      }
      guard let reply = xcb_query_tree_reply(connection.raw, xcb_query_tree(connection.raw, window), nil) else {
        return nil
      }
      window = reply.pointee.parent
      free(reply)
    }
    return nil
  }

  /// The windows in a window, the topmost first.
  private static func children(of window: xcb_window_t, _ connection: XConnection) -> [xcb_window_t] {
    guard let reply = xcb_query_tree_reply(connection.raw, xcb_query_tree(connection.raw, window), nil) else {
      return []
    }
    defer { free(reply) }
    let count = Int(xcb_query_tree_children_length(reply))
    return UnsafeBufferPointer(start: xcb_query_tree_children(reply), count: count).reversed()
  }

  private static func isVisible(_ window: xcb_window_t, _ connection: XConnection) -> Bool {
    let cookie = xcb_get_window_attributes(connection.raw, window)
    guard let reply = xcb_get_window_attributes_reply(connection.raw, cookie, nil) else { return false }
    defer { free(reply) }
    return reply.pointee.map_state == UInt8(XCB_MAP_STATE_VIEWABLE.rawValue)
  }

  private static func area(of window: xcb_window_t, _ connection: XConnection) -> ScreenSampler.Area? {
    guard let size = xcb_get_geometry_reply(connection.raw, xcb_get_geometry(connection.raw, window), nil),
      let place = xcb_translate_coordinates_reply(
        connection.raw, xcb_translate_coordinates(connection.raw, window, connection.root, 0, 0), nil)
    else { return nil }
    defer {
      free(size)
      free(place)
    }
    return ScreenSampler.Area(
      x: Int(place.pointee.dst_x), y: Int(place.pointee.dst_y), width: Int(size.pointee.width),
      height: Int(size.pointee.height))
  }
}
