import ReelGeometry
import ReelVideo
import Testing

@testable import ReelFixtures

/// Films and references that are surveyed and compared in one pass.
@Suite struct SinglePassTests {
  private typealias Films = (seen: FilmSurvey.Source, drawn: FilmSurvey.Source)

  /// Makes a reference, and the same with faults.
  private func make(
    _ pattern: FixturePattern = .checker, _ faults: (inout FixtureRecipe) throws -> Void
  ) throws -> ClipFolder {
    let folder = try ClipFolder()
    for name in ["a.mkv", "b.mkv"] {
      try folder.make(name) { recipe in
        (recipe.size, recipe.frameCount, recipe.pattern) = (PixelSize(width: 320, height: 180), 90, pattern)
        if name == "b.mkv" { try faults(&recipe) }
      }
    }
    return folder
  }

  /// The qualities of one pass, nil if its frames are not those of the alignment, and those of a second pass.
  private func qualities(_ films: Films) throws -> (one: FrameQualities?, two: FrameQualities) {
    let pass = try SinglePass(films, compares: true, worstCount: 0)
    let alignment = FrameAlignment(seen: pass.surveys.seen.print, drawn: pass.surveys.drawn.print)
    var second = PairComparison(
      pass.surveys, FilmPlacement(original: pass.surveys.drawn.size, observed: pass.surveys.seen.size), worstCount: 0)
    try second.run(alignment.marks, times: pass.surveys.seen.print.times, films: films)
    return (pass.suits(alignment) ? pass.comparison?.qualities : nil, second.qualities)
  }

  private func films(_ folder: ClipFolder, _ seen: String = "b.mkv", of drawn: String = "a.mkv") -> Films {
    (FilmSurvey.Source(path: folder.path(seen)), FilmSurvey.Source(path: folder.path(drawn)))
  }

  static let faults: [(name: String, change: @Sendable (inout FixtureRecipe) throws -> Void)] = [
    ("none", { _ in }), ("dropped", { $0.faults.drop = [10, 40, 41, 42] }),
    ("without its head", { $0.faults.drop = Array(0..<30) }), ("duplicated", { $0.faults.duplicate = [7] }),
    ("reordered", { $0.faults.swap = [.init(30, 31)] }), ("another pattern of loss", { $0.quality = .crf(35) }),
  ]

  @Test("One pass compares the same pictures as two", arguments: faults.indices)
  func same(index: Int) throws {
    let (name, change) = Self.faults[index]
    let folder = try make(.checker, change)
    defer { withExtendedLifetime(folder) {} }
    let found = try qualities(films(folder))
    #expect(found.one?.count == found.two.count, "\(name)")
    #expect(found.one == found.two, "\(name)")
  }

  @Test("A head that is longer than the frames that are kept is left to a second pass")
  func long() throws {
    let folder = try ClipFolder()
    for (name, drop) in [("a.mkv", []), ("b.mkv", Array(0..<150))] {
      try folder.make(name) { recipe in
        (recipe.size, recipe.frameCount) = (PixelSize(width: 320, height: 180), 200)
        (recipe.pattern, recipe.faults.drop) = (.noise, drop)
      }
    }
    let found = try qualities(films(folder))
    #expect(found.one == nil && found.two.count == 50)
  }

  @Test("The last frames are kept, as many as memory allows")
  func window() throws {
    let folder = try make { _ in }
    let reader = try ClipReader(path: folder.path("a.mkv"))
    var window = FrameWindow(size: PixelSize(width: 320, height: 180))
    #expect(window.capacity == 64)
    #expect(FrameWindow(size: PixelSize(width: 3840, height: 2160)).capacity == 6)
    var planes: [LumaPlane] = []
    while let frame = reader.nextFrame() {
      planes.append(try frame.uprightLuma(.up))
      window.append(frame, planes[planes.count - 1])
    }
    #expect(window.numbers == 26..<90 && window[25] == nil && window[90] == nil)
    #expect((26..<90).allSatisfy { window[$0]?.plane == planes[$0] })
  }
}
