import Foundation
import Reel
import ReelFarm
import ReelTestSupport
import Synchronization
import Testing

@Suite("Parts of a film in a folder")
struct PartTests {
  private let workspace: Workspace
  private let folder: String

  init() throws {
    workspace = try Workspace()
    folder = workspace.path("film.parts")
  }

  private func part(_ number: Int, of count: Int = 3, _ film: FilmDescription) throws -> FilmPart {
    try FilmPart(PartNumber(number, of: count), of: film, in: PartFolder(folder))
  }

  private func makeAll(_ film: FilmDescription) async throws {
    for number in 1...3 { try await Films.make(number, of: 3, film, in: folder) }
  }

  private func joinError(_ name: String = "film.mp4") async -> String {
    do {
      try await Films.join(folder, to: workspace.path(name))
      return "joined"
    } catch {
      return "\(error)"
    }
  }

  @Test("A part is complete once it is made, and only for its own film")
  func whole() async throws {
    let film = try Films.small()
    #expect(try !part(2, film).isWhole)
    try await Films.make(2, of: 3, film, in: folder)
    #expect(try part(2, film).isWhole)
    #expect(try !part(1, film).isWhole)
    #expect(try !part(2, Films.small(frames: 391)).isWhole)
    var other = film
    other.output.crf = 22
    #expect(try !part(2, other).isWhole)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["film.json", "part-2-of-3.reel-part"])
  }

  @Test("A part that is not committed leaves nothing")
  func uncommitted() async throws {
    let part = try part(1, Films.small())
    do {
      let making = try part.begin()
      _ = try await making.recorder?.record(frames: part.frames.count)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["film.json"])
  }

  @Test("Joining reports its progress: continuously in MP4, after each part in Matroska")
  func progress() async throws {
    let film = try Films.small()
    try await makeAll(film)
    for name in ["film.mp4", "film.mkv"] {
      let told = Mutex<[Int]>([])
      let join = try PartJoin(PartFolder(folder), catalog: Films.catalog)
      _ = try await join.write(
        to: .path(workspace.path(name)), progress: { count in told.withLock { $0.append(count) } })
      let counts = told.withLock { $0 }
      #expect(counts == Set(counts).sorted(), "\(name): \(counts)")
      #expect(counts.count > 1 && counts.allSatisfy { (1...join.frameCount).contains($0) }, "\(name): \(counts)")
    }
  }

  @Test("A flipped bit or a missing end anywhere in a part is detected, and leaves no film")
  func broken() async throws {
    let film = try Films.small()
    try await makeAll(film)
    let path = PartFolder(folder).path(of: PartNumber(2, of: 3))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var numbers = Seeded()
    for round in 0..<40 {
      let (damage, offset) = damaged(bytes, round, using: &numbers)
      try damage.write(to: URL(fileURLWithPath: path))
      #expect(try !part(2, film).isWhole, "\(numbers): at \(offset)")
      // Matroska is written in a different way.
      let message = await joinError(round % 3 == 0 ? "film.mkv" : "film.mp4")
      #expect(message.contains("part-2-of-3.reel-part is broken"), "\(numbers), at \(offset): \(message)")
    }
    #expect(try workspace.files == ["film.parts"])
    try await Films.make(2, of: 3, film, in: folder)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(await joinError() == "joined")
  }

