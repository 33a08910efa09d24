import ReelGeometry
import ReelScenes
import Testing

@Suite struct SnowflakeFilmTests {
  @Test("Levels have equal shares of the time, without a gap", arguments: [0...0, 0...6, 3...5, 0...12])
  func shares(levels: ClosedRange<Int>) {
    let shares = SnowflakeFilm(levels: levels, duration: 30).shares(frameInterval: 0.1)
    #expect(shares.map(\.level) == Array(levels))
    #expect(shares.first?.start == 0)
    #expect(shares.last?.end == 30)
    for (before, after) in zip(shares, shares.dropFirst()) { #expect(before.end == after.start) }
    for share in shares { #expect(abs(share.end - share.start - 30 / Double(levels.count)) < 1e-12) }
  }

  @Test("A level grows for its part of the share; level 0 has nothing to grow from")
  func growth() {
    var film = SnowflakeFilm(levels: 0...2, duration: 12)
    #expect(film.shares(frameInterval: 0.1).map(\.growth) == [0, 1, 1])
    film.growth = 0.5
    #expect(film.shares(frameInterval: 0.1).map(\.growth) == [0, 2, 2])
    film.style = .step
    #expect(film.shares(frameInterval: 0.1).map(\.growth) == [0, 0, 0])
    film.style = .draw
    #expect(film.shares(frameInterval: 0.1).map(\.growth) == [2, 2, 2])
    film.growth = nil
    #expect(film.shares(frameInterval: 0.1).map(\.growth) == [3.4, 3.4, 3.4])
  }

  @Test("However long a level grows, the film ends with the finished picture")
  func finished() throws {
    var film = SnowflakeFilm(levels: 1...3, duration: 3)
    film.growth = 1
    let last = try #require(film.shares(frameInterval: 0.25).last)
    #expect(last.start + last.growth <= 2.75)
    film.duration = 0.3
    let short = try #require(film.shares(frameInterval: 0.25).last)
    #expect(short.growth == 0)
  }

  @Test(
    "Every film ends on its last level, also one with fewer frames than levels", arguments: 1...20,
    [0...6, 2...3, 0...12])
  func fewFrames(frames: Int, levels: ClosedRange<Int>) {
    let film = SnowflakeFilm(levels: levels, duration: Double(frames) / 10)
    let lastFrame = Double(frames - 1) / 10
    for share in film.shares(frameInterval: 0.1) {
      #expect(share.start + (share.level == levels.upperBound ? share.growth : 0) <= lastFrame + 1e-9)
    }
  }

  @Test("Films that cannot be are refused")
  func refused() {
    #expect(throws: InvalidValue.self) { try SnowflakeFilm(levels: 0...13, duration: 1).validate() }
    #expect(throws: InvalidValue.self) { try SnowflakeFilm(levels: -1...3, duration: 1).validate() }
    #expect(throws: InvalidValue.self) { try SnowflakeFilm(duration: 0).validate() }
    #expect(throws: InvalidValue.self) { try SnowflakeFilm(duration: .nan).validate() }
    var film = SnowflakeFilm(duration: 1)
    film.growth = 1.01
    #expect(throws: InvalidValue.self) { try film.validate() }
  }
}
