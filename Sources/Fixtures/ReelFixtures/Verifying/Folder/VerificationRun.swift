import ReelFiles

/// Settings to verify movies, each against its manifest, and to write their reports.
public struct VerificationRun: Sendable {
  /// The manifest, or the folder of manifests; nil to look beside each movie.
  public var manifest: String?
  /// The film that the movie was made from; nil to compare it with its manifest.
  public var reference: String?
  /// The reference if it was drawn, instead of the film.
  package var drawn: DrawnReference?
  /// Expectations in addition to the manifest.
  public var expectations: [Expectation] = []
  /// The folder of the report; nil for no report.
  public var report: String?
  /// Which files the report may replace.
  public var replacing = ReplacementPolicy.named
  /// Whether pictures are compared with the originals.
  public var measuresQuality = true

  /// The bounds within which the manifest beside a movie must be; nil for a movie that the user named.
  package var bounds: FolderBounds?

  /// Starts the FFmpeg process that measures VMAF; nil if VMAF was not requested.
  package var vmaf: VMAFMeter.Start?

  /// Creates a run that uses the manifest beside each movie and writes no report.
  public init() {}

  /// Verifies a movie and writes its report.
  ///
  /// - Parameters:
  ///   - movie: The path of the movie.
  ///   - name: The path that may have a manifest beside it; nil for the movie's own.
  ///   - folder: The folder that must contain every file that a playlist refers to; nil for the playlist's folder.
  /// - Throws: `FixtureError` for a manifest that cannot be read; `MovieVerifier.Failure` and readers' errors for a
  ///   movie that cannot be verified; `OutputError` for a report that cannot be written.
  public func verify(_ movie: String, named name: String? = nil, within folder: String? = nil) throws -> VerifiedMovie {
    if let report { try VerificationReport.check(report, replacing: replacing) }
    if let reference = drawn?.path ?? reference { return try compare(movie, with: reference, within: folder) }
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

  private func compare(_ movie: String, with reference: String, within folder: String?) throws -> VerifiedMovie {
    var verifier = ReferenceVerifier(path: movie, reference: reference)
    (verifier.folder, verifier.expectations, verifier.vmaf) = (folder, expectations, vmaf)
    verifier.measuresQuality = measuresQuality
    verifier.referenceName = drawn?.name
    verifier.worstCount = report == nil ? 0 : 4
    let result = try verifier.run()
    if let report { try VerificationReport.write(result, recipe: nil, to: report, replacing: replacing) }
    return result
  }

  /// Reads the manifest given for all movies, so that an unreadable one is reported once and not for each movie.
  ///
  /// - Throws: `FixtureError` for a manifest that cannot be read.
  package func checkManifest() throws {
    guard let manifest, OutputFile.kind(at: manifest) != OutputFile.folderKind else { return }
    _ = try FixtureManifest(path: manifest)
  }

  /// Returns the path of a movie's manifest; nil if there is none.
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

  /// Whether a file is a manifest.
  ///
  /// Other tools put JSON beside movies too.
  ///
  /// An unreadable file counts as a manifest, since a movie might wrongly pass without it.
  static func isManifest(_ path: String) -> Bool {
    // A pipe or a device might block forever.
    guard OutputFile.kind(at: path) == nil else { return false }
    guard let beginning = BoundedFile.beginning(of: path, count: 4096) else { return true }
    return beginning.firstRange(of: Array("reel-fixture".utf8)) != nil
  }
}
