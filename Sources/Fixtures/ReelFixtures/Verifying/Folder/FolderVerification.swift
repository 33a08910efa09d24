/// The result of verifying all movies in a folder.
public struct FolderVerification: Encodable, Sendable {
  /// The result for one movie.
  public struct Outcome: Encodable, Sendable {
    /// The path of the movie, relative to the folder.
    public let file: String
    /// The verdict; nil for a movie that could not be read.
    public let verification: Verification?
    /// The reason why it could not be read; nil if it could.
    public let failure: String?

    init(file: String, verification: Verification? = nil, failure: String? = nil) {
      self.file = file
      self.verification = verification
      self.failure = failure
    }

    /// Whether it could be read and matches its manifest and all expectations.
    public var isAsExpected: Bool { verification?.isAsExpected ?? false }
  }

  /// The folder.
  public let folder: String
  /// The results, sorted by path.
  public let movies: [Outcome]

  /// Whether every movie is as expected.
  public var isAsExpected: Bool { movies.allSatisfy(\.isAsExpected) }

  /// The result for each movie, for reports.
  public var files: [VerifiedFile] {
    movies.map { VerifiedFile(name: $0.file, verification: $0.verification, failure: $0.failure) }
  }

  /// The result for people: one line for the movies that are as expected, the others grouped by what went wrong.
  public var text: String {
    let fine = movies.count(where: \.isAsExpected)
    var lines = ["\(folder): \(Self.counted(movies.count)), \(fine) as expected"]
    for group in groups {
      lines.append("  \(group.topic): \(Self.counted(group.lines.count))")
      lines += group.lines.map { "    \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func counted(_ count: Int) -> String { "\(count) movie\(count == 1 ? "" : "s")" }

  /// The movies that are not as expected, grouped by what went wrong, the most frequent first.
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

  /// The rows of the report's overview page.
  var entries: [VerificationReport.Entry] {
    movies.map { movie in
      VerificationReport.Entry(
        name: movie.file,
        page: movie.verification == nil ? nil : FolderVerifier.pageFolder(of: movie.file) + "/index.html",
        isAsExpected: movie.isAsExpected,
        notes: movie.failure.map { [$0] } ?? movie.verification?.differences.map(\.description) ?? [])
    }
  }
}
