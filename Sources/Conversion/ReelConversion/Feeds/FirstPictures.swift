import ReelVideo

/// Reads the first pictures of a film ahead, to find out whether it holds still.
///
/// Pictures that equal the first one are left out of account: a film with B-frames may begin with stills. If the next ones all differ
/// from the one before, the film is taken to move throughout.
struct FirstPictures {
  /// Whether a picture may equal the one before.
  private(set) var mayHoldStill = true
  private var pictures: [FilmPicture] = []
  /// The error of the picture after them.
  private var failure: (any Error)?

  /// The number of pictures in a row that must differ; the usual snowflake grows for 12 before it rests.
  static let movingLimit = 16
  /// The largest number of pictures that equal the first one.
  private static let stillLimit = 64
  /// The largest total size, in bytes: sixteen pictures of 1920x1080 with four bytes a pixel.
  private static let byteLimit = 160 << 20

  /// Reads pictures until it is known; on a canvas, which holds only the newest one, a single one.
  init(of next: () throws -> FilmPicture?) {
    let reading = PictureReading()
    var (movingCount, byteCount, hasEnded) = (0, 0, false)
    while movingCount < Self.movingLimit, pictures.count - movingCount < Self.stillLimit, byteCount < Self.byteLimit {
      do {
        guard let picture = try next() else {
          hasEnded = true
          break
        }
        let last = pictures.last
        pictures.append(picture)
        guard picture.canvas == nil else { return }
        if !reading.changes(in: picture).isEmpty { movingCount += 1 } else if movingCount > 1 { return }
        // One that equals the one before may share its memory.
        if picture.frame.pointer.pointee.data.0 != last?.frame.pointer.pointee.data.0 { byteCount += picture.byteCount }
      } catch {
        failure = error
        return
      }
    }
    mayHoldStill = movingCount < 2 || movingCount < Self.movingLimit && !hasEnded && byteCount < Self.byteLimit
  }

  /// Returns the next of the pictures, or one that is read after them.
  mutating func next(_ read: () throws -> FilmPicture?) throws -> FilmPicture? {
    if !pictures.isEmpty { return pictures.removeFirst() }
    if let failure { throw failure }
    return try read()
  }
}
