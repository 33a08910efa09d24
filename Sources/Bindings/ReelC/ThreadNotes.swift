import ReelPlatform

/// The state for each thread of the program: the last error of `reel_open`, and the text returned for it.
final class ThreadNotes {
  /// The error of the last `reel_open` that failed.
  var opening: Failure?
  private var text: UnsafeMutablePointer<CChar>?

  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { notes in
      let notes: UnsafeMutableRawPointer? = notes
      if let notes { Unmanaged<ThreadNotes>.fromOpaque(notes).release() }
    }
    return status == 0 ? key : nil
  }()

  /// The notes of this thread; nil only where the system has no more memory for threads' own values.
  static var current: ThreadNotes? {
    guard let key else { return nil }
    if let notes = pthread_getspecific(key) { return Unmanaged<ThreadNotes>.fromOpaque(notes).takeUnretainedValue() }
    let notes = Unmanaged.passRetained(ThreadNotes())
    guard pthread_setspecific(key, notes.toOpaque()) == 0 else {
      notes.release()
      return nil
    }
    return notes.takeUnretainedValue()
  }

  deinit { free(text) }

  /// Returns a text for C, which stays until the next one.
  func keep(_ sentence: String) -> UnsafePointer<CChar>? {
    free(text)
    text = strdup(sentence)
    return text.map { UnsafePointer($0) }
  }
}
