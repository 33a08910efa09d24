import Foundation
import ReelVideo

/// Feeds bytes, as an unfinished movie, to the recovery of movies.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-fuzz-\(getpid())")
  let partial = folder.appendingPathComponent("film.partial.mp4")
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(UnsafeBufferPointer(start: start, count: count)).write(to: partial)
    let movie = try UnfinishedMovie(url: partial)
    let summary = try movie.finish()
    precondition(summary.frameCount > 0, "a movie without frames")
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
