import Dispatch
import ReelFiles
import ReelPlatform
import ReelTiming
import ReelVideo
import Synchronization

/// Makes the clips of a suite in a folder in parallel, except those that are up to date.
public struct SuiteBuilder: Sendable {
  /// The suite.
  public let suite: FixtureSuite
  /// The folder, which is created if necessary.
  public let folder: String
  /// Which files may be replaced: unless this is `.always`, only those with the suite's names that Reel made.
  public let replacing: ReplacementPolicy

  /// A clip of the suite and its outcome.
  public struct Entry: Sendable {
    /// The clip.
    public var item: FixtureSuite.Item
    /// The outcome.
    public var outcome: SuiteOutcome
    /// Its manifest, if there is one; for a ladder, the manifest of the first rung.
    public var manifest: FixtureManifest?
    /// The paths of the manifests of a ladder's rungs.
    public var rungs: [String] = []
  }

  /// Creates a builder.
  ///
  /// Nothing is made yet.
  public init(_ suite: FixtureSuite, folder: String, replacing: ReplacementPolicy = .named) {
    self.suite = suite
    self.replacing = replacing
    self.folder = folder.hasSuffix("/") || folder.isEmpty ? folder : folder + "/"
  }

  /// Makes the clips that are not up to date, then the index: `index.json` for programs, `index.html` for people.
  ///
  /// If one clip fails, the others are made anyway.
  ///
  /// - Parameters:
  ///   - width: The number of clips made in parallel.
  ///   - isCancelled: Called before every frame; true stops the work. Finished clips stay, but no index is written.
  ///   - finished: Receives every clip, on any thread.
  /// - Throws: `CancellationError`; `OutputError` for a folder that cannot be written to.
  public func build(
    width: Int, isCancelled: @escaping @Sendable () -> Bool = { false },
    finished: @escaping @Sendable (Entry) -> Void = { _ in }
  ) async throws -> [Entry] {
    try makeFolder()
    try HiddenManifest.check(
      ["index.json", "index.html"], in: folder, manifest: Self.manifestName, replacing: replacing)
    // Threads of its own: encoders block, and Swift's cooperative threads must not.
    let queue = DispatchQueue(label: "reel.suite", attributes: .concurrent)
    let timer = PerformanceTimer.current
    var entries = [Entry?](repeating: nil, count: suite.items.count)
    await withTaskGroup(of: (Int, Entry).self) { group in
      var next = 0
      func start() {
        guard next < suite.items.count else { return }
        let (index, item) = (next, suite.items[next])
        next += 1
        group.addTask {
          let made: Entry = await withCheckedContinuation { continuation in
            queue.async {
              let made = PerformanceTimer.$current.withValue(timer) { entry(of: item, isCancelled) }
              continuation.resume(returning: made)
            }
          }
          return (index, made)
        }
      }
      for _ in 0..<max(1, width) { start() }
      for await (index, entry) in group {
        entries[index] = entry
        if !isCancelled() {
          finished(entry)
          start()
        }
      }
    }
    if isCancelled() { throw CancellationError() }
    let all = entries.compactMap { $0 }
    let index = SuiteIndex(all)
    try HiddenManifest.put(
      [("index.json", Array(try index.json.utf8)), ("index.html", Array(index.html.utf8))], in: folder,
      manifest: Self.manifestName, replacing: replacing)
    return all
  }

  /// The manifest of the index.
  private static let manifestName = ".suite.manifest"

  private func makeFolder() throws(OutputError) {
    do {
      try FileManager.default.createDirectory(atPath: folder.isEmpty ? "." : folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotCreate(path: folder, reason: "the folder can't be created: choose another name")
    }
    try OutputFile.checkFolder(folder.isEmpty ? "." : folder, of: folder + "index.json")
  }

  private func entry(of item: FixtureSuite.Item, _ isCancelled: () -> Bool) -> Entry {
    var entry = Entry(item: item, outcome: .made)
    do {
      if item.ladder != nil { return try ladder(of: item, isCancelled) }
      let maker = try FixtureMaker(item.recipe, to: folder + item.fileName, replacing: replacing, isNamed: false)
      if let manifest = Self.current(maker) {
        (entry.outcome, entry.manifest) = (.upToDate, manifest)
      } else if isCancelled() {
        entry.outcome = .failed("interrupted")
      } else {
        entry.manifest = try maker.make(isCancelled: isCancelled)
      }
    } catch let error as ClipError {
      if case .encoderMissing = error {
        entry.outcome = .unavailable(error.description)
      } else {
        entry.outcome = .failed(error.description)
      }
    } catch let error as any CustomStringConvertible {
      entry.outcome = .failed(error.description)
    } catch {
      entry.outcome = .failed("\(error)")
    }
    return entry
  }

  private func ladder(of item: FixtureSuite.Item, _ isCancelled: () -> Bool) throws -> Entry {
    var entry = Entry(item: item, outcome: .upToDate)
    guard let maker = try item.ladder?.maker(of: item, in: folder, replacing: replacing) else { return entry }
    let manifests = try maker.make(isCancelled) { rung in
      let manifest = Self.current(rung)
      if manifest == nil { entry.outcome = .made }
      return manifest
    }
    (entry.manifest, entry.rungs) = (manifests.first, maker.rungs.map(\.maker.files.manifest))
    return entry
  }

  /// The manifest of a clip that is up to date: made by the same recipe and versions, and unchanged since.
  private static func current(_ maker: FixtureMaker) -> FixtureManifest? {
    guard let manifest = try? FixtureManifest(path: maker.files.manifest), manifest.key == maker.key,
      (try? MD5.text(ofFile: maker.files.movie)) == manifest.file.md5,
      FileManager.default.fileExists(atPath: maker.files.hashes)
    else { return nil }
    return manifest
  }
}
