import ReelCanvas

extension TerminalTheme: CaseIterable {
  /// All themes: this package's own, then well-known ones.
  public static let allCases = own + wellKnown

  /// This package's own themes, with the colours behind their windows from top to bottom.
  private static let own: [TerminalTheme] = """
    night   | d6deeb 101826 8fd3ff | 1d2a3f ff6b7f 7fdb9a ffd479 6fb3ff c99bff 5fd7df c3cedd 73839c ff8e9e a2f0b8 ffe3a3 96cbff ddbeff 8fecf2 ffffff | 33507a 1b2740
    paper   | 2b2a28 fbf8f1 b3541e | 2b2a28 b3261e 2e7031 8a6100 1f5fa8 8a3a8f 0f6f76 d8d2c4 6e6a62 c6433a 397e3d 926900 3672ba a351a8 1c7c83 ffffff | e9dfcb d3c3a5
    classic | e5e5e5 000000 e5e5e5 | 000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff | 4a4e57 2c2f36
    """.split(separator: "\n").compactMap(TerminalTheme.init(line:))

  /// Well-known themes of terminals, with the colours that their authors publish.
  ///
  /// Columns: the name and aliases; text, background and cursor; black, red, green, yellow, blue, magenta, cyan and
  /// white, and then the bright ones.
  private static let wellKnown: [TerminalTheme] = """
    dracula                                                    | f8f8f2 282a36 f8f8f2 | 21222c ff5555 50fa7b f1fa8c bd93f9 ff79c6 8be9fd f8f8f2 6272a4 ff6e6e 69ff94 ffffa5 d6acff ff92df a4ffff ffffff
    catppuccin-mocha                                           | cdd6f4 1e1e2e f5e0dc | 45475a f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 bac2de 585b70 f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 a6adc8
    catppuccin-macchiato                                       | cad3f5 24273a f4dbd6 | 494d64 ed8796 a6da95 eed49f 8aadf4 f5bde6 8bd5ca b8c0e0 5b6078 ed8796 a6da95 eed49f 8aadf4 f5bde6 8bd5ca a5adcb
    catppuccin-frappe                                          | c6d0f5 303446 f2d5cf | 51576d e78284 a6d189 e5c890 8caaee f4b8e4 81c8be b5bfe2 626880 e78284 a6d189 e5c890 8caaee f4b8e4 81c8be a5adce
    catppuccin-latte                                           | 4c4f69 eff1f5 dc8a78 | 5c5f77 d20f39 40a02b df8e1d 1e66f5 ea76cb 179299 acb0be 6c6f85 d20f39 40a02b df8e1d 1e66f5 ea76cb 179299 bcc0cc
    nord                                                       | d8dee9 2e3440 d8dee9 | 3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0 4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4
    solarized-dark, builtin-solarized-dark, iterm2-solarized-dark    | 839496 002b36 93a1a1 | 073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3
    solarized-light, builtin-solarized-light, iterm2-solarized-light | 657b83 fdf6e3 586e75 | 073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3
    gruvbox-dark, gruvbox                                      | ebdbb2 282828 ebdbb2 | 282828 cc241d 98971a d79921 458588 b16286 689d6a a89984 928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2
    gruvbox-light                                              | 3c3836 fbf1c7 3c3836 | fbf1c7 cc241d 98971a d79921 458588 b16286 689d6a 7c6f64 928374 9d0006 79740e b57614 076678 8f3f71 427b58 3c3836
    tokyo-night, tokyo-night-night                             | c0caf5 1a1b26 c0caf5 | 15161e f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff a9b1d6 414868 f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff c0caf5
    tokyo-night-storm                                          | c0caf5 24283b c0caf5 | 1d202f f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff a9b1d6 414868 f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff c0caf5
    tokyo-night-day, tokyo-night-light                         | 3760bf e1e2e7 3760bf | e9e9ed f52a65 587539 8c6c3e 2e7de9 9854f1 007197 6172b0 a1a6c5 f52a65 587539 8c6c3e 2e7de9 9854f1 007197 3760bf
    one-dark, atom-one-dark                                    | abb2bf 282c34 528bff | 282c34 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 abb2bf 5c6370 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 ffffff
    one-light, atom-one-light                                  | 383a42 fafafa 526fff | 383a42 e45649 50a14f c18401 4078f2 a626a4 0184bc a0a1a7 696c77 e45649 50a14f c18401 4078f2 a626a4 0184bc fafafa
    monokai                                                    | f8f8f2 272822 f8f8f0 | 272822 f92672 a6e22e f4bf75 66d9ef ae81ff a1efe4 f8f8f2 75715e f92672 a6e22e f4bf75 66d9ef ae81ff a1efe4 f9f8f5
    github-dark                                                | e6edf3 0d1117 2f81f7 | 484f58 ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf b1bac4 6e7681 ffa198 56d364 e3b341 79c0ff d2a8ff 56d4dd ffffff
    github-light, github                                       | 1f2328 ffffff 0969da | 24292f cf222e 116329 4d2d00 0969da 8250df 1b7c83 6e7781 57606a a40e26 1a7f37 633c01 218bff a475f9 3192aa 8c959f
    rose-pine                                                  | e0def4 191724 e0def4 | 26233a eb6f92 31748f f6c177 9ccfd8 c4a7e7 ebbcba e0def4 6e6a86 eb6f92 31748f f6c177 9ccfd8 c4a7e7 ebbcba e0def4
    rose-pine-moon                                             | e0def4 232136 e0def4 | 393552 eb6f92 3e8fb0 f6c177 9ccfd8 c4a7e7 ea9a97 e0def4 6e6a86 eb6f92 3e8fb0 f6c177 9ccfd8 c4a7e7 ea9a97 e0def4
    rose-pine-dawn                                             | 575279 faf4ed 575279 | f2e9e1 b4637a 286983 ea9d34 56949f 907aa9 d7827e 575279 9893a5 b4637a 286983 ea9d34 56949f 907aa9 d7827e 575279
    """.split(separator: "\n").compactMap(TerminalTheme.init(line:))

  /// Reads a line of the lists above.
  private init?(line: Substring) {
    let fields = line.split(separator: "|")
    guard fields.count >= 3 else { return nil }
    let names = fields[0].split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    let numbers = fields[1...].map { $0.split(separator: " ").compactMap { Int($0, radix: 16) }.map(Self.color) }
    guard !names.isEmpty, numbers[0].count == 3, numbers[1].count == 16 else { return nil }
    let palette = TerminalPalette(
      foreground: numbers[0][0], background: numbers[0][1], cursor: numbers[0][2], colors: numbers[1])
    let backdrop = numbers.count > 2 && numbers[2].count == 2 ? (numbers[2][0], numbers[2][1]) : nil
    self.init(names, palette, backdrop: backdrop ?? Self.backdrop(of: palette))
  }

  /// The colours behind the window of a palette: its background, mixed with its blue and magenta.
  private static func backdrop(of palette: TerminalPalette) -> (top: Color, bottom: Color) {
    (
      palette.background.interpolated(to: palette.colors[4], fraction: 0.42),
      palette.background.interpolated(to: palette.colors[5], fraction: 0.22)
    )
  }

  private static func color(_ number: Int) -> Color {
    func part(_ shift: Int) -> Double { Double(number >> shift & 255) / 255 }
    return Color(red: part(16), green: part(8), blue: part(0))
  }
}
