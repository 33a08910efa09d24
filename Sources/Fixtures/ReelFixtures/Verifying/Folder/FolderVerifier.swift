import Dispatch
import ReelFiles
import ReelPlatform
import ReelVideo
import Synchronization

/// Verifies every movie in a folder and its subfolders, and groups the movies by what went wrong.
///
///     let result = try FolderVerifier("films/").verify()
///     print(result.text)
public struct FolderVerifier: Sendable {
  /// The folder.
  public var path: String
  /// The settings for each movie.
  ///
  /// The report has one folder for each movie.
  public var run: VerificationRun
  /// The number of movies verified in parallel; nil for one for each processor.
  public var jobs: Int?

  /// Creates a verifier.
  ///
  /// Nothing is read yet.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - run: The settings for each movie.
  public init(_ path: String, run: VerificationRun = VerificationRun()) {
    self.path = path
    self.run = run
  }

  /// Verifies all movies in parallel.
  ///
  /// A faulty movie is part of the result and does not affect the others.
  ///
  /// - Throws: `FixtureError` for a folder that contains no movies or cannot be read; `OutputError` for a report that
  ///   cannot be written.
  public func verify() throws -> FolderVerification {
    let names = try movies()
    guard !names.isEmpty else {
      throw FixtureError.unreadable(
        path: path, reason: "it contains no movies; name a folder with movies, or one movie")
    }
    if let report = run.report {
      try VerificationReport.makeFolder(report)
      try VerificationReport.check(report, replacing: run.replacing)
    }
    let outcomes = Mutex([FolderVerification.Outcome?](repeating: nil, count: names.count))
    let trouble = Mutex<(any Error)?>(nil)
    let next = Atomic(0)
    let workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    DispatchQueue.concurrentPerform(iterations: min(workers, names.count)) { _ in
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < names.count {
        do {
          let outcome = try verify(names[index])
          outcomes.withLock { $0[index] = outcome }
        } catch {
          trouble.withLock { $0 = $0 ?? error }
        }
      }
    }
    if let error = trouble.withLock({ $0 }) { throw error }
    let result = FolderVerification(folder: path, movies: outcomes.withLock { $0.compactMap(\.self) })
    if let report = run.report {
      try VerificationReport.writeIndex(result.entries, title: path, to: report, replacing: run.replacing)
    }
    return result
  }

  private func verify(_ name: String) throws -> FolderVerification.Outcome {
    var single = run
    single.bounds = FolderBounds([path])
    single.report = run.report.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + Self.pageFolder(of: name) }
    do {
      return FolderVerification.Outcome(file: name, verification: try single.verify(full(name)).verification)
    } catch let error as OutputError {
      throw error
    } catch {
      return FolderVerification.Outcome(file: name, failure: "\(error)")
    }
  }

  /// The folder of a movie's report: its path with slashes replaced.
  static func pageFolder(of name: String) -> String {
    String(name.map { $0 == "/" || $0 == "%" ? "-" : $0 })
  }

  private func full(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// The relative paths of the movies in the folder and its subfolders, including missing movies that manifests name.
  private func movies() throws -> [String] {
    var found: Set<String> = []
    let bounds = FolderBounds([path])
    for name in try Self.files(of: path, within: bounds) {
      if let container = try? MediaContainer(fileName: OutputFile.split(name).name), container != .png {
        found.insert(name)
      } else if name.hasSuffix(".json"), VerificationRun.isManifest(full(name)),
        let known = try? FixtureManifest(path: full(name))
      {
        // Only the name is used, because a manifest is not trusted.
        let movie = OutputFile.split(name).prefix + OutputFile.split(known.file.name).name
        if bounds.allows(full(movie)) { found.insert(movie) }
      }
    }
    return found.sorted()
  }

  /// Returns the files of a folder and its subfolders, without hidden files and links that lead out of the bounds.
  ///
  /// The depth is limited because links may form cycles.
  private static func files(of folder: String, within bounds: FolderBounds, depth: Int = 16) throws -> [String] {
    guard let names = try? FolderNames.read(folder) else {
      throw FixtureError.unreadable(path: folder, reason: "it can't be read; name another folder")
    }
    return try names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard bounds.allows(path) else { return [] }
      // A pipe or a device might block forever.
      guard let kind = OutputFile.kind(at: path) else { return [name] }
      guard kind == OutputFile.folderKind else { return [] }
      return depth > 0 ? try files(of: path, within: bounds, depth: depth - 1).map { "\(name)/\($0)" } : []
    }
  }
}
