/// The small environment of programs, the same on every machine.
package enum SessionEnvironment {
  /// The variables that are passed on unchanged.
  private static let passed = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ"]

  /// Returns the environment of a session.
  ///
  /// - Parameters:
  ///   - current: The environment of this process.
  ///   - names: Further variables to pass on unchanged.
  ///   - own: Variables to set, which override all others.
  package static func variables(
    of current: [String: String], passing names: [String], and own: [String: String] = [:]
  ) -> [String: String] {
    var variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "SHELL": "/bin/sh"]
    for name in passed + names { variables[name] = current[name] ?? variables[name] }
    return variables.merging(own) { $1 }
  }
}
