import ArgumentParser
import Reel
import ReelFixtures
import ReelPlatform

struct CheckCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether a movie still matches its recipe.",
    discussion: """
      Draws every picture again and compares it with the movie. The recipe is the
      manifest of a fixture, or a file written with --recipe.

      A picture differs if its PSNR (luma or chroma) is below --min-psnr, if that of
      any 16x16 pixels is below --min-tile-psnr, or if it is shown at a different
      time.

      EXAMPLES
        capture --seconds 5 -o film.mp4 --recipe film.json
        capture check film.mp4 --recipe film.json

      EXIT CODES
        0 no differences, 1 differences, 64 wrong usage, 65 unreadable input, 66 no
        such input.
      """)

  @Argument(help: "The movie.")
  var movie: String

  @Option(help: ArgumentHelp("The movie's recipe.", valueName: "file.json"))
  var recipe: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The minimum PSNR of a picture. (default: 35)", valueName: "dB"),
    transform: { try OptionText.number("lowest PSNR", $0, 0...100) })
  var minPsnr = DriftCheck.Thresholds().picture

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The minimum PSNR of any 16x16 pixels. (default: 17)", valueName: "dB"),
    transform: { try OptionText.number("lowest PSNR of 16x16 pixels", $0, 0...100) })
  var minTilePsnr = DriftCheck.Thresholds().tile

  @OptionGroup var result: ResultOptions

  var files: RunFiles { RunFiles(reads: ["the movie": movie, "--recipe": recipe]) }

  func run() async throws {
    let drift = try await BlockingWork.run { try check() }
    try result.present(drift, drift.text)
    if !drift.isSame { throw ExitCode(1) }
  }

  private func check() throws -> DriftResult {
    var check = DriftCheck(path: movie)
    check.thresholds.picture = minPsnr
    check.thresholds.tile = minTilePsnr
    guard try DescriptionFile.isDescription(recipe) else {
      return try self.check(fixture: FixtureManifest(path: recipe), check)
    }
    let film = try DescriptionFile.read(recipe)
    let source: SceneSource
    do {
      source = try film.source()
    } catch let error as DescriptionError {
      // For example, a font that was readable a moment ago.
      throw InputError(path: recipe, reason: "\(error)")
    }
    var bitmap = Bitmap(size: source.size)
    let rate = film.film.frameRate
    return try check.run(count: film.frameCount, rate: rate) { index in
      let time = FrameTime(index: index, frameRate: rate)
      _ = try source.draw(at: time, into: &bitmap)
      return DriftCheck.Drawn(time: time.seconds, bitmap: bitmap)
    }
  }

  private func check(fixture manifest: FixtureManifest, _ check: DriftCheck) throws -> DriftResult {
    var painter = try FixturePainter(manifest.recipe)
    let shown = manifest.shownPictures
    return try check.run(count: shown.count, rate: manifest.recipe.frameRate) { index in
      DriftCheck.Drawn(time: shown[index].time, bitmap: try painter.drawStored(frame: shown[index].number ?? 0))
    }
  }
}
