import Reel
import ReelFarm
import ReelTestSupport
import Testing

@Suite("The division into segments and parts")
struct SegmentTests {
  @Test(
    "A segment is a whole number of keyframe intervals and has at least 50 frames",
    arguments: [("10", 100), ("25", 250), ("60", 250), ("1", 50), ("3", 60), ("0.1", 50)])
  func lengths(rate: String, length: Int) throws {
    let size = PixelSize(width: 64, height: 64)
    let configuration = VideoConfiguration(size: size, frameRate: try FrameRate(parsing: rate))
    #expect(FilmSegments(configuration).length == length)
  }

  @Test("A film of up to 300 frames is one segment, unless its pictures are large")
  func short() throws {
    var configuration = VideoConfiguration(size: PixelSize(width: 1280, height: 720), frameRate: 10)
    func count(_ frames: Int) -> Int {
      configuration.frameCount = frames
      return FilmSegments(configuration).count(frameCount: frames)
    }
    #expect([1, 100, 101, 300].map(count) == [1, 1, 1, 1])
    #expect([301, 400, 401].map(count) == [4, 4, 5])
    configuration.size = PixelSize(width: 1920, height: 1080)
    #expect([133, 134].map(count) == [1, 2])
    configuration.size = PixelSize(width: 64, height: 64)
    configuration.keyframeInterval = 7
    #expect([300, 301].map(count) == [1, 6])
  }

  @Test("The parts of a film of any length contain each frame once, and begin at segments")
  func parts() throws {
    var numbers = Seeded()
    let configuration = VideoConfiguration(size: PixelSize(width: 64, height: 64), frameRate: 5)
    let segments = FilmSegments(configuration)
    for _ in 0..<300 {
      let (frames, count) = (Int.random(in: 1...3000, using: &numbers), Int.random(in: 1...40, using: &numbers))
      var end = 0
      for part in 1...count {
        let range = segments.frames(ofPart: part, of: count, frameCount: frames)
        #expect(range.lowerBound == end, "\(numbers): part \(part) of \(count), \(frames) frames")
        #expect(range.isEmpty || range.lowerBound % segments.length == 0, "\(numbers)")
        end = range.upperBound
      }
      #expect(end == frames, "\(numbers): \(count) parts of \(frames) frames")
    }
  }

  @Test("With more parts than segments, the first parts have one segment each and the last have none")
  func empty() {
    let configuration = VideoConfiguration(size: PixelSize(width: 64, height: 64), frameRate: 5)
    let segments = FilmSegments(configuration)
    let ranges = (1...5).map { segments.frames(ofPart: $0, of: 5, frameCount: 130) }
    #expect(ranges == [0..<50, 50..<100, 100..<130, 130..<130, 130..<130])
  }

  @Test("Live films, films with a size limit or bit rate, and other codecs are not divided")
  func undivided() throws {
    let size = PixelSize(width: 64, height: 64)
    #expect(VideoConfiguration(size: size, frameRate: 5).isSegmented)
    #expect(!VideoConfiguration(size: size, frameRate: 5, delay: .none).isSegmented)
    #expect(!VideoConfiguration(size: size, frameRate: 5, quality: .bitrate(100_000)).isSegmented)
    #expect(!VideoConfiguration(size: size, frameRate: 5, encoder: "libopenh264").isSegmented)
    var other = VideoConfiguration(size: size, frameRate: 5)
    // A film far from its limit is treated like one without.
    other.limit = .init(byteCount: 1000, frameCount: 50)
    #expect(!other.isSegmented)
    other = VideoConfiguration(size: size, frameRate: 5)
    other.use(.hevc)
    #expect(!other.isSegmented)
  }
}

@Suite("The number of a part")
struct PartNumberTests {
  private func read(_ text: String, _ environment: [String: String] = [:]) -> String {
    do {
      return try PartNumber(parsing: text, environment: environment).description
    } catch {
      return "\(error)"
    }
  }

  @Test("A part number is written as on the command line", arguments: ["1/1", "3/8", "8/8", "10000/10000"])
  func numbers(text: String) throws {
    #expect(read(text) == text)
    let part = try PartNumber(parsing: text, environment: [:])
    #expect(PartNumber(fileName: part.fileName) == part)
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "3", "3/", "/8", "a/8", "3/10001", "3/8/9", "1.5/8", "auto", "auto/0", "auto/x",
    ])
  func refused(text: String) {
    let message = read(text, ["SLURM_ARRAY_TASK_ID": "0"])
    #expect(message.contains("such as 3/8"), "\(message)")
  }

  @Test("A number out of range is refused with the range", arguments: ["0/8", "9/8", "-1/8"])
  func range(text: String) {
    #expect(read(text) == "part \(text) is not valid: it must be a number from 1 to 8, such as 1/8")
    #expect(read("2/1").contains("1/1, because there is one part"))
  }

  @Test(
    "In an array job the index comes from the scheduler and counts from 0",
    arguments: ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"])
  func tasks(variable: String) {
    #expect(read("auto/8", [variable: "0"]) == "1/8")
    #expect(read("auto/8", [variable: "7"]) == "8/8")
    #expect(read("2/8", [variable: "7"]) == "2/8")
    for index in ["8", "-1", "x", ""] {
      #expect(read("auto/8", [variable: index]).contains("needs an index from 0 to 7"))
    }
    #expect(read("auto/8").contains("none of SLURM_ARRAY_TASK_ID"))
  }

  @Test(
    "Files with other names are not parts",
    arguments: [
      "part-3-of-8.reel-part.final", ".part-3-of-8.reel-part", "part-03-of-8.reel-part", "part-9-of-8.reel-part",
      "film.json",
    ])
  func names(name: String) { #expect(PartNumber(fileName: name) == nil) }
}
