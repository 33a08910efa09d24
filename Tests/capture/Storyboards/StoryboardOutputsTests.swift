import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Outputs that a storyboard lists") struct StoryboardOutputsTests {
  private static let story = """
    film: {size: 320x180, fps: 30}
    outputs: [a.mp4, {file: small.mp4, width: 160, fps: 20}, {file: b.gif, width: 80, fps: 15}, c.vtt]
    scenes:
      - {snowflake: {levels: 0...2}, seconds: 2, caption: Words}

    """

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try Data(Self.story.utf8).write(to: workspace.url("story.yaml"))
    return workspace
  }

  @Test("One run makes all outputs, each with its size and rate, and a second run replaces them")
  func all() async throws {
    let workspace = try workspace()
    for _ in 0..<2 {
      let run = try await workspace.capture("story.yaml", "-q")
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(try workspace.files == ["a.mp4", "b.gif", "c.vtt", "small.mp4", "story.yaml"])
    let told = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("ffprobe")),
      ["-v", "error", "-show_entries", "stream=width,height,r_frame_rate,nb_frames", "-of", "csv=p=0", "small.mp4"],
      in: workspace.folder)
    #expect(String(decoding: told.output, as: UTF8.self) == "160,90,20/1,40\n")
    let facts = try MovieReader(url: workspace.url("b.gif")).facts
    #expect(facts.size == PixelSize(width: 80, height: 46) || facts.size == PixelSize(width: 80, height: 45))
    // The film equals that of a run that names it.
    let named = try await workspace.capture("story.yaml", "-q", "-o", "own.mp4")
    #expect(named.status == 0, "\(named.error)")
    #expect(try Data(contentsOf: workspace.url("own.mp4")) == Data(contentsOf: workspace.url("a.mp4")))
    #expect(try workspace.files.count == 6)
  }

  @Test("Their folders are created, as for -o, and removed again if the film fails")
  func folders() async throws {
    let workspace = try Workspace()
    let story = "film: {size: 64x48}\noutputs: [new/a.mp4, gifs/b.gif]\nscenes: [{title: A, seconds: 0.2}]\n"
    try Data(story.utf8).write(to: workspace.url("story.yaml"))
    try Data(story.replacing("b.gif", with: "b.pdf").utf8).write(to: workspace.url("wrong.yaml"))
    let wrong = try await workspace.capture("wrong.yaml", "-q")
    #expect(wrong.status != 0)
    #expect(try workspace.files == ["story.yaml", "wrong.yaml"])
    let run = try await workspace.capture("story.yaml", "-q")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      ["new/a.mp4", "gifs/b.gif"].allSatisfy { FileManager.default.fileExists(atPath: workspace.url($0).path) })
  }

  @Test("Several jobs draw all outputs, with the same bytes")
  func jobs() async throws {
    let workspace = try workspace()
    func make(_ jobs: String) async throws -> [Data] {
      let made = try await workspace.capture("story.yaml", "-q", "--jobs", jobs)
      #expect(made.status == 0, "\(made.error)")
      return try workspace.files.map { try Data(contentsOf: workspace.url($0)) }
    }
    let one = try await make("1")
    #expect(try await make("3") == one && one.count == 5)
  }

  @Test("--dry-run lists them and makes none, and -o replaces them")
  func others() async throws {
    let workspace = try workspace()
    let dry = try await workspace.capture("play", "story.yaml", "--dry-run")
    let lines = String(decoding: dry.output, as: UTF8.self).split(separator: "\n").suffix(4)
    #expect(
      lines == [
        "a.mp4", "small.mp4: 160 pixels wide, 20 frames a second", "b.gif: 80 pixels wide, 15 frames a second", "c.vtt",
      ])
    #expect(try workspace.files == ["story.yaml"])
    let set = try await workspace.capture("story.yaml", "-q", "--set", "outputs.0=../x.mp4")
    #expect(set.status == 65)
    #expect(set.error.contains("is outside the storyboard's folder"), "\(set.error)")
    #expect(try workspace.files == ["story.yaml"])
  }

  @Test("With a table, each row has its own outputs, named by variables or by a pattern")
  func rows() async throws {
    let workspace = try Workspace()
    let yaml =
      "film: {size: 64x48}\noutputs: ['${name}.mp4', 'x-{n:2}.gif']\nscenes: [{title: '${name}', seconds: 1}]\n"
    try Data(yaml.utf8).write(to: workspace.url("row.yaml"))
    try Data("name\nAda\nBob\n".utf8).write(to: workspace.url("pupils.csv"))
    let run = try await workspace.capture("row.yaml", "-q", "--data", "pupils.csv")
    #expect(run.status == 0, "\(run.error)")
    #expect(try workspace.files == ["Ada.mp4", "Bob.mp4", "pupils.csv", "row.yaml", "x-01.gif", "x-02.gif"])
    try Data(yaml.replacing("${name}.mp4", with: "a.mp4").utf8).write(to: workspace.url("row.yaml"))
    let same = try await workspace.capture("row.yaml", "-q", "--data", "pupils.csv")
    #expect(same.status == 64, "\(same.error)")
  }
}
