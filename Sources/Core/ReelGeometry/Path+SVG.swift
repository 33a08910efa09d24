extension Path {
  /// Creates a path from SVG path data, the language of the `d` attribute.
  ///
  /// All commands of SVG 1.1 and 2 are read, absolute and relative, with numbers as tightly packed as SVG allows
  /// (`M10-20A5.5.3-4 010-.1`). As SVG requires, the path ends before the first invalid command: whatever precedes the error is drawn,
  /// and data that does not begin with a move gives an empty path. Coordinates beyond 1e150 are invalid. Arcs and quadratic curves become
  /// cubic curves; an arc deviates from the true ellipse by at most 0.03 % of its radius.
  ///
  /// The grammar is that of <https://www.w3.org/TR/SVG2/paths.html#PathDataBNF>.
  public init(svg data: String) {
    self.init(svg: data, stoppedAt: nil)
  }

  /// Creates a path from SVG path data, and reports the byte offset at which parsing stopped, if it was not the end.
  ///
  /// - Parameter limit: The number of elements after which parsing stops.
  package init(svg data: String, limit: Int = .max, stoppedAt report: ((Int) -> Void)?) {
    var reader = SVGPathReader(data, limit: limit)
    if let offset = reader.read() { report?(offset) }
    self = reader.path
  }
}
