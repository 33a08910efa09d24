import ArgumentParser
import Reel

/// The size and the colours of a picture with a flake, whatever the flake does.
struct FlakeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "WIDTHxHEIGHT, a height such as 1080p, or 4k, 8k, square. (default: 720p)", valueName: "size"),
    transform: PixelSize.init(argument:))
  var size = PixelSize(width: 1280, height: 720)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the size: 0.5 for a quick draft, 2 for a sharper film. (default: 1)", valueName: "factor"),
    transform: { text in
      guard let factor = Double(text), (0.1...8).contains(factor) else {
        throw InvalidValue("scale", text, expected: "from 0.1 to 8")
      }
      return factor
    })
  var scale = 1.0

  @Option(help: "The colours: night, paper, or classic, a thin black line on white.")
  var theme = SnowflakeTheme.Name.night

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A plain background instead of the theme's: a CSS name, #rgb or #rrggbb.", valueName: "colour"),
    transform: { text in
      guard let color = Color(text), color.alpha == 1 else {
        throw InvalidValue(
          "background", text, expected: "an opaque colour: a CSS name such as teal, #rgb or #rrggbb")
      }
      return color
    })
  var background: Color?

  @Flag(help: "Leave out the line of text below the flake.")
  var noCaption = false

  /// The option that leaves the text out; nil where there is none.
  var textOption: String? { noCaption || theme.theme.caption == nil ? nil : "--no-caption" }

  /// The size of the frames in pixels.
  ///
  /// A side that was scaled becomes even, since nobody chose it to be odd and 4:2:0 takes no odd ones.
  var pixelSize: PixelSize {
    func scaled(_ side: Int) -> Int { scale == 1 ? side : max(2, 2 * Int((Double(side) * scale / 2).rounded())) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }

  /// The size of the frames in pixels, if there are such frames.
  func checkedSize() throws -> PixelSize {
    let sides = 1...16_384
    guard sides.contains(pixelSize.width), sides.contains(pixelSize.height) else {
      throw InvalidValue("size", pixelSize, expected: "from 1 to 16384 pixels a side")
    }
    return pixelSize
  }
}

extension SnowflakeTheme.Name: ExpressibleByArgument {}