  @Test("A part in another version's format is recognized as such and made again")
  func otherVersion() async throws {
    let film = try Films.small()
    try await makeAll(film)
    let path = PartFolder(folder).path(of: PartNumber(2, of: 3))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var other = bytes
    other.replaceSubrange(0..<16, with: Data("reel packets 001".utf8))
    try other.write(to: URL(fileURLWithPath: path))
    let message = await joinError()
    #expect(message.contains("part-2-of-3.reel-part is broken: another version of Reel wrote it"), "\(message)")
    try await Films.make(2, of: 3, film, in: folder)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("An error names missing parts")
  func missing() async throws {
    #expect(await joinError() == "\(folder): no such folder; name the folder given to --part with -o")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(await joinError().contains("contains no parts of a film"))
    let film = try Films.small()
    try await Films.make(4, of: 6, film, in: folder)
    #expect(await joinError().contains("parts 1-3 and 5-6 of 6 are missing: make them with --part 1/6"))
    for number in [1, 2, 3, 5] { try await Films.make(number, of: 6, film, in: folder) }
    #expect(await joinError().contains("part 6 of 6 is missing: make it with --part 6/6"))
    #expect(try workspace.files == ["film.parts"])
  }

  @Test("A part of another film, or with another number, is refused by name")
  func foreign() async throws {
    let film = try Films.small()
    try await makeAll(film)
    let other = workspace.path("other.parts")
    try await Films.make(2, of: 3, Films.small(frames: 391), in: other)
    let path = PartFolder(folder).path(of: PartNumber(2, of: 3))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: PartFolder(other).path(of: PartNumber(2, of: 3)), toPath: path)
    #expect(await joinError().contains("part-2-of-3.reel-part can't be joined: it is a part of a different film"))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: PartFolder(folder).path(of: PartNumber(1, of: 3)), toPath: path)
    #expect(await joinError().contains("its header names another part"))
    #expect(try workspace.files == ["film.parts", "other.parts"])
  }

  @Test("The complete one of two divisions is joined")
  func divisions() async throws {
    let film = try Films.small()
    try await Films.make(1, of: 2, film, in: folder)
    try await Films.make(1, of: 3, film, in: folder)
    #expect(await joinError().contains("contains parts of 2 and of 3: remove the ones you don't want"))
    try await Films.make(2, of: 2, film, in: folder)
    #expect(await joinError() == "joined")
    // A different film in as many parts as before: leftovers of the old one do no harm.
    for number in 1...3 {
      try await Films.make(number, of: 3, Films.small(frames: 391), in: folder, replacing: .always)
    }
    #expect(await joinError() == "joined")
    #expect(try MovieReader(url: workspace.url("film.mp4")).facts.frameCount == 391)
  }

  @Test("An error names an unreadable description")
  func description() async throws {
    try await makeAll(Films.small())
    try Data("{".utf8).write(to: workspace.url("film.parts/film.json"))
    #expect(await joinError().contains("film.parts/film.json can't be joined: it is not JSON"))
  }

  @Test("Two processes may make the same part at once, and one may have crashed before")
  func twoAtOnce() async throws {
    let film = try Films.small()
    let (first, second) = (try part(1, film), try part(1, film))
    let (one, two) = (try first.begin(), try second.begin())
    _ = try await two.recorder?.record(frames: second.frames.count)
    _ = try await one.recorder?.record(frames: first.frames.count)
    _ = try two.commit()
    #expect(try part(1, film).isWhole)
    _ = try one.commit()
    #expect(try part(1, film).isWhole)
  }

  @Test("A part is refused when it is complete if a part of another film came meanwhile")
  func otherFilm() async throws {
    let (first, second) = (try part(1, Films.small()), try part(1, Films.small(frames: 391)))
    do {
      let (one, two) = (try first.begin(), try second.begin())
      _ = try await one.recorder?.record(frames: first.frames.count)
      _ = try await two.recorder?.record(frames: second.frames.count)
      // The one that is complete first keeps the folder, although the other wrote the description last.
      _ = try one.commit()
      #expect(throws: FarmError.otherFilm(folder: folder)) { try two.commit() }
    }
    #expect(first.isWhole)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
  }

  @Test("A film with fewer segments than parts is joined although some parts are empty")
  func empty() async throws {
    let film = try Films.small(frames: 7)
    for number in 1...5 { try await Films.make(number, of: 5, film, in: folder) }
    try await Films.join(folder, to: workspace.path("film.mp4"))
    try await Films.record(film, to: workspace.path("one.mp4"))
    #expect(try workspace.bytes("film.mp4") == workspace.bytes("one.mp4"))
  }

  @Test("A file that is not a description is kept, and no part is made beside it")
  func otherFile() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data("my notes".utf8).write(to: URL(fileURLWithPath: folder + "/film.json"))
    await #expect(throws: OutputError.self) { try await Films.make(1, of: 3, Films.small(), in: folder) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/film.json")) == Data("my notes".utf8))
  }
}
