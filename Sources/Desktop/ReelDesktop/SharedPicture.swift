import CReelDesktop
import ReelPlatform

/// Memory in which the X server writes pictures, without a name: it ends with this process and the server.
final class SharedPicture {
  let bytes: UnsafeMutableRawPointer
  let segment: xcb_shm_seg_t
  private let count: Int

  /// Creates memory and lets the server use it; nil if the system has none or the server refuses it.
  init?(_ connection: XConnection, byteCount: Int) {
    let descriptor = reel_unnamed_memory()
    guard connection.sharesMemory, descriptor >= 0 else { return nil }
    count = byteCount
    guard ftruncate(descriptor, off_t(byteCount)) == 0,
      let bytes = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), bytes != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    self.bytes = bytes
    segment = xcb_generate_id(connection.raw)
    // The descriptor is closed when it has been sent.
    let cookie = xcb_shm_attach_fd_checked(connection.raw, segment, descriptor, 0)
    if let error = xcb_request_check(connection.raw, cookie) {
      free(error)
      munmap(bytes, byteCount)
      return nil
    }
  }

  deinit { munmap(bytes, count) }
}
