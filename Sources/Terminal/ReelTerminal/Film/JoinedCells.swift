/// Characters that programs count as several cells but that are one picture: the two letters of a flag, an emoji with
/// skin tones, and the words of scripts whose letters change their shapes next to each other, such as Arabic and
/// Devanagari.
///
/// Emoji that programs count as one cell but that are two cells wide belong here, too.
struct JoinedCells {
  /// A picture of one or more cells.
  struct Picture: Hashable {
    var text: String
    /// The number of cells it takes.
    var cells: Int
    /// The column of the cell with its style.
    var source: Int
    /// Whether each of its cells may have another colour.
    var isWord = false
  }

  /// The picture that begins at a column, instead of that column's cell.
  private(set) var drawn: [Int: Picture] = [:]

  /// Whether a row may contain such characters, or others that are not drawn where they were written; few do.
  static func mayHave(_ cells: [TerminalCell]) -> Bool {
    cells.contains { cell in
      switch cell.code {
      case ..<0x590: false
      case 0x590..<0x1100, 0x1780..<0x18B0, 0xA800..<0xAC00, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x12000,
        0x1E800..<0x1F000, TerminalCell.clusterBase...:
        true
      default: CharacterWidth.isFlagLetter(cell.code) || isSkin(cell.code)
      }
    }
  }

  private let cells: [TerminalCell]
  private let isRightToLeft: [Bool]?
  private let text: (TerminalCell) -> String

  /// Finds them in a row.
  ///
  /// - Parameters:
  ///   - cells: The cells from left to right.
  ///   - isRightToLeft: Whether each cell runs from right to left; nil if none does.
  ///   - text: Returns the text of a cell.
  init(_ cells: [TerminalCell], isRightToLeft: [Bool]? = nil, _ text: @escaping (TerminalCell) -> String) {
    (self.cells, self.isRightToLeft, self.text) = (cells, isRightToLeft, text)
    guard Self.mayHave(cells) else { return }
    var column = 0
    while column < cells.count { column = take(column) }
  }

  private func end(_ column: Int) -> Int { column + max(1, Int(cells[column].width)) }

  private func first(_ column: Int) -> Unicode.Scalar? {
    let code = cells[column].code
    if code < TerminalCell.clusterBase { return Unicode.Scalar(code) }
    if cells[column].isImage { return nil }
    return text(cells[column]).unicodeScalars.first
  }

  /// Looks at the cell of a column; returns the column after its picture.
  private mutating func take(_ column: Int) -> Int {
    let cell = cells[column]
    let next = end(column)
    if CharacterWidth.isFlagLetter(cell.code), next < cells.count, CharacterWidth.isFlagLetter(cells[next].code) {
      return join(column..<next + 1, taking: 2)
    }
    if cell.width == 2, cell.code >= 0x2000 {
      var stop = next
      while stop < cells.count, cells[stop].width == 2, takesSkin(stop - 2), beginsWithSkin(stop) {
        stop += 2
      }
      if stop > next { return join(column..<stop, taking: 2) }
    }
    if let letter = first(column), Self.isShaped(letter) {
      var stop = next
      while stop < cells.count, isSameWord(column, stop) { stop = end(stop) }
      return stop > next ? join(column..<stop, taking: stop - column, isWord: true) : next
    }
    if next < cells.count, ["\u{E33}", "\u{EB3}"].contains(first(next)), !cell.isBlank {
      return join(column..<next + 1, taking: next + 1 - column, isWord: true)
    }
    if cell.width == 1, isColored(cell) { takeColored(column) }
    return next
  }

  /// Gives an emoji that has one cell a second one: a blank on its right, or else on its left.
  private mutating func takeColored(_ column: Int) {
    func isFree(_ other: Int) -> Bool {
      guard cells.indices.contains(other), cells[other].width == 1, cells[other].isBlank else { return false }
      return drawn[other] == nil && (drawn[other - 1]?.cells ?? 0) < 2
    }
    let whole = text(cells[column])
    if isFree(column + 1) {
      drawn[column] = Picture(text: whole, cells: 2, source: column)
    } else if isFree(column - 1) {
      drawn[column - 1] = Picture(text: whole, cells: 2, source: column)
      drawn[column] = Picture(text: "", cells: 1, source: column)
    } else if whole.unicodeScalars.count == 2, let sign = whole.unicodeScalars.first, sign.value >= 0x80 {
      // In one cell, the sign of a font for text is larger than the picture.
      drawn[column] = Picture(text: "\(sign)\u{FE0E}", cells: 1, source: column)
    }
  }

  /// Draws the cells as one picture.
  private mutating func join(_ columns: Range<Int>, taking count: Int, isWord: Bool = false) -> Int {
    let all = columns.filter { cells[$0].width > 0 }
    let isReversed = isRightToLeft?[columns.lowerBound] ?? false
    let whole = (isReversed ? all.reversed() : all).map { text(cells[$0]) }.joined()
    for column in all { drawn[column] = Picture(text: "", cells: Int(cells[column].width), source: column) }
    drawn[columns.lowerBound] = Picture(text: whole, cells: count, source: columns.lowerBound, isWord: isWord)
    return columns.upperBound
  }

  // MARK: Emoji

  /// The five skin tones of the Fitzpatrick scale.
  private static func isSkin(_ code: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(code) }

  /// Whether a cell begins with a skin tone, possibly followed by a joined object or sign.
  private func beginsWithSkin(_ column: Int) -> Bool { first(column).map { Self.isSkin($0.value) } ?? false }

  /// Whether a cell ends with an emoji that has skin tones.
  private func takesSkin(_ column: Int) -> Bool {
    text(cells[column]).unicodeScalars.last?.properties.isEmojiModifierBase ?? false
  }

  /// Whether a cell requests a coloured picture with variation selector 16.
  private func isColored(_ cell: TerminalCell) -> Bool {
    cell.code >= TerminalCell.clusterBase && text(cell).unicodeScalars.contains("\u{FE0F}")
  }

  // MARK: Words

  /// Whether two cells belong to a word of shaped letters, in one font.
  private func isSameWord(_ one: Int, _ other: Int) -> Bool {
    guard let letter = first(other), Self.isShaped(letter), isRightToLeft?[one] == isRightToLeft?[other] else {
      return false
    }
    let (a, b) = (cells[one].style, cells[other].style)
    return a.attributes.subtracting([.inverse, .dim]) == b.attributes.subtracting([.inverse, .dim])
      && a.underline == b.underline && a.underlineColor == b.underlineColor
  }

  /// Whether a letter has another shape next to others.
  private static func isShaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Arabic, Syriac, N'Ko, and more of them.
    case 0x620...0x65F, 0x66E...0x6EF, 0x6FA...0x74F, 0x750...0x77F, 0x7CA...0x7FF, 0x840...0x8FF,
      // The scripts of India, Tibet, Myanmar and Cambodia, and Mongolian.
      0x900...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0xA8E0...0xA8FF, 0xAA60...0xAA7F, 0xAAE0...0xAAFF,
      0xABC0...0xABFF, 0x11000...0x11FFF:
      switch scalar.properties.generalCategory {
      case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .enclosingMark: true
      default: false
      }
    default: false
    }
  }
}
