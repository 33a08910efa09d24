import Synchronization

/// The films that are open, by their handles.
///
/// Handles are numbers and never used again, so a handle that is closed, even meanwhile by another thread, is an error and nothing worse.
enum FilmTable {
  private struct State {
    var films: [UInt: ForeignFilm] = [:]
    var last: UInt = 0
  }

  private static let state = Mutex(State())

  /// Adds a film and returns its handle.
  static func add(_ film: ForeignFilm) -> OpaquePointer? {
    state.withLock { state in
      state.last += 1
      state.films[state.last] = film
      return OpaquePointer(bitPattern: state.last)
    }
  }

  /// Returns the film of a handle; nil for one that is not open.
  static func film(_ handle: OpaquePointer?) -> ForeignFilm? {
    state.withLock { $0.films[UInt(bitPattern: handle)] }
  }

  /// Closes a handle, and returns its film.
  static func remove(_ handle: OpaquePointer?) -> ForeignFilm? {
    state.withLock { $0.films.removeValue(forKey: UInt(bitPattern: handle)) }
  }
}
