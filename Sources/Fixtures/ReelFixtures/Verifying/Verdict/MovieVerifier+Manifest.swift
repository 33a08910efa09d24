extension MovieVerifier {
  /// Creates a verifier for a movie with a manifest.
  ///
  /// - Parameters:
  ///   - path: The path of the movie.
  ///   - manifest: The manifest of the original clip.
  ///   - manifestName: The name of the manifest in reports.
  public init(path: String, manifest: FixtureManifest, manifestName: String) {
    self.init(path: path, recipe: manifest.recipe, manifestName: manifestName)
    showings = manifest.shownPictures
    hasColors = !["gray", "mono", "ya"].contains { manifest.stream.pixelFormat.hasPrefix($0) }
  }
}

extension FixtureManifest {
  /// The pictures that a player shows, in order.
  ///
  /// Some containers hide the ones before time 0.
  public var shownPictures: [Showing] {
    let clock = timeBase.split(separator: "/").compactMap { Int($0) }
    guard clock.count == 2, clock[1] > 0 else { return [] }
    return frames.filter { $0.decoded != nil }.map { frame in
      Showing(frame.frame, of: clip, at: Double(frame.pts) * Double(clock[0]) / Double(clock[1]))
    }
  }
}
