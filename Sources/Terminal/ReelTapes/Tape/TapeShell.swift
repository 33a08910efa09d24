/// The shells that a tape can run, without the user's files or history, and with the same prompt.
package enum TapeShell: String, CaseIterable, Sendable {
  case bash, zsh, fish, sh, dash, ksh, nu, osh, xonsh, pwsh, powershell, cmd

  /// The program and its arguments.
  package var command: [String] {
    switch self {
    case .bash: ["bash", "--noprofile", "--norc", "+o", "history"]
    case .zsh: ["zsh", "--no-rcs", "--no-globalrcs"]
    case .fish:
      [
        "fish", "--no-config", "--private", "--init-command",
        "function fish_greeting; end; function fish_prompt; set_color blue; echo -n '> '; set_color normal; end",
      ]
    case .sh, .dash, .ksh: [rawValue]
    case .nu: ["nu", "--no-config-file", "--execute", "$env.PROMPT_COMMAND = {|| '> '}; $env.PROMPT_INDICATOR = ''"]
    case .osh: ["osh", "--norc"]
    case .xonsh: ["xonsh", "--no-rc", "-D", "PROMPT=> "]
    case .pwsh, .powershell:
      [rawValue, "-NoLogo", "-NoExit", "-NoProfile", "-Command", "function prompt { '> ' }"]
    case .cmd: ["cmd.exe", "/k", "prompt=^> "]
    }
  }

  /// Additional environment variables.
  package var environment: [String: String] {
    switch self {
    case .bash, .osh: ["PS1": "\\[\\e[34m\\]>\\[\\e[m\\] ", "HISTFILE": "/dev/null"]
    case .zsh: ["PROMPT": "%F{blue}>%f ", "RPROMPT": "", "HISTFILE": "/dev/null"]
    case .sh, .dash, .ksh: ["PS1": "> ", "ENV": "", "HISTFILE": "/dev/null"]
    default: [:]
    }
  }
}
