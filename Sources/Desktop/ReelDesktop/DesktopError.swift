import ReelGeometry

/// The reason why a screen can't be filmed.
package enum DesktopError: ReelError, Hashable {
  /// Xvfb is not installed.
  case noServer
  /// Xvfb ended before it was ready; its last message.
  case serverFailed(String)
  /// Xvfb ended before the program.
  case serverLost
  /// The process that supervises the program was killed.
  case supervisorLost
  /// No X server answers at a display.
  case noDisplay(String)
  /// The X server lacks an extension or pixels of 32 bits.
  case unfit(display: String, lacks: String)
  /// The program is not in PATH.
  case noProgram(String)
  /// The program could not be started; the system's message.
  case programFailed(String, String)
  /// No window has this name.
  case noWindow(String)
  /// No chapter came, so there is none to be a film.
  case noChapters
  /// The part to be filmed lies outside the screen.
  case outside(region: String, screen: PixelSize)

  /// The exit code of a command that fails with this error.
  package var exitStatus: ExitStatus {
    switch self {
    case .outside: .usage
    case .noWindow: .noInput
    case .noChapters: .badInput
    case .serverLost, .supervisorLost: .software
    default: .unavailable
    }
  }

  /// One line: what failed, why, and what to do.
  package var description: String {
    switch self {
    case .noServer:
      "Xvfb, the X server without a screen, is not installed: run apt-get install xvfb, or film a display with --display"
    case .serverFailed(let words):
      "Xvfb did not start\(words.isEmpty ? "" : ": \(words)"): run Xvfb :99 to see why, or film a display with --display"
    case .serverLost:
      "the X server ended before the program: the film shows what happened until then"
    case .supervisorLost:
      "the process that supervises the program was killed: the program was ended, and the film shows what happened until then"
    case .noDisplay(let display):
      "the display \(display) can't be opened: check that an X server runs there and that XAUTHORITY names its cookie"
    case .unfit(let display, let lacks):
      "the display \(display) can't be filmed because its X server has no \(lacks): film in Xvfb, without --display"
    case .noProgram(let name):
      "the program \(name) was not found: install it, or write its path"
    case .programFailed(let name, let reason):
      "the program \(name) could not be started: \(reason)"
    case .noWindow(let name):
      "no window has the name \(name): open it first, or film a part of the screen with --region"
    case .noChapters:
      "--split chapters made no film because no chapter came: write chapters to the file of REEL_MARKS, or leave out --split"
    case .outside(let region, let screen):
      "the region \(region) lies outside the screen of \(screen): choose a part of the screen"
    }
  }
}
