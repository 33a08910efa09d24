import CReelCairo
import ReelGeometry

/// A text laid out in a font, ready to be measured and drawn.
///
/// Measurements do not depend on the position or scale at which the text is drawn: glyphs have subpixel positions and no hinting. Line
/// breaks in the text begin new lines; wrapping adds more, between words if possible.
public struct TextLayout: Hashable, Sendable {
  /// The text.
  public let text: String
  /// The font.
  public let font: Font
  /// The alignment of lines within the width.
  public let alignment: TextAlignment
  /// The width at which lines are wrapped, in points; nil for no wrapping.
  public let width: Double?
  /// The parts of the text that look different from the rest.
  public let runs: [TextRun]

  /// The box of the text: as wide as the wrapping width or else the longest line, and as high as all lines.
  public let size: Size
  /// The distance from the top of the box to the baseline of the first line.
  public let baseline: Double
  /// The number of lines.
  public let lineCount: Int
  /// The ink rectangle, from the top left of the box; slanted letters can extend beyond the box.
  public let inkBounds: Rect
  /// Whether the first line runs from right to left, as in Arabic and Hebrew; its leading side is then the right one.
  public let isRightToLeft: Bool

  /// Lays out a text.
  ///
  /// An empty text is as high as one line. A font size or wrapping width that is NaN, or a size of 0 or less, gives an empty layout that
  /// draws nothing.
  public init(
    _ text: String, font: Font, alignment: TextAlignment = .leading, width: Double? = nil, runs: [TextRun] = []
  ) {
    self.text = text
    self.font = font
    self.alignment = alignment
    self.width = width
    self.runs = runs
    let measured = TextMeasure(text, font, alignment, width, runs)
    size = measured.size
    baseline = measured.baseline
    lineCount = measured.lineCount
    inkBounds = measured.inkBounds
    isRightToLeft = measured.isRightToLeft
  }

  /// Passes Pango's layout of this text to a closure, which must not keep it; does nothing if there is nothing to draw.
  ///
  /// Scale its measurements and drawing by `Font.pangoScale`.
  func withPangoLayout(_ body: (borrowing ObjectHandle) -> Void) {
    FontMaps.shared.use { fonts in
      if let layout = makePangoLayout(text, font, alignment, width, runs, fonts) { body(layout) }
    }
  }
}

/// Pango's measurements of a text.
private struct TextMeasure {
  var size = Size.zero
  var baseline = 0.0
  var lineCount = 0
  var inkBounds = Rect.zero
  var isRightToLeft = false

  init(_ text: String, _ font: Font, _ alignment: TextAlignment, _ width: Double?, _ runs: [TextRun]) {
    FontMaps.shared.use { fonts in
      if let layout = makePangoLayout(text, font, alignment, width, runs, fonts) { measure(layout, font, width) }
    }
  }

  private mutating func measure(_ layout: borrowing ObjectHandle, _ font: Font, _ width: Double?) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout.pointer, &ink, &logical)
    let unit = font.pangoScale / Double(PANGO_SCALE)
    let line = Double(logical.width) * unit
    size = Size(width: max(width.flatMap { $0.isFinite ? $0 : nil } ?? 0, line), height: Double(logical.height) * unit)
    isRightToLeft =
      pango_layout_get_line_readonly(layout.pointer, 0)?.pointee.resolved_dir == UInt32(PANGO_DIRECTION_RTL.rawValue)
    baseline = Double(pango_layout_get_baseline(layout.pointer)) * unit
    lineCount = Int(pango_layout_get_line_count(layout.pointer))
    inkBounds = Rect(
      x: Double(ink.x) * unit, y: Double(ink.y) * unit, width: Double(ink.width) * unit,
      height: Double(ink.height) * unit)
  }
}

/// Creates a layout, or nil if the font size or the width is invalid.
private func makePangoLayout(
  _ text: String, _ font: Font, _ alignment: TextAlignment, _ width: Double?, _ runs: [TextRun],
  _ fonts: UnsafeMutablePointer<PangoFontMap>
) -> ObjectHandle? {
  guard font.size > 0, font.size.isFinite, width?.isNaN != true,
    let context = ObjectHandle(pango_font_map_create_context(fonts))
  else { return nil }
  // Without hinting and rounding, a text has the same shape at every scale and position, and does not jitter when it moves.
  let options = cairo_font_options_create()
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
  pango_cairo_context_set_font_options(context.pointer, options)
  cairo_font_options_destroy(options)
  pango_context_set_round_glyph_positions(context.pointer, 0)

  guard let layout = ObjectHandle(pango_layout_new(context.pointer)) else { return nil }
  let description = pango_font_description_new()
  defer { pango_font_description_free(description) }
  pango_font_description_set_family(description, cString(font.family))
  pango_font_description_set_absolute_size(description, font.pangoSize * Double(PANGO_SCALE))
  pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(font.weight.rawValue)))
  pango_font_description_set_style(description, font.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
  pango_layout_set_font_description(layout.pointer, description)
  pango_layout_set_alignment(layout.pointer, alignment.pango)
  if let width, width < .infinity {
    let pangoWidth = max(0, min(width / font.pangoScale, 1_000_000))
    pango_layout_set_width(layout.pointer, Int32(clamping: pangoWidth * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout.pointer, PANGO_WRAP_WORD_CHAR)
  }
  pango_layout_set_text(layout.pointer, cString(text), -1)
  if !runs.isEmpty || font.tracking != 0 {
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if font.tracking.isFinite, font.tracking != 0 {
      let space = min(max(-1, font.tracking), 4) * font.pangoSize * Double(PANGO_SCALE)
      pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(Int32(clamping: space.rounded())))
    }
    for run in runs {
      for attribute in run.pangoAttributes {
        attribute.pointee.start_index = UInt32(clamping: run.start)
        attribute.pointee.end_index = UInt32(clamping: run.end)
        // The list takes ownership.
        pango_attr_list_insert(attributes, attribute)
      }
    }
    pango_layout_set_attributes(layout.pointer, attributes)
  }
  return layout
}

extension TextRun {
  fileprivate var pangoAttributes: [UnsafeMutablePointer<PangoAttribute>] {
    func part(_ value: Double) -> UInt16 { UInt16(clamping: (min(max(0, value), 1) * 65_535).rounded()) }
    var attributes: [UnsafeMutablePointer<PangoAttribute>?] = []
    if isBold { attributes.append(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
    if isItalic { attributes.append(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
    if isUnderlined { attributes.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
    if let color {
      attributes.append(pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
      // Pango takes 0 for an opacity that is not set.
      attributes.append(pango_attr_foreground_alpha_new(max(1, part(color.alpha))))
    }
    return attributes.compactMap(\.self)
  }
}

extension Font {
  /// The font size used with Pango and FreeType, which use small integers and fail for sizes beyond their range.
  var pangoSize: Double { max(4, min(size, 500)) }

  /// The factor from Pango's measurements to this font's.
  var pangoScale: Double { size / pangoSize }
}

extension TextAlignment {
  fileprivate var pango: PangoAlignment {
    switch self {
    case .leading: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .trailing: PANGO_ALIGN_RIGHT
    }
  }
}

/// Returns text that is safe for C, with NUL characters replaced by the replacement character.
private func cString(_ text: String) -> String {
  text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text
}
