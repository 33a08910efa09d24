import ArgumentParser
import Reel
import ReelFixtures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct CheckCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find out whether a movie still is what its recipe draws.",
    discussion: """
      Draws everything again in virtual time and compares picture by picture. The
      recipe is the manifest of a fixture, or what capture and capture trace wrote
      with --recipe.

      A picture differs when its PSNR (luma, or chroma) is below --min-psnr, that of
      any 16x16 pixels is below --min-tile-psnr, or it is shown at another time.

      EXAMPLES
        capture --seconds 5 -o film.mp4 --recipe film.json
        capture check film.mp4 --recipe film.json

      EXIT CODES
        0 the same, 1 differences, 64 wrong usage, 65 not readable.
      """)

  @Argument(help: "The movie.")
  var movie: String

  @Option(help: ArgumentHelp("What it was drawn from.", valueName: "file.json"))
  var recipe: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The lowest PSNR of a picture. (default: 35)", valueName: "dB"),
    transform: number("lowest PSNR", 0...100))
  var minPsnr = DriftCheck.Thresholds().picture

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The lowest PSNR of any 16x16 pixels. (default: 17)", valueName: "dB"),
    transform: number("lowest PSNR of 16x16 pixels", 0...100))
  var minTilePsnr = DriftCheck.Thresholds().tile

  @OptionGroup var result: ResultOptions

  var files: RunFiles { RunFiles(reads: ["the movie": movie, "--recipe": recipe]) }

  func run() async throws {
    let drift = try await Aside.run { try check() }
    try result.tell(drift, drift.text)
    if !drift.isSame { throw ExitCode(1) }
  }

  private func check() throws -> DriftResult {
    var check = DriftCheck(path: movie)
    check.thresholds.picture = minPsnr
    check.thresholds.tile = minTilePsnr
    guard let film = try filmRecipe() else { return try self.check(fixture: FixtureManifest(path: recipe), check) }
    let fonts = FontSearch(textOption: "", isQuiet: true, isVerbose: false)
    defer { fonts.finish() }
    let reel: FilmRecipe.Reel
    do {
      reel = try film.reel()
      // What cannot be recorded is not drawn either. A recipe does not tell how colours are stored; 4:4:4 has odd sizes too.
      var configuration = VideoConfiguration(size: reel.source.size, frameRate: reel.frameRate)
      if reel.source.size != VideoConfiguration.nearestEven(reel.source.size) { configuration.pixelFormat = .yuv444p }
      try configuration.validate()
      try configuration.reserveMemory()
    } catch let error as OutputError {
      throw error
    } catch let error as MovieError {
      throw error
    } catch {
      throw InputError(
        path: recipe, reason: CheckCommand.message(for: error), advice: "name a recipe that capture wrote")
    }
    var source = reel.source
    var bitmap = Bitmap(size: source.size)
    return try check.run(count: reel.frameCount, rate: reel.frameRate) { index in
      let time = FrameTime(index: index, frameRate: reel.frameRate)
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

  /// The recipe of a film; nil for a file that is something else.
  private func filmRecipe() throws -> FilmRecipe? {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(recipe, limit: FilmRecipe.longestFile)
    } catch {
      if case .tooLong = error { return nil }
      throw InputError(path: recipe, reason: "it is not there or may not be read", advice: "name the recipe")
    }
    guard let film = FilmRecipe(json: bytes) else { return nil }
    guard film.version == 1 else {
      throw InputError(
        path: recipe, reason: "it is of version \(film.version)",
        advice: "use a newer capture, which knows that version")
    }
    return film
  }
}
