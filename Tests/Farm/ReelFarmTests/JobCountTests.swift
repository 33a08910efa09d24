import Reel
import ReelFixtures
import Testing

@testable import ReelFarm

@Suite("The default number of jobs")
struct JobCountTests {
  private func jobs(_ segments: Int = 100, on processors: Int, free megabytes: Int? = 100_000, each: Int = 300)
    -> JobCount
  {
    JobCount(
      segments: segments, processors: processors, freeBytes: megabytes.map { $0 << 20 }, bytesPerJob: each << 20)
  }

  @Test(
    "A job keeps more than one processor busy", arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (8, 5), (16, 11), (64, 45)])
  func processors(count: Int, jobs number: Int) { #expect(jobs(on: count).count == number) }

  @Test("Memory limits jobs: a quarter stays free, and the film itself needs as much as a job")
  func memory() {
    #expect(jobs(on: 64, free: 4000).count == 9)
    #expect(jobs(on: 64, free: 100).count == 1)
    #expect(jobs(on: 64, free: nil).count == 45)
  }

  @Test("More jobs of a fixture than fit in memory are refused, unless there are fewer segments")
  func refusal() throws {
    var recipe = FixtureRecipe()
    recipe.frameCount = 1000
    recipe.size = PixelSize(width: 3840, height: 2160)
    let segmented = try FixturePieces(recipe)
    let segments = segmented.segments.count(frameCount: 1000)
    #expect(segments > 1)
    try JobCount.check(1, of: segmented, freeBytes: 0)
    try JobCount.check(256, of: segmented, freeBytes: nil)
    try JobCount.check(256, of: segmented, freeBytes: segments * segmented.memoryPerJob)
    #expect {
      try JobCount.check(256, of: segmented, freeBytes: segments * segmented.memoryPerJob - 1)
    } throws: {
      "\($0)".hasPrefix("\(segments) jobs at 3840x2160 need about ")
    }
  }

  @Test("There are at most as many jobs as segments, and at least one")
  func segments() {
    #expect(jobs(3, on: 64).count == 3)
    #expect(jobs(0, on: 64).count == 1)
  }

  @Test("The log gives the number of jobs with the reason")
  func told() {
    #expect(jobs(on: 8, free: 4000).reason == "5 jobs: 8 processors, 4000 MB of memory free, 300 MB a job")
    #expect(jobs(on: 1, free: nil).reason == "1 job: 1 processor, 300 MB a job")
  }

  @Test("On this machine the number depends on the film's own size and settings")
  func here() throws {
    let segmented = try SegmentedFilm(Films.small())
    let jobs = JobCount(segmented)
    #expect((1...3).contains(jobs.count) && jobs.processors >= 1)
    #expect(jobs.bytesPerJob == segmented.configuration.estimatedMemory)
  }
}
