import Foundation
import Reel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a film of a minute takes, made by a process of its own: what it leaves behind is not counted with the long one.
enum Reference {
  /// Makes such a film, with the most bytes of memory that were present at a time.
  ///
  /// To be asked for at the beginning: the system counts what its maker has as a new process's, too.
  static func peakBytes(size: PixelSize, folder: String) throws -> Int {
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let arguments = ["--minutes", "1", "--size", "\(size.width)x\(size.height)", "--folder", folder, "--unread"]
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, nil, nil, &words, environ)
    guard code == 0 else { throw Finding("\(program) could not be started: \(String(cString: strerror(code)))") }
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) == -1 {
      guard errno == EINTR else { throw Finding("\(program) was lost: \(String(cString: strerror(errno)))") }
    }
    guard status == 0 else { throw Finding("the film of a minute failed") }
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }
}
