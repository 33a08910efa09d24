import Reel
import ReelFarm
import ReelTestSupport
import Synchronization
import Testing

@Suite("Drawing with several jobs")
struct ParallelSourceTests {
  @Test("Frames and their changes are the same as from one source, with any number of jobs", arguments: 1...4)
  func same(jobs: Int) throws {
    var numbers = Seeded()
    for round in 0..<4 {
      let film = try Films.random(&numbers)
      let rate = film.film.frameRate
      let frameCount = try film.frameCount
      let source = try film.source()
      let parallel = try ParallelSource(jobs: jobs, frameCount: frameCount) { try film.source() }
      #expect(parallel.size == source.size && parallel.frameRate == rate)
      var (one, other) = (Bitmap(size: source.size), Bitmap(size: source.size))
      for index in 0..<frameCount {
        let time = FrameTime(index: index, frameRate: rate)
        let changed = try source.draw(at: time, into: &one)
        #expect(try parallel.draw(at: time, into: &other) == changed, "\(numbers), round \(round), frame \(index)")
        #expect(one == other, "\(numbers), round \(round), frame \(index)")
      }
    }
  }

  @Test("Frames that only some of several rates need are the same too", arguments: 2...3)
  func thinned(jobs: Int) throws {
    let film = try Films.small()
    let make = { @Sendable in try ThinnedSource(film.source(), rates: [30, 20]) }
    var source = try make()
    let parallel = try ParallelSource(jobs: jobs, frameCount: 400, make: make)
    var (one, other) = (Bitmap(size: source.size), Bitmap(size: source.size))
    for index in 0..<400 {
      let time = FrameTime(index: index, frameRate: 60)
      let changed = try source.draw(at: time, into: &one)
      #expect(try parallel.draw(at: time, into: &other) == changed, "frame \(index)")
      #expect(one == other, "frame \(index)")
    }
  }

  private struct Broken: Error {}

  @Test("An error in a job is thrown when its frames are requested")
  func failing() throws {
    let isMade = Mutex(false)
    let source = try ParallelSource(jobs: 2, frameCount: 1000) {
      // The first source is only asked for the frames' properties.
      if isMade.withLock({ $0 }) { throw Broken() }
      isMade.withLock { $0 = true }
      return try Films.small(frames: 1000).source()
    }
    var bitmap = Bitmap(size: source.size)
    #expect(throws: Broken.self) {
      _ = try source.draw(at: FrameTime(index: 0, frameRate: 15), into: &bitmap)
    }
  }

  @Test("Drawing can be abandoned in the middle")
  func left() throws {
    let film = try Films.small(frames: 2000)
    let source = try ParallelSource(jobs: 3, frameCount: 2000) { try film.source() }
    var bitmap = Bitmap(size: source.size)
    for index in 0..<70 { _ = try source.draw(at: FrameTime(index: index, frameRate: 15), into: &bitmap) }
    #expect(bitmap == (try film.picture(ofFrame: 69)))
  }
}
