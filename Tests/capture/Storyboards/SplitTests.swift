import Foundation
import Reel
import Testing

@Suite("A file for each chapter") struct SplitTests {
  private static let story = """
    film: {size: 160x90, fps: 10}
    scenes:
      - title: One
        chapter: In/Out
        seconds: 1
      - title: Two
        seconds: 0.5
        chapter: in/out
      - title: Three
        seconds: 0.7
        chapter: 50 % done

    """

  private func workspace(_ story: String = story) throws -> Workspace {
    let workspace = try Workspace()
    try Data(story.utf8).write(to: workspace.url("story.yaml"))
    return workspace
  }

  @Test("Each file has the frames of its chapter, in every format, under its own name")
  func chapters() async throws {
    let workspace = try workspace()
    let lossless = ["--lossless", "--pixel-format", "yuv444p"]
    let split = try await CaptureProcess.run(
      ["story.yaml", "--split", "chapters", "-o", "{chapter}.mp4", "-o", "{n:2}.gif", "-o", "p{n}/", "--json"]
        + lossless, in: workspace.folder)
    #expect(split.status == 0, "\(split.error)")
    let names = ["In-Out.mp4", "in-out-2.mp4", "50 - done.mp4"]
    #expect(try Set(workspace.files) == Set(names + ["story.yaml", "01.gif", "02.gif", "03.gif", "p1", "p2", "p3"]))
    #expect(try names.map { try MovieReader(url: workspace.url($0)).facts.frameCount } == [10, 5, 7])
    let whole = try await CaptureProcess.run(
      ["story.yaml", "-o", "whole/", "-q"], in: workspace.folder)
    #expect(whole.status == 0, "\(whole.error)")
    for (chapter, first, last) in [("p1", 0, 9), ("p2", 10, 14), ("p3", 15, 21)] {
      for index in first...last {
        let (name, other) = (String(format: "%04d.png", index), String(format: "%04d.png", index - first))
        #expect(
          FileManager.default.contentsEqual(
            atPath: workspace.url("whole/\(name)").path, andPath: workspace.url("\(chapter)/\(other)").path),
          "\(name)")
      }
    }
    struct Summary: Decodable {
      struct Output: Decodable { var frames: Int }
      var outputs: [Output]
    }
    let outputs = try JSONDecoder().decode(Summary.self, from: split.output).outputs
    #expect(outputs.map(\.frames).sorted() == [5, 5, 5, 7, 7, 7, 10, 10, 10])
  }

  @Test("Two jobs make the same files")
  func jobs() async throws {
    let workspace = try workspace()
    for (name, count) in [("one", "1"), ("two", "2")] {
      let run = try await workspace.capture(
        "story.yaml", "--split", "chapters", "-o", "\(name)-{n}.mp4", "-o", "\(name)-{n}.gif", "-q", "--jobs", count)
      #expect(run.status == 0, "\(run.error)")
    }
    for name in ["1.mp4", "2.mp4", "3.mp4", "1.gif", "2.gif", "3.gif"] {
      #expect(
        try Data(contentsOf: workspace.url("one-" + name)) == Data(contentsOf: workspace.url("two-" + name)), "\(name)")
    }
  }

  @Test(
    "Films that cannot be split are refused before anything is made",
    arguments: [
      ["story.yaml", "-o", "a.gif"], ["story.yaml"], ["story.yaml", "-o", "-"], ["story.yaml", "-o", "{title}.mp4"],
      ["snowflake", "--frames", "5", "-o", "a-{n}.gif"],
    ])
  func refusals(_ arguments: [String]) async throws {
    let workspace = try workspace()
    let result = try await CaptureProcess.run(arguments + ["--split", "chapters"], in: workspace.folder)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.errorLines.count == 1)
    #expect(try workspace.files == ["story.yaml"])
  }

  @Test("A failed chapter leaves the existing file, the others are complete, and the exit code is 74")
  func failure() async throws {
    let workspace = try workspace()
    // A leftover of another recording blocks the second chapter.
    try Data("old".utf8).write(to: workspace.url("2.mp4"))
    try Data("no film".utf8).write(to: workspace.url("2.partial.mp4"))
    let result = try await CaptureProcess.run(
      ["story.yaml", "--split", "chapters", "-o", "{n}.mp4"], in: workspace.folder)
    #expect(result.status == 74, "\(result.error)")
    #expect(try Data(contentsOf: workspace.url("2.mp4")) == Data("old".utf8))
    for (name, count) in [("1.mp4", 10), ("3.mp4", 7)] {
      #expect(try MovieReader(url: workspace.url(name)).facts.frameCount == count)
    }
  }
}
