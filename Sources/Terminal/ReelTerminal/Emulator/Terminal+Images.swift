import ReelGeometry

/// Pictures that programs send in the ways of DEC, kitty and iTerm2.
///
/// Nothing but the picture itself is read: a picture in a file or in shared memory is refused.
extension Terminal {
  /// Places a picture in cells from the cursor on, and scrolls if it reaches beyond the screen.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - goesRight: Whether the cursor ends on its right, and otherwise in the row below it; nil to leave it alone.
  private mutating func place(_ image: PlacedImage, goesRight: Bool?) {
    let start = screen.cursor
    let end = min(columns, start.column + image.columns)
    let number = images.add(image)
    for row in 0..<image.rows {
      let line = screen.cursor.row
      clearHalves(line, start.column..<end)
      for column in start.column..<end {
        screen.lines[line].cells[column] = TerminalCell(image: number, row: row, column: column - start.column)
      }
      guard row + 1 < image.rows else { break }
      if goesRight == nil {
        // A picture that leaves the cursor alone does not scroll.
        guard screen.cursor.row + 1 < rows else { break }
        screen.cursor.row += 1
      } else {
        lineFeed()
      }
    }
    guard let goesRight else { return screen.cursor = start }
    // Below a picture at the end of a shell's screen there is a new row; a full-screen program does not scroll.
    if !goesRight, !isAlternate || screen.cursor.row < region.upperBound { lineFeed() }
    screen.cursor.column = goesRight ? min(end, columns - 1) : start.column
    screen.cursor.isPastEnd = false
  }

  private mutating func note(_ body: (inout Terminal) throws(TerminalImage.Fault) -> Void) {
    do { try body(&self) } catch { images.add(error) }
  }

  /// Shows the picture of a device control string, if it is one.
  mutating func showSixel(_ string: [UInt8]) {
    note { terminal throws(TerminalImage.Fault) in
      guard let picture = try SixelPicture(string) else { return }
      if terminal.parser.isCut { throw TerminalImage.Fault("a sixel picture has more than 8 MiB") }
      let image = try TerminalImage(.sixel(picture))
      terminal.place(PlacedImage(image: image, size: image.size.size), goesRight: false)
    }
  }

  // MARK: kitty

