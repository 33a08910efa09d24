import ReelFilms
import ReelPlatform
import ReelVideo

/// How many segments of a film are made at the same time where nobody says it: as many as processors and memory allow.
///
/// The film has the same bytes with any number.
package struct JobCount: Hashable, Sendable {
  /// The number of jobs, 1 or more.
  package let count: Int
  /// The processors that this process may keep busy, by its affinity and by the quota of its container.
  package let processors: Int
  /// The bytes of memory that are free for it; nil if unknown.
  package let freeBytes: Int?
  /// The bytes that a job takes.
  package let bytesPerJob: Int

  /// The processors that a job keeps busy: it draws on one thread while its encoder works on two.
  ///
  /// Measured once, with a debug build: 0.86 s of user and system time in 0.62 s.
  package static let processorsPerJob = 1.4

  /// Works the number out for a film, on this machine as it is now.
  package init(_ pieces: FilmPieces) {
    self.init(
      segments: pieces.segmentCount, processors: Self.processors(),
      freeBytes: WorkingMemory.available(), bytesPerJob: pieces.configuration.estimatedMemory)
  }

  /// Works the number out for a film that is only drawn in jobs, and encoded by one.
  ///
  /// More than a few would wait for that one; and files that scenes read, such as films, would be read by each of them.
  package init(drawing film: FilmDescription, frameCount: Int) {
    let size = film.film.size
    let (there, free) = (Self.processors(), WorkingMemory.available())
    let runs = (frameCount + ParallelSource.runLength(size) - 1) / ParallelSource.runLength(size)
    self.init(
      segments: film.scenes.files.isEmpty ? min(runs, Self.mostDrawing) : 1, processors: there, freeBytes: free,
      bytesPerJob: ParallelSource.memory(jobs: 1, size: size))
  }

  /// The most jobs that draw for one encoder unless more are asked for.
  private static let mostDrawing = 4

  /// The processors that this process may keep busy.
  package static func processors() -> Int {
    let there = ProcessInfo.processInfo.activeProcessorCount
    return min(there, ControlGroups().processors.map { max(1, Int(clamping: $0)) } ?? there)
  }

  /// Works the number out.
  package init(
    segments: Int, processors: Int, freeBytes: Int?, bytesPerJob: Int, processorsPerJob: Double = Self.processorsPerJob
  ) {
    (self.processors, self.freeBytes, self.bytesPerJob) = (processors, freeBytes, bytesPerJob)
    let byProcessors = Int(clamping: Double(processors) / processorsPerJob)
    // A quarter stays free for others, and the film's own writer takes as much as a job.
    let byMemory = freeBytes.map { $0 / 4 * 3 / max(1, bytesPerJob) - 1 } ?? byProcessors
    count = max(1, min(segments, byProcessors, byMemory))
  }

  /// For people: `4 jobs: 6 processors, 12034 MB of memory free, 283 MB a job`.
  package var reason: String {
    let memory = freeBytes.map { "\($0 >> 20) MB of memory free, " } ?? ""
    return "\(count) job\(count == 1 ? "" : "s"): \(processors) processor\(processors == 1 ? "" : "s"), \(memory)"
      + "\(bytesPerJob >> 20) MB a job"
  }
}
