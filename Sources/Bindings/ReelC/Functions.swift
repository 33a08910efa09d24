// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CReel
import ReelPlatform
import ReelVideo

// The functions of reel.h, which says what they do. The compiler compares their types with the header's.

// `nonisolated(unsafe)`: the text is never written.
private nonisolated(unsafe) let version = UnsafePointer(strdup(ReelVersion.current))

/// The version of the library.
@implementation @c public func reel_version() -> UnsafePointer<CChar>? { version }

/// Opens a film.
@implementation @c public func reel_open(
  _ path: UnsafePointer<CChar>?, _ spec: UnsafePointer<reel_spec>?
) -> OpaquePointer? {
  do {
    return FilmTable.add(try ForeignFilm(FilmSpec(path: path, spec)))
  } catch {
    ThreadNotes.current?.opening = Failure(error)
    return nil
  }
}

/// Adds a frame.
@implementation @c public func reel_frame(
  _ film: OpaquePointer?, _ pixels: UnsafeRawPointer?, _ stride: Int
) -> CInt {
  call(film) { try $0.add(pixels, stride: stride) }
}

/// Adds a frame at a time of its own.
@implementation @c public func reel_frame_at(
  _ film: OpaquePointer?, _ pixels: UnsafeRawPointer?, _ stride: Int, _ seconds: Double
) -> CInt {
  call(film) { try $0.add(pixels, stride: stride, at: seconds) }
}

/// Adds a frame that differs in some rectangles.
@implementation @c public func reel_frame_changed(
  _ film: OpaquePointer?, _ pixels: UnsafeRawPointer?, _ stride: Int, _ rects: UnsafePointer<reel_rect>?, _ count: Int
) -> CInt {
  call(film) { try $0.add(pixels, stride: stride, rects: UnsafeBufferPointer(checking: rects, count: count)) }
}

/// Begins a chapter.
@implementation @c public func reel_chapter(_ film: OpaquePointer?, _ title: UnsafePointer<CChar>?) -> CInt {
  call(film) { try $0.beginChapter(title) }
}

/// Completes a film.
@implementation @c public func reel_finish(_ film: OpaquePointer?) -> CInt { call(film) { try $0.finish() } }

/// Cancels a film that is not finished, and frees it.
@implementation @c public func reel_close(_ film: OpaquePointer?) { FilmTable.remove(film)?.cancel() }

/// The sentence of the last error.
@implementation @c public func reel_error(_ film: OpaquePointer?) -> UnsafePointer<CChar>? {
  ThreadNotes.current?.keep(lastFailure(film)?.sentence ?? "")
}

/// The number of the last error.
@implementation @c public func reel_status(_ film: OpaquePointer?) -> CInt { lastFailure(film)?.status ?? 0 }

private func lastFailure(_ film: OpaquePointer?) -> Failure? {
  guard let film else { return ThreadNotes.current?.opening }
  return FilmTable.film(film).map(\.lastFailure) ?? .closed
}

/// Calls a film, and notes its error.
private func call(_ film: OpaquePointer?, _ body: (ForeignFilm) throws -> Void) -> CInt {
  guard let film = FilmTable.film(film) else { return Failure.closed.status }
  do {
    try body(film)
    return 0
  } catch {
    return film.note(Failure(error))
  }
}
