import Reel
import ReelDesktop
import ReelPlatform

/// The folder of a run that may fail: its film, its last picture, and what its program wrote.
struct RunArtifacts {
  /// The film.
  let film: String
  /// The last picture.
  let screen: String
  let log: ProgramLog
  private let folder: String
  private let text: String
  /// Whether the folder around it is new.
  private let isNew: Bool

  var films: [String] { [film, screen] }

  /// Creates a folder that no other run has.
  ///
  /// - Throws: `OutputError` if it can't be created.
  init(in parent: String, of program: String) throws {
    isNew = access(parent, F_OK) != 0
    let now = FilmDate.now
    let name = try NamePattern("{date:yyyyMMdd-HHmmss}-{program}").name(
      ["program": OutputFile.split(program).name], at: now.date, zone: now.zone)
    func refuse(_ path: String, _ reason: String) -> OutputError {
      .cannotCreate(path: path, reason: "\(reason): choose another folder")
    }
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw refuse(parent, error.localizedDescription)
    }
    var path = "\(parent)/\(name)"
    var number = 1
    while mkdir(path, 0o777) != 0 {
      guard errno == EEXIST else { throw refuse(path, String(cString: strerror(errno))) }
      number += 1
      path = "\(parent)/\(name)-\(number)"
    }
    (folder, film, screen, text) = (path, "\(path)/film.mp4", "\(path)/screen.png", "\(path)/log.txt")
    log = try ProgramLog(text)
  }

  /// Says where they are, or removes them if there is no film.
  func end(_ options: ReportOptions) {
    if !OutputFile.exists(film) { return remove() }
    if !options.quiet { StandardError.say("the program failed: film, last picture and log are in \(folder)") }
  }

  /// Removes what was made of a run that did not fail.
  func remove() {
    for path in films + [text] { unlink(path) }
    rmdir(folder)
    if isNew { rmdir(OutputFile.split(folder).folder) }
  }
}
