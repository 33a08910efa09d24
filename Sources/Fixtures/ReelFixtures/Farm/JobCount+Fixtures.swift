import ReelFarm
import ReelVideo

extension JobCount {
  /// Works out the number for a fixture, whose jobs draw and encode on one thread.
  package init(_ pieces: FixturePieces) {
    self.init(
      segments: pieces.segments.count(frameCount: pieces.pictureCount), processors: Self.processors(),
      freeBytes: WorkingMemory.available(), bytesPerJob: pieces.memoryPerJob, processorsPerJob: 1)
  }

  /// Checks that there is enough memory for the jobs of a fixture.
  ///
  /// - Parameters:
  ///   - jobs: The requested number of jobs, which is capped at the number of segments.
  ///   - pieces: The clip.
  ///   - freeBytes: The free memory; nil if unknown, which counts as enough.
  /// - Throws: `FarmError.memoryShort`.
  package static func check(
    _ jobs: Int, of pieces: FixturePieces, freeBytes: Int? = WorkingMemory.available()
  ) throws(FarmError) {
    let jobs = min(jobs, pieces.segments.count(frameCount: pieces.pictureCount))
    let needed = jobs * pieces.memoryPerJob
    guard jobs > 1, let freeBytes, freeBytes < needed else { return }
    throw .memoryShort(jobs: jobs, size: pieces.recipe.size, neededBytes: needed, freeBytes: freeBytes)
  }
}
