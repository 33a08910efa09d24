import Dispatch
import Reel
import ReelFixtures
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies every movie of a folder, and groups what went wrong.
struct VerifyFolder: Sendable {
  var path: String
  var run: VerifyRun
  /// The movies that are verified at a time; nil for as many as there are processors.
  var jobs: Int?

  /// What came of one movie.
  struct Outcome: Encodable {
    var file: String
    var verification: Verification?
    /// Why it could not be read.
    var failure: String?

    var isAsExpected: Bool { verification?.isAsExpected ?? false }
  }

  /// What came of all of them.
  struct Result: Encodable {
    var folder: String
    var movies: [Outcome]

    var isAsExpected: Bool { movies.allSatisfy(\.isAsExpected) }
  }

  /// Verifies all movies, so many at a time as was asked for.
  ///
  /// - Throws: `InputError` for a folder without movies; whatever a report could not be written for.
  func verify() throws -> Result {
    let names = try movies()
    guard !names.isEmpty else {
      throw InputError(path: path, reason: "there is no movie in it", advice: "name a folder with movies, or one movie")
    }
    if let report = run.report {
      try VerificationReport.makeFolder(report)
      try VerificationReport.check(report, replacing: run.replacing)
    }
    let outcomes = Mutex([Outcome?](repeating: nil, count: names.count))
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
    let result = Result(folder: path, movies: outcomes.withLock { $0.compactMap(\.self) })
    if let report = run.report {
      try VerificationReport.writeIndex(result.entries, title: path, to: report, replacing: run.replacing)
    }
    return result
  }

  private func verify(_ name: String) throws -> Outcome {
    var single = run
    single.report = run.report.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + Self.pageFolder(of: name) }
    do {
      return Outcome(file: name, verification: try single.verify(full(name)).verification)
    } catch let error as OutputError {
      throw error
    } catch {
      return Outcome(file: name, failure: "\(error)")
    }
  }

  /// The folder of a movie's page: its own name, with what would make folders of it taken out.
  static func pageFolder(of name: String) -> String {
    String(name.map { $0 == "/" || $0 == "%" ? "-" : $0 })
  }

  private func full(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// The movies of the folder and those below, by their paths from it; and those that manifests tell of, whether they are there or not.
  private func movies() throws -> [String] {
    var found: Set<String> = []
    for name in try Self.files(of: path) {
      if let container = try? MediaContainer(fileName: OutputFile.split(name).name), container != .png {
        found.insert(name)
      } else if name.hasSuffix(".json"), VerifyRun.isManifest(full(name)),
        let known = try? FixtureManifest(path: full(name))
      {
        // A name without folders: what a manifest says leads nowhere else.
        found.insert(OutputFile.split(name).prefix + OutputFile.split(known.file.name).name)
      }
    }
    return found.sorted()
  }

  /// The files of a folder and those below, hidden ones left out; links may lead in circles, so the depth is bounded.
  private static func files(of folder: String, depth: Int = 16) throws -> [String] {
    guard let names = try? FolderNames.read(folder) else {
      throw InputError(path: folder, reason: "it may not be read", advice: "name a folder that can be read")
    }
    return try names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      // A pipe or a device might never answer.
      guard let kind = OutputFile.kind(at: path) else { return [name] }
      guard kind == OutputFile.folderKind else { return [] }
      return depth > 0 ? try files(of: path, depth: depth - 1).map { "\(name)/\($0)" } : []
    }
  }
}

extension VerifyFolder.Result {
  /// What came of each movie, for reports.
  var files: [VerifiedFile] {
    movies.map { VerifiedFile(name: $0.file, verification: $0.verification, failure: $0.failure) }
  }

  /// The result for people: what is fine in one line, what is not grouped by what went wrong.
  var text: String {
    let fine = movies.count(where: \.isAsExpected)
    var lines = ["\(folder): \(counted(movies.count, "movie")), \(fine) as expected"]
    for group in groups {
      lines.append("  \(group.topic): \(counted(group.lines.count, "movie"))")
      lines += group.lines.map { "    \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The movies that are not as expected, by what went wrong; the most frequent first.
  private var groups: [(topic: String, lines: [String])] {
    var groups: [String: [String]] = [:]
    for movie in movies {
      if let failure = movie.failure { groups["not readable", default: []].append("\(movie.file): \(failure)") }
      for difference in movie.verification?.differences ?? [] {
        groups[difference.topic, default: []].append("\(movie.file): \(difference)")
      }
    }
    return groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { ($0.key, $0.value) }
  }

  /// The lines of the report's first page.
  var entries: [VerificationReport.Entry] {
    movies.map { movie in
      VerificationReport.Entry(
        name: movie.file,
        page: movie.verification == nil ? nil : VerifyFolder.pageFolder(of: movie.file) + "/index.html",
        isAsExpected: movie.isAsExpected,
        notes: movie.failure.map { [$0] } ?? movie.verification?.differences.map(\.description) ?? [])
    }
  }
}
