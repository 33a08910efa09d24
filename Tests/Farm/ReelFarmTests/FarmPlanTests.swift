import Reel
import ReelFarm
import Testing

@Suite("The plan of a film")
struct FarmPlanTests {
  @Test("A plan has the frames, time and bytes of each part, which are 0 for empty parts")
  func parts() async throws {
    let workspace = try Workspace()
    let plan = try await FarmPlan(Films.small(), parts: 5, inFolder: workspace.folder.path)
    #expect(plan.frames == 390 && plan.segmentFrames == 150)
    #expect(plan.parts.map(\.part) == [1, 2, 3, 4, 5])
    #expect(plan.parts.map(\.firstFrame) == [0, 150, 300, 390, 390])
    #expect(plan.parts.map(\.frames) == [150, 150, 90, 0, 0])
    #expect(plan.parts.map { $0.seconds > 0 } == [true, true, true, false, false])
    #expect(plan.parts.map { $0.bytes > 0 } == [true, true, true, false, false])
    #expect(plan.filledCount == 3)
    #expect(plan.bytes == plan.parts.reduce(0) { $0 + $1.bytes })
    #expect(plan.longestSeconds <= plan.totalSeconds && plan.longestSeconds == plan.parts.map(\.seconds).max())
    #expect(plan.memory == (try SegmentedFilm(Films.small()).configuration.estimatedMemory))
    // The sampled frames left no files.
    #expect(try workspace.files.isEmpty)
  }

  @Test("Of many parts only some are measured, and the following ones are assumed to be like them")
  func samples() async throws {
    let workspace = try Workspace()
    let plan = try await FarmPlan(Films.small(frames: 3000), parts: 20, inFolder: workspace.folder.path)
    #expect(plan.parts.allSatisfy { $0.frames == 150 && $0.seconds > 0 })
    for pair in stride(from: 0, to: 20, by: 2) {
      #expect(plan.parts[pair].seconds == plan.parts[pair + 1].seconds)
      #expect(plan.parts[pair].bytes == plan.parts[pair + 1].bytes)
    }
  }
}
