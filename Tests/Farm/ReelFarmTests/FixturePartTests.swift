import Foundation
import Reel
import ReelFarm
import ReelFixtures
import ReelTestSupport
import Testing

@Suite("Fixtures from parts and from several jobs")
struct FixturePartTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static func recipe(_ options: [FixtureOption: String]) throws -> FixtureRecipe {
    var recipe = FixtureRecipe()
    for option in FixtureRecipe.options {
      if let text = options[option] { try recipe.set(option, text) }
    }
    return recipe
  }

  /// Returns a fixture of two or three segments.
  private static func random(_ numbers: inout Seeded) throws -> FixtureRecipe {
    func any(_ words: [String]) -> String { words.randomElement(using: &numbers) ?? "" }
    func perhaps(_ word: String) -> String? { Bool.random(using: &numbers) ? word : nil }
    var options: [FixtureOption: String] = [
      .frames: "\(Int.random(in: 500...620, using: &numbers))", .size: any(["176x144", "192x160"]),
      .fps: any(["1", "25", "30000/1001", "60"]), .bFrames: any(["0", "1", "2", "3", "7"]),
      .gop: any(["8", "30", "250", "300"]), .pattern: any(["counter", "noise", "motion", "checker"]),
    ]
    options[.audio] = perhaps("beep")
    options[.lossless] = perhaps("true")
    // Each option removes or adds pictures, or moves their times.
    options[.drop] = perhaps("3,249,250,269-272,400")
    options[.duplicate] = perhaps("7,251,299")
    options[.swap] = perhaps("290:291")
    options[.vfr] = perhaps("true")
    options[.startPTS] = perhaps("1.5s")
    options[.drawing] = perhaps("1")
    return try recipe(options)
  }

  private func part(_ number: Int, of count: Int, _ recipe: FixtureRecipe, in folder: String) throws -> FixturePart {
    try FixturePart(PartNumber(number, of: count), of: recipe, in: PartFolder(workspace.path(folder)))
  }

  private func makeAll(_ recipe: FixtureRecipe, count: Int, in folder: String) throws {
    for number in 1...count { _ = try part(number, of: count, recipe, in: folder).make(isCancelled: { false }) }
  }

  private func join(_ folder: String, to name: String) throws {
    let join = try #require(try FixtureJoin(PartFolder(workspace.path(folder))))
    let maker = try FixtureMaker(join.recipe, to: workspace.path(name))
    _ = try join.make(with: maker, isCancelled: { false })
  }

  private func joinError(_ folder: String = "clip.parts") -> String {
    do {
      try join(folder, to: "clip.mp4")
      return "joined"
    } catch {
      return "\(error)"
    }
  }

  /// The contents of a fixture's three files, without their names.
  private func fixture(_ stem: String, _ ending: String) throws -> [Data] {
    let manifest = try FixtureManifest(path: workspace.path("\(stem).json"))
    var frames = manifest
    frames.file.name = ""
    let bytes = try workspace.bytes("\(stem).\(ending)")
    #expect(manifest.file.bytes == bytes.count)
    return [bytes, try workspace.bytes("\(stem).framemd5"), Data(try frames.json.utf8)]
  }

  @Test("Random fixtures have the same three files from one job, several jobs and any number of joined parts")
  func equal() async throws {
    var numbers = Seeded()
    for round in 0..<(ProcessInfo.processInfo.environment["REEL_FARM"].flatMap { Int($0) } ?? 5) {
      let recipe = try Self.random(&numbers)
      let (jobs, parts) = (Int.random(in: 2...3, using: &numbers), Int.random(in: 1...4, using: &numbers))
      let ending = ["mp4", "mkv", "mov"].randomElement(using: &numbers) ?? ""
      let what = "\(numbers), round \(round): \(ending), \(jobs) jobs, \(parts) parts of \(recipe)"
      let order = (1...parts).shuffled(using: &numbers)
      try await aside { [self] in
        try FixtureMaker(recipe, to: workspace.path("one.\(ending)")).make()
        try FixtureMaker(recipe, to: workspace.path("jobs.\(ending)")).make(jobs: jobs, isCancelled: { false })
        for number in order {
          _ = try part(number, of: parts, recipe, in: "clip.parts").make(isCancelled: { false })
        }
        try join("clip.parts", to: "clip.\(ending)")
      }
      let one = try fixture("one", ending)
      #expect(try fixture("jobs", ending) == one, "\(what)")
      #expect(try fixture("clip", ending) == one, "\(what)")
      for name in try workspace.files { try FileManager.default.removeItem(at: workspace.url(name)) }
    }
  }

  @Test("A joined clip has every drawn picture, in order and on time", arguments: [1, 2, 3, 200])
  func verified(rest: Int) async throws {
    let recipe = try Self.recipe([
      .frames: "\(270 + rest)", .size: "176x144", .bFrames: "3", .audio: "beep", .gop: "30",
    ])
    let found = try await aside { [self] in
      try makeAll(recipe, count: 2, in: "clip.parts")
      try join("clip.parts", to: "clip.mp4")
      let manifest = try FixtureManifest(path: workspace.path("clip.json"))
      return try MovieVerifier(path: workspace.path("clip.mp4"), manifest: manifest, manifestName: "clip.json").run()
        .verification
    }
    #expect(found.findings.isEmpty && found.isAsExpected, "\(found.text)")
    let probe = try await aside { [self] in
      try Program.run(
        "ffprobe",
        ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts", "-of", "csv=p=0", "clip.mp4"],
        in: workspace.folder.path)
    }
    let lines = String(decoding: probe.output, as: UTF8.self).split(separator: "\n")
    let times = lines.map { $0.split(separator: ",").compactMap { Int($0) } }
    let tick = try #require(times.map { $0[0] }.sorted().dropFirst().first)
    #expect(times.map { $0[0] / tick }.sorted() == Array(0..<270 + rest))
    // Check consecutive times: an index with only durations would show pictures after a gap too early.
    #expect(times.map { $0[1] / tick } == Array(-2..<268 + rest))
  }

  @Test("Parts of each drawing version are joined into a clip of that version", arguments: FixtureRecipe.drawings)
  func drawing(version: Int) async throws {
    let recipe = try Self.recipe([.frames: "12", .size: "176x144", .audio: "beep", .drawing: "\(version)"])
    try await aside { [self] in
      try FixtureMaker(recipe, to: workspace.path("one.mp4")).make()
      try makeAll(recipe, count: 2, in: "clip.parts")
      try join("clip.parts", to: "clip.mp4")
    }
    #expect(try fixture("clip", "mp4") == fixture("one", "mp4"))
    #expect(try FixtureManifest(path: workspace.path("clip.json")).recipe == recipe)
  }

  @Test("A part is complete once it is made, and only for its own recipe")
  func whole() async throws {
    let recipe = try Self.recipe([.frames: "300", .size: "176x144"])
    let other = try Self.recipe([.frames: "300", .size: "176x144", .seed: "2"])
    try await aside { [self] in
      let second = try part(2, of: 3, recipe, in: "clip.parts")
      #expect(!second.isWhole)
      _ = try second.make(isCancelled: { false })
      #expect(second.isWhole && second.pictures == 270..<300)
      let (first, foreign) = (
        try part(1, of: 3, recipe, in: "clip.parts"), try part(2, of: 3, other, in: "clip.parts")
      )
      #expect(!first.isWhole && !foreign.isWhole)
      // There are two segments.
      let last = try part(3, of: 3, recipe, in: "clip.parts")
      _ = try last.make(isCancelled: { false })
      #expect(last.isWhole && last.pictures.isEmpty)
    }
    #expect(joinError() == "\(workspace.path("clip.parts")): part 1 of 3 is missing: make it with --part 1/3")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.path("clip.parts")).sorted()
        == ["film.json", "part-2-of-3.reel-part", "part-3-of-3.reel-part"])
  }

  @Test("A part that ends early leaves nothing")
  func cancelled() async throws {
    let recipe = try Self.recipe([.frames: "300", .size: "176x144"])
    await #expect(throws: CancellationError.self) {
      try await aside { [self] in
        var pictures = 0
        _ = try part(1, of: 2, recipe, in: "clip.parts").make(
          isCancelled: {
            pictures += 1
            return pictures > 5
          })
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("clip.parts")) == ["film.json"])
  }

  @Test("A flipped bit or a missing end anywhere in a part is detected, and leaves no clip")
  func broken() async throws {
    let recipe = try Self.recipe([.frames: "300", .size: "176x144"])
    try await aside { [self] in try makeAll(recipe, count: 2, in: "clip.parts") }
    let path = workspace.path("clip.parts/part-1-of-2.reel-part")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var numbers = Seeded()
    for round in 0..<16 {
      let (damage, offset) = damaged(bytes, round, using: &numbers)
      try damage.write(to: URL(fileURLWithPath: path))
      let message = try await aside { [self] in
        let isWhole = try part(1, of: 2, recipe, in: "clip.parts").isWhole
        #expect(!isWhole)
        return joinError()
      }
      #expect(message.contains("part-1-of-2.reel-part is broken"), "\(numbers), at \(offset): \(message)")
    }
    #expect(try workspace.files == ["clip.parts"])
    try bytes.write(to: URL(fileURLWithPath: path))
    let joined = try await aside { [self] in joinError() }
    #expect(joined == "joined")
  }

  @Test("Parts of a film and of a fixture are not mixed")
  func kinds() async throws {
    let recipe = try Self.recipe([.frames: "10", .size: "176x144"])
    try await Films.make(1, of: 1, Films.small(), in: workspace.path("film.parts"))
    let join = try FixtureJoin(PartFolder(workspace.path("film.parts")))
    #expect(join == nil)
    #expect(throws: FarmError.otherFilm(folder: workspace.path("film.parts"))) {
      try part(1, of: 2, recipe, in: "film.parts").make(isCancelled: { false })
    }
  }

  @Test(
    "A clip that cannot be divided is refused before anything is made",
    arguments: [[.codec: "mpeg4"], [.bitrate: "1M"], [.codec: "libx264rgb"]] as [[FixtureOption: String]])
  func refused(options: [FixtureOption: String]) throws {
    let error = #expect(throws: InvalidValue.self) {
      try part(1, of: 2, Self.recipe(options), in: "clip.parts")
    }
    #expect("\(try #require(error))".hasPrefix("--part is for fixtures in H.264 by libx264"))
    #expect(try workspace.files.isEmpty)
  }
}
