import ArgumentParser
import Reel

/// The zoom, to draw a frame of: none in a build without that family.
struct ZoomStillOptions: ParsableArguments {
  var zoom: Bool { false }

  func film(_ flake: FlakeOptions, _ settings: FilmSettings) throws -> FilmDescription? { nil }
}
