import CReelDesktop
import ReelGeometry
import ReelPlatform

/// A connection to an X server, used by one thread at a time.
final class XConnection {
  let raw: OpaquePointer
  let root: xcb_window_t
  /// The size of the screen when the connection was made.
  let screenSize: PixelSize
  /// The numbers of the first events of the extensions.
  let (damageEvent, fixesEvent): (UInt8, UInt8)
  /// Whether pictures can come through shared memory.
  let sharesMemory: Bool

  /// Connects to a display.
  ///
  /// - Parameters:
  ///   - display: Its name, such as `:7`.
  ///   - cookie: The server's secret; nil to read it from the user's file.
  /// - Throws: `DesktopError` if no server answers, or if it lacks what a film needs.
  init(to display: String, cookie: [UInt8]? = nil) throws(DesktopError) {
    raw = Self.connect(display, cookie)
    let fault: DesktopError
    if xcb_connection_has_error(raw) == 0 {
      let setup = xcb_get_setup(raw)
      if let screen = xcb_setup_roots_iterator(setup).data {
        root = screen.pointee.root
        screenSize = PixelSize(
          width: Int(screen.pointee.width_in_pixels), height: Int(screen.pointee.height_in_pixels))
        if let lacks = Self.missing(raw, depth: screen.pointee.root_depth) {
          fault = .unfit(display: display, lacks: lacks)
        } else {
          damageEvent = reel_damage_extension(raw).pointee.first_event
          fixesEvent = reel_fixes_extension(raw).pointee.first_event
          sharesMemory = Self.hasSharedMemory(raw)
          return
        }
      } else {
        fault = .noDisplay(display)
      }
    } else {
      fault = .noDisplay(display)
    }
    xcb_disconnect(raw)
    throw fault
  }

  deinit { xcb_disconnect(raw) }

  /// Whether the server has ended or closed the connection.
  var isBroken: Bool { xcb_connection_has_error(raw) != 0 }

  private static func connect(_ display: String, _ cookie: [UInt8]?) -> OpaquePointer {
    guard var cookie = cookie?.map(CChar.init(bitPattern:)) else { return xcb_connect(display, nil) }
    var name = Array("MIT-MAGIC-COOKIE-1".utf8CString)
    return name.withUnsafeMutableBufferPointer { name in
      cookie.withUnsafeMutableBufferPointer { cookie in
        var secret = xcb_auth_info_t(
          namelen: Int32(name.count - 1), name: name.baseAddress, datalen: Int32(cookie.count),
          data: cookie.baseAddress)
        return xcb_connect_to_display_with_auth_info(display, &secret, nil)
      }
    }
  }

  /// The name of the missing extension or pixel format; nil if the server has all that a film needs.
  ///
  /// The extensions must be asked for their versions before they are used.
  private static func missing(_ raw: OpaquePointer, depth: UInt8) -> String? {
    let setup = xcb_get_setup(raw)
    var formats = xcb_setup_pixmap_formats_iterator(setup)
    var bits: UInt8 = 0
    while formats.rem > 0 {
      if formats.data.pointee.depth == depth { bits = formats.data.pointee.bits_per_pixel }
      xcb_format_next(&formats)
    }
    guard depth >= 24, bits == 32, setup?.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue) else {
      return "pixels of 32 bits"
    }
    guard reel_damage_extension(raw)?.pointee.present == 1,
      let damage = xcb_damage_query_version_reply(raw, xcb_damage_query_version(raw, 1, 1), nil)
    else { return "extension DAMAGE" }
    free(damage)
    guard reel_fixes_extension(raw)?.pointee.present == 1,
      let fixes = xcb_xfixes_query_version_reply(raw, xcb_xfixes_query_version(raw, 4, 0), nil)
    else { return "extension XFIXES" }
    free(fixes)
    return nil
  }

  /// Whether the server takes memory by descriptor, as it does since MIT-SHM 1.2.
  private static func hasSharedMemory(_ raw: OpaquePointer) -> Bool {
    guard reel_shm_extension(raw)?.pointee.present == 1,
      let version = xcb_shm_query_version_reply(raw, xcb_shm_query_version(raw), nil)
    else { return false }
    defer { free(version) }
    return (version.pointee.major_version, version.pointee.minor_version) >= (1, 2)
  }

  /// The identifier of a name of a property.
  func atom(_ name: String) -> xcb_atom_t {
    guard let reply = xcb_intern_atom_reply(raw, xcb_intern_atom(raw, 0, UInt16(name.utf8.count), name), nil) else {
      return 0
    }
    defer { free(reply) }
    return reply.pointee.atom
  }

  /// The bytes of a window's property; empty if it has none.
  func property(_ name: xcb_atom_t, of window: xcb_window_t) -> [UInt8] {
    let cookie = xcb_get_property(raw, 0, window, name, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, 1024)
    guard let reply = xcb_get_property_reply(raw, cookie, nil) else { return [] }
    defer { free(reply) }
    let count = Int(xcb_get_property_value_length(reply))
    return Array(UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count))
  }
}
