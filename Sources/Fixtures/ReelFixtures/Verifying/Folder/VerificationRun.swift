import ReelFiles

/// Verifies movies in one way, each against the manifest that belongs to it, and writes their reports.
public struct VerificationRun: Sendable {
  /// The manifest, or the folder of manifests; nil for what lies beside the movie.
  public var manifest: String?
  /// What is to be, beside what the manifest tells.
  public var expectations: [Expectation] = []
  /// The folder of the report, or nil for none.
  public var report: String?
  /// What the report may replace.
  public var replacing = ReplacementPolicy.named
  /// Whether pictures are compared with the originals.
  public var measuresQuality = true

  /// What the manifest beside a movie may not lie outside of; nil for a movie that somebody named.
  package var bounds: FolderBounds?

  /// Starts the FFmpeg that measures VMAF; nil where nobody asks for it.
  package var vmaf: VMAFMeter.Start?

  /// Creates a run that takes the manifest beside each movie and writes no report.
  public init() {}

  /// Verifies a movie, and writes its report.
  ///
  /// - Parameters:
  ///   - movie: the path of the movie.
  ///   - name: the path beside which its manifest may lie; the movie's own where it is nil.
  ///   - folder: the folder within which everything lies that a playlist names; that of the playlist where it is nil.
  /// - Throws: `FixtureError` for a manifest that can't be read, `MovieVerifier.Failure` and what a reader throws for a movie that can't be
  ///   verified, `OutputError` where the report can't be written.
  public func verify(_ movie: String, named name: String? = nil, within folder: String? = nil) throws -> VerifiedMovie {
    if let report { try VerificationReport.check(report, replacing: replacing) }
    let path = try manifestPath(of: name ?? movie)
    let known = try path.map { try FixtureManifest(path: $0) }
    var verifier =
      if let known, let path {
        MovieVerifier(path: movie, manifest: known, manifestName: path)
      } else {
        MovieVerifier(path: movie)
      }
    verifier.folder = folder
    verifier.expectations = expectations
    verifier.measuresQuality = measuresQuality
    verifier.vmaf = vmaf
    verifier.worstCount = report == nil ? 0 : 4
    let result = try verifier.run()
    if let report { try VerificationReport.write(result, recipe: known?.recipe, to: report, replacing: replacing) }
    return result
  }

  /// Reads the manifest that was named for everything, so that one which can't be read is no matter of single movies.
  ///
  /// - Throws: `FixtureError` for a manifest that can't be read.
  package func checkManifest() throws {
    guard let manifest, OutputFile.kind(at: manifest) != OutputFile.folderKind else { return }
    _ = try FixtureManifest(path: manifest)
  }

  /// The manifest of a movie; nil if there is none.
  private func manifestPath(of movie: String) throws -> String? {
    let beside =
      StreamVerifier.isPlaylist(movie)
      ? (movie.lastIndex(of: ".").map { movie[..<$0] } ?? "") + ".json" : try? FixtureFiles(movie: movie).manifest
    if let manifest {
      guard OutputFile.kind(at: manifest) == OutputFile.folderKind else { return manifest }
      let name = OutputFile.split(beside ?? movie + ".json").name
      let path = manifest.hasSuffix("/") ? manifest + name : "\(manifest)/\(name)"
      return OutputFile.isMissing(path) ? nil : path
    }
    guard let beside, !OutputFile.isMissing(beside), bounds?.allows(beside) ?? true, Self.isManifest(beside) else {
      return nil
    }
    return beside
  }

  /// Whether a file is a manifest: other tools put JSON beside movies, too.
  ///
  /// An unreadable file counts as a manifest: without it a movie might pass that should not.
  static func isManifest(_ path: String) -> Bool {
    // A pipe or a device might never answer.
    guard OutputFile.kind(at: path) == nil else { return false }
    guard let beginning = BoundedFile.beginning(of: path, count: 4096) else { return true }
    return beginning.firstRange(of: Array("reel-fixture".utf8)) != nil
  }
}