  /// Executes a command of kitty's graphics protocol: APC G.
  mutating func showKitty(_ string: [UInt8]) {
    guard string.first == UInt8(ascii: "G") else { return }
    let parts = string.dropFirst().split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2 { keys[sides[0]] = sides[1] }
    }
    var data = Array(parts.count > 1 ? parts[1] : [])
    let isCut = parser.isCut
    note { terminal throws(TerminalImage.Fault) in
      if let pending = terminal.images.pending, Set(keys.keys).isSubset(of: ["m", "q"]) {
        data = pending.data + data
        let more = keys["m"]
        keys = pending.keys
        keys["m"] = more
      }
      terminal.images.pending = nil
      if isCut || data.count > EscapeParser.stringLimit {
        throw TerminalImage.Fault("a kitty picture has more than 8 MiB")
      }
      if keys["m"] == "1" { return terminal.images.pending = PendingImage(keys: keys, data: data) }
      try terminal.execute(kitty: keys, data)
    }
  }

  private mutating func execute(kitty keys: [String: String], _ data: [UInt8]) throws(TerminalImage.Fault) {
    func number(_ key: String) -> Int { keys[key].flatMap { Int($0) }.map { min(max($0, 0), 1 << 20) } ?? 0 }
    let name = keys["i"].flatMap { UInt32($0) } ?? 0
    switch keys["a"] ?? "t" {
    case "t", "T":
      let size = PixelSize(width: number("s"), height: number("v"))
      let image: TerminalImage
      do {
        image = try Self.picture(kitty: keys, data, size)
      } catch {
        // Its cells are kept if their number is known.
        let isKnown = size.area > 0 || keys["c"] != nil && keys["r"] != nil
        if keys["a"] == "T", isKnown {
          try placeKitty(TerminalImage(.missing, size: size.area > 0 ? size : nil), name, keys)
        }
        throw error
      }
      if name != 0 { images.keep(image, named: name) }
      if keys["a"] == "T" { try placeKitty(image, name, keys) }
    case "p":
      guard let image = images.sent(name) else { throw TerminalImage.Fault("a kitty picture was never sent") }
      try placeKitty(image, name, keys)
    case "d":
      let what = keys["d"]?.lowercased() ?? "a"
      if what == "a" { removeImages { _ in true } }
      if what == "i" { removeImages { $0.name == name } }
    case "q": break
    default: throw TerminalImage.Fault("kitty's animations are not supported")
    }
  }

  private static func picture(
    kitty keys: [String: String], _ data: [UInt8], _ size: PixelSize
  ) throws(TerminalImage.Fault) -> TerminalImage {
    guard keys["t"] ?? "d" == "d" else { throw TerminalImage.Fault("a kitty picture is in a file") }
    var bytes = decodedBase64(data)
    if keys["o"] == "z" { bytes = try TerminalImage.unpacked(bytes) }
    let content: TerminalImage.Content =
      switch keys["f"] ?? "32" {
      case "100": .file(bytes)
      case "24": .pixels(bytes, hasAlpha: false)
      default: .pixels(bytes, hasAlpha: true)
      }
    return try TerminalImage(content, size: size)
  }

  private mutating func placeKitty(
    _ image: TerminalImage, _ name: UInt32, _ keys: [String: String]
  ) throws(TerminalImage.Fault) {
    if keys["U"] == "1" { throw TerminalImage.Fault("kitty's placeholders are not supported") }
    func length(_ key: String, _ cell: Int) -> Double? {
      keys[key].flatMap { Int($0) }.flatMap { Self.sides.contains($0) ? Double($0 * cell) : nil }
    }
    let size = Self.size(
      of: image, width: length("c", TerminalImage.cell.width), height: length("r", TerminalImage.cell.height),
      keepsShape: false)
    place(PlacedImage(image: image, size: size, name: name), goesRight: keys["C"] == "1" ? nil : true)
  }

  /// Removes pictures from the screen.
  private mutating func removeImages(_ isRemoved: (PlacedImage) -> Bool) {
    for row in screen.lines.indices where screen.lines[row].cells.contains(where: \.isImage) {
      for (column, cell) in screen.lines[row].cells.enumerated() {
        if let part = cell.imagePart, images[part.number].map(isRemoved) ?? true {
          screen.lines[row].cells[column] = .empty()
        }
      }
    }
  }

  // MARK: iTerm2

  /// Executes a command of iTerm2 for pictures: OSC 1337.
  mutating func showInline(_ command: [UInt8]) {
    guard command.starts(with: Array("1337;".utf8)) else { return }
    let body = command.dropFirst(5)
    let verb = String(decoding: body.prefix { $0 != 0x3D }, as: UTF8.self)
    let rest = body.dropFirst(verb.utf8.count + 1)
    let isCut = parser.isCut
    note { terminal throws(TerminalImage.Fault) in
      switch verb {
      case "File":
        let parts = rest.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        if isCut { throw TerminalImage.Fault("an iTerm2 picture has more than 8 MiB") }
        try terminal.placeInline(Self.arguments(parts[0]), Array(parts.count > 1 ? parts[1] : []))
      case "MultipartFile": terminal.images.pending = PendingImage(keys: Self.arguments(rest), data: [])
      case "FilePart":
        terminal.images.pending?.data += rest
        guard let pending = terminal.images.pending, pending.data.count > EscapeParser.stringLimit else { return }
        terminal.images.pending = nil
        throw TerminalImage.Fault("an iTerm2 picture has more than 8 MiB")
      case "FileEnd":
        guard let pending = terminal.images.pending else { return }
        terminal.images.pending = nil
        try terminal.placeInline(pending.keys, pending.data)
      default: break
      }
    }
  }

  private static func arguments(_ text: ArraySlice<UInt8>) -> [String: String] {
    var keys: [String: String] = [:]
    for pair in String(decoding: text, as: UTF8.self).split(separator: ";") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2 { keys[sides[0]] = sides[1] }
    }
    return keys
  }

  private mutating func placeInline(_ keys: [String: String], _ data: [UInt8]) throws(TerminalImage.Fault) {
    guard keys["inline"] == "1" else { return }
    let whole = Size(
      width: Double(columns * TerminalImage.cell.width), height: Double(rows * TerminalImage.cell.height))
    func length(_ key: String, _ cell: Int, _ whole: Double) -> Double? {
      guard let text = keys[key], text != "auto" else { return nil }
      let digits = text.prefix { $0.isNumber || $0 == "." }
      guard let number = Double(digits), number > 0 else { return nil }
      let pixels =
        switch text.dropFirst(digits.count) {
        case "px": number
        case "%": number / 100 * whole
        default: number * Double(cell)
        }
      return min(max(pixels, 1), 10 * whole)
    }
    let (width, height) = (
      length("width", TerminalImage.cell.width, whole.width), length("height", TerminalImage.cell.height, whole.height)
    )
    func show(_ terminal: inout Terminal, _ image: TerminalImage) {
      let size = Self.size(of: image, width: width, height: height, keepsShape: keys["preserveAspectRatio"] != "0")
      // A picture is at most as wide as the terminal.
      let factor = min(1, whole.width / size.width)
      terminal.place(
        PlacedImage(image: image, size: Size(width: size.width * factor, height: size.height * factor)),
        goesRight: keys["doNotMoveCursor"] == "1" ? nil : true)
    }
    do {
      show(&self, try TerminalImage(.file(decodedBase64(data))))
    } catch {
      // Its cells are kept if one side is given; without its shape, it is a square.
      if width != nil || height != nil { show(&self, try TerminalImage(.missing)) }
      throw error
    }
  }

  /// The size at which a picture is shown.
  private static func size(of image: TerminalImage, width: Double?, height: Double?, keepsShape: Bool) -> Size {
    let own = image.size.size
    switch (width, height) {
    case (let width?, let height?):
      guard keepsShape else { return Size(width: width, height: height) }
      let factor = min(width / own.width, height / own.height)
      return Size(width: own.width * factor, height: own.height * factor)
    case (let width?, nil): return Size(width: width, height: own.height * width / own.width)
    case (nil, let height?): return Size(width: own.width * height / own.height, height: height)
    case (nil, nil): return own
    }
  }
}
