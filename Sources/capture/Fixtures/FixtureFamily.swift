import ArgumentParser
import Reel
import ReelFixtures

extension Family {
  /// The commands that make and verify test clips.
  static var fixtures: Family {
    Family(
      commands: [FixtureCommand.self, VerifyCommand.self, CheckCommand.self], scenes: [PatternFilm.self],
      files: [ManifestFile.self])
  }
}

/// The manifest of a fixture.
enum ManifestFile: FilmedFile {
  static var command: String? { nil }

  static func recognizes(_ path: String) -> Bool { path != "-" && (try? FixtureManifest(path: path)) != nil }

  static func still(of path: String, _ options: StillCommand) throws -> StillSource {
    let manifest = try FixtureManifest(path: path)
    return StillSource(manifest.recipe, shown: manifest.shownPictures.map { ($0.number, $0.time) })
  }
}

extension FixtureCommand: StillFilm {
  var stillSource: StillSource {
    get throws {
      let recipe = try recipe
      let times = (0..<recipe.frameCount).map { (number: Int?($0), time: recipe.frameRate.seconds(ofFrame: $0)) }
      return StillSource(recipe, shown: times)
    }
  }
  var stillOutput: String? { destination.output }
  var stillReplacement: ReplacementOptions { destination.replacement }
  var isQuiet: Bool { report.quiet }
  var isJSON: Bool { report.json }
}

extension StillSource {
  /// Takes the pictures of a clip, or of a clip that a recipe describes.
  init(_ recipe: FixtureRecipe, shown: [(number: Int?, time: Double)]) {
    self.init(
      count: shown.count, duration: (shown.last?.time ?? 0) + 1 / recipe.frameRate.framesPerSecond,
      index: { time in shown.lastIndex { $0.time <= time + 1e-9 } ?? 0 },
      draw: { index in
        var painter = try FixturePainter(recipe)
        return try painter.drawStored(frame: shown[index].number ?? 0)
      })
  }
}
