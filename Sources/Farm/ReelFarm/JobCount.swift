import ReelFilms
import ReelPlatform
import ReelVideo

/// The default number of parallel jobs: as many as processors and memory allow.
///
/// The film's bytes are the same with any number.
package struct JobCount: Hashable, Sendable {
  /// The number of jobs, 1 or more.
  package let count: Int
  /// The number of processors this process may use, given its affinity and its container's quota.
  package let processors: Int
  /// The free memory in bytes; nil if unknown.
  package let freeBytes: Int?
  /// The memory that a job needs, in bytes.
  package let bytesPerJob: Int

  /// The number of processors a job keeps busy: it draws on one thread while its encoder works on two.
  ///
  /// Measured once, with a debug build: 0.86 s of user and system time in 0.62 s.
  package static let processorsPerJob = 1.4

  /// Works out the number for a film on this machine in its present state.
  package init(_ segmented: SegmentedFilm) {
    self.init(
      segments: segmented.segmentCount, processors: Self.processors(),
      freeBytes: WorkingMemory.available(), bytesPerJob: segmented.configuration.estimatedMemory)
  }

  /// Works out the number for a film that several jobs draw and one encoder compresses.
  ///
  /// Many jobs would only wait for the encoder, and each of them reads the files that scenes use, such as movies.
  package init(drawing film: FilmDescription, frameCount: Int) {
    let size = film.film.size
    let (there, free) = (Self.processors(), WorkingMemory.available())
    let runs = (frameCount + ParallelSource.runLength(size) - 1) / ParallelSource.runLength(size)
    self.init(
      segments: film.scenes.files.isEmpty ? min(runs, Self.mostDrawing) : 1, processors: there, freeBytes: free,
      bytesPerJob: ParallelSource.memory(jobs: 1, size: size))
  }

  /// The maximum number of jobs that draw for one encoder, unless the user asks for more.
  private static let mostDrawing = 4

  /// The number of processors this process may use.
  package static func processors() -> Int {
    let there = ProcessInfo.processInfo.activeProcessorCount
    return min(there, ControlGroups().processors.map { max(1, Int(clamping: $0)) } ?? there)
  }

  /// Works out the number from the given resources.
  package init(
    segments: Int, processors: Int, freeBytes: Int?, bytesPerJob: Int, processorsPerJob: Double = Self.processorsPerJob
  ) {
    (self.processors, self.freeBytes, self.bytesPerJob) = (processors, freeBytes, bytesPerJob)
    let byProcessors = Int(clamping: Double(processors) / processorsPerJob)
    // A quarter of the memory stays free for other processes, and the film's own writer needs as much as a job.
    let byMemory = freeBytes.map { $0 / 4 * 3 / max(1, bytesPerJob) - 1 } ?? byProcessors
    count = max(1, min(segments, byProcessors, byMemory))
  }

  /// The number and its reason for a log: `4 jobs: 6 processors, 12034 MB of memory free, 283 MB a job`.
  package var reason: String {
    let memory = freeBytes.map { "\($0 >> 20) MB of memory free, " } ?? ""
    return "\(count) job\(count == 1 ? "" : "s"): \(processors) processor\(processors == 1 ? "" : "s"), \(memory)"
      + "\(bytesPerJob >> 20) MB a job"
  }
}
