import ArgumentParser
import Dispatch
import Reel
import ReelPlatform
import ReelStudio

/// The address of a studio's page, and the folder of its files.
struct StudioPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The port to listen on; 0 for any free port.", valueName: "port"),
    transform: { UInt16(try OptionText.whole("port", $0, 0...65_535)) })
  var port: UInt16 = 8080

  @Option(
    help: ArgumentHelp("The folder of the sessions. (default: reel in the user's data folder)", valueName: "folder"))
  var folder: String?

  @Flag(help: "Let other machines on the network open the page, with the token in the link.")
  var lan = false

  @Option(
    help: ArgumentHelp(
      "The host name of a proxy in front of the studio, or the address to show in the link. Repeat for several.",
      valueName: "name"))
  var host: [String] = []

  @Option(help: ArgumentHelp("A folder with the files of the page.", visibility: .hidden))
  var page: String?

  @Option(
    help: ArgumentHelp(
      "The time limit of a preview or an import. A film may take six times as long between frames. (default: 20)",
      valueName: "seconds"),
    transform: { try OptionText.seconds("time limit", $0, 0.1...3600) })
  var timeLimit = WorkLimits().seconds

  @Flag(name: .shortAndLong, help: "Print only errors and the link.")
  var quiet = false

  /// Serves the page until it is interrupted.
  ///
  /// - Parameter story: the storyboard to preview; nil for none.
  func run(_ story: String?) async throws {
    FFmpegLog.level = .quiet
    var options = StudioOptions(folder: try folder ?? Self.dataFolder())
    (options.port, options.isOnNetwork, options.hosts) = (port, lan, host)
    (options.story, options.page) = (story, page)
    options.work.seconds = timeLimit
    let programs = StudioPrograms()
    options.worker = { try programs.start() }
    let studio = try Studio(options)
    let says = !quiet
    let interruption = Interruption {
      if says { StandardError.write("\nclosing sessions, and finishing films for up to a second\n") }
      Task { await studio.stop() }
      Self.end(after: 0.8, programs)
    }
    // A program that reads the link may send SIGINT immediately, so the signals are handled before it is written.
    try StandardOutput.write(Data((studio.link + "\n").utf8))
    if says { StandardError.say("sessions are in \(options.folder); press Ctrl-C to close the studio") }
    await studio.run()
    programs.endAll()
    withExtendedLifetime(interruption) {}
  }

  /// Ends the process after some time, even in the middle of work.
  ///
  /// Nothing is lost: every event is written before it is answered, and an incomplete film stays as a file for `capture recover`.
  private static func end(after seconds: Double, _ programs: StudioPrograms) {
    DispatchQueue(label: "reel.studio.end").asyncAfter(deadline: .now() + seconds) {
      programs.endAll()
      _exit(0)
    }
  }

  /// The default folder for sessions, following the XDG base directories.
  private static func dataFolder() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/reel" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw StudioError("no folder for sessions, because HOME is not set: name one with --folder")
    }
    return home + "/.local/share/reel"
  }
}
