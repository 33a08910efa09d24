import Reel
import ReelPlatform

/// The files that a run of a program reads and writes, so that no output destroys an input or another output.
///
///     let files = RunFiles(reads: ["--ink": "a.inkml"], writes: ["--report": "b.html"]).writing(film: "c.mp4", as: "-o")
///     try files.check()
struct RunFiles: Sendable {
  /// A file and the option that names it: `--recipe`.
  private struct Named {
    var name: String
    var path: String
    /// Numbered pictures with any number.
    var pictures: NumberedNames?
  }

  private var inputs: [Named] = []
  private var outputs: [Named] = []
  /// The number of outputs to standard output.
  private var streamCount = 0

  /// Lists the paths of inputs and outputs by their options; omitted paths are nil.
  init(reads: KeyValuePairs<String, String?> = [:], writes: KeyValuePairs<String, String?> = [:]) {
    inputs = reads.compactMap { name, path in path.map { Named(name: name, path: $0) } }
    outputs = writes.compactMap { name, path in path.map { Named(name: name, path: $0) } }
  }

  /// Adds an input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The user's name for it, such as an option.
  mutating func read(_ path: String, as name: String) { inputs.append(Named(name: name, path: path)) }

  /// Returns these files and an output, if there is one.
  ///
  /// - Parameters:
  ///   - path: The file; nil for none.
  ///   - name: The user's name for it, such as an option.
  func writing(_ path: String?, as name: String) -> RunFiles {
    guard let path else { return self }
    var files = self
    files.write(path, as: name)
    return files
  }

  /// Adds an output.
  mutating func write(_ path: String, as name: String) { outputs.append(Named(name: name, path: path)) }

  /// Returns these files and further inputs, such as a film's sounds.
  func reading(_ paths: [String], as name: String) -> RunFiles {
    var files = self
    files.inputs += paths.map { Named(name: name, path: $0) }
    return files
  }

  /// Returns these files and a film: a file, numbered pictures, or `-` for standard output.
  func writing(film path: String, as optionName: String = "-o") -> RunFiles {
    guard path != "-" else { return self }
    var files = self
    let name = OutputFile.split(path).name
    let isFolder = path.hasSuffix("/") || OutputFile.kind(at: path) == OutputFile.folderKind
    var pictures: NumberedNames?
    if isFolder {
      pictures = NumberedNames(folderPath: path)
    } else if name.contains("%") {
      pictures = try? NumberedNames(pattern: path)
    }
    files.outputs.append(Named(name: optionName, path: path, pictures: pictures))
    return files
  }

  /// Returns these files and several films, as `writing(film:as:)` does for one.
  ///
  /// Only one of them can be standard output; a second one is reported as the same file.
  func writing(films paths: [String], as optionName: String = "-o") -> RunFiles {
    var files = paths.reduce(self) { $0.writing(film: $1, as: optionName) }
    files.streamCount += paths.count { $0 == "-" }
    return files
  }

  /// Checks that inputs are files, and that no output is an input or another output; nothing is created.
  ///
  /// Inherited streams, such as `/dev/stdin`, may be pipes. Files that do not exist yet are compared by their folders.
  ///
  /// - Throws: `FileConflict` for an empty path, a pipe or device as input, or two paths to one file.
  func check() throws(FileConflict) {
    if let file = (inputs + outputs).first(where: \.path.isEmpty) { throw .noPath(name: file.name) }
    for input in inputs { try Self.checkInput(input.path) }
    if streamCount > 1 { throw .sameFile(path: "-", name: "-o", other: "-o") }
    for (index, output) in outputs.enumerated() {
      for other in inputs + outputs[..<index] where Self.areSame(output, other) {
        throw .sameFile(path: output.path, name: output.name, other: other.name)
      }
    }
  }

  /// Runs the code that writes the outputs, creating their folders first.
  ///
  /// All missing folders of an output are created. If the body throws, the created folders that are still empty are removed.
  ///
  /// - Throws: Any error of the body.
  func withFolders(_ body: () async throws -> Void) async throws {
    let folders = makeFolders()
    do {
      try await body()
    } catch {
      // A folder with contents stays.
      for folder in folders.reversed() { rmdir(folder) }
      throw error
    }
  }

  /// Creates the folders, and returns those that were missing.
  ///
  /// Picture sequences create their own folder within these.
  func makeFolders() -> [String] {
    var made: [String] = []
    func make(_ folder: String) {
      if OutputFile.kind(at: folder) == nil, mkdir(folder, 0o777) == 0 { made.append(folder) }
    }
    for output in outputs {
      guard let path = try? OutputFile.followLinks(output.path) else { continue }
      let isFolder = output.pictures != nil || path.hasSuffix("/")
      let folder = isFolder ? output.pictures?.folderPath ?? path : OutputFile.split(path).folder
      Self.parents(of: folder).forEach(make)
      if !isFolder { make(folder) }
    }
    return made
  }

  /// The folders that contain a folder, outermost first: `a/` and `a/b/` for `a/b/c/`.
  private static func parents(of folder: String) -> [String] {
    var parents: [String] = []
    var rest = folder[...]
    while rest.last == "/" { rest.removeLast() }
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[...slash]
      parents.insert(String(rest), at: 0)
      while rest.last == "/" { rest.removeLast() }
    }
    return parents
  }

  /// Refuses, before it is opened, an input that might never answer; inherited streams are read as data arrives.
  private static func checkInput(_ path: String) throws(FileConflict) {
    guard !BoundedFile.isStream(path), let kind = OutputFile.kind(at: path), kind != OutputFile.folderKind else {
      return
    }
    throw .notAFile(path: path, kind: kind)
  }

  private static func areSame(_ first: Named, _ second: Named) -> Bool {
    if let names = first.pictures, let others = second.pictures { return names.sharesNames(with: others) }
    if let names = first.pictures { return names.holds(second.path) }
    if let names = second.pictures { return names.holds(first.path) }
    guard let identity = FileIdentity(first.path) else { return false }
    return identity == FileIdentity(second.path)
  }
}

extension NumberedNames {
  /// Whether a file of one sequence could have the name of a file of another.
  fileprivate func sharesNames(with other: NumberedNames) -> Bool {
    let folders = [self, other].map { FileIdentity($0.folderPath) }
    let names = [self, other].map { OutputFile.split($0.partialFolderPath).name }
    return names[0] == names[1] && folders[0] == folders[1]
  }

  /// Whether a path is one of the numbered files.
  fileprivate func holds(_ path: String) -> Bool {
    guard let path = try? OutputFile.followLinks(path) else { return false }
    let (_, folder, name) = OutputFile.split(path)
    guard number(of: name) != nil, let identity = FileIdentity(folder) else { return false }
    return identity == FileIdentity(folderPath)
  }
}
