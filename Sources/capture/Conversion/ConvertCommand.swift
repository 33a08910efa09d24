import ArgumentParser
import Reel

struct ConvertCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a movie, pictures, or frames that another program writes.",
    discussion: """
      The word convert can be left out: capture clip.mp4 -o clip.gif. The input may
      be anything that FFmpeg reads, a GIF or APNG, or pictures (PNG, JPEG, WebP,
      TIFF, BMP, PPM, QOI, SVG): several files, or a folder, in numerical order. Its
      kind is recognized by its content. Standard input (-) may be YUV4MPEG2,
      pictures one after another, a stream such as Matroska or NUT, frames with times
      and changed rectangles (docs/frames.md), or --raw frames.

      Movies keep the time of every frame, unless --fps is given. 4:2:0 samples are
      encoded unchanged, unless the picture is cropped, turned or scaled. Parts that
      do not change from frame to frame cost almost nothing.

      EXAMPLES
        capture clip.mp4 -o clip.gif --width 640
        capture frames/ -o film.mp4 --input-fps 30
        capture convert shot-*.png -o film.mp4 -o film.webp
        ffmpeg -i in.mkv -f nut - | capture - -o out.mp4
        python3 draw.py | capture - --raw rgb24:640x480 --input-fps 30 -o out.mp4

      EXIT CODES
        0 done, 64 wrong usage, 65 the input is damaged or of an unknown kind, 66 it
        is missing, 69 no suitable encoder, 73 the output cannot be created, 74
        writing failed, 129, 130 or 143 interrupted.
      """)

  @OptionGroup(title: "Input") var input: ConvertInputOptions
  @OptionGroup(title: "Film") var edits: ConvertEditOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  static var scalesEveryOutput: Bool { true }

  mutating func validate() throws {
    if let option = output.division.given {
      throw ValidationError("\(option) is for films that are drawn: leave it out")
    }
    if output.split != nil { throw ValidationError("--split is for films that are drawn: leave it out") }
    guard output.output.isEmpty, let first = input.inputs.first else { return }
    let kind = first == "-" ? "standard input" : FileContent.kind(of: first).map { "\(first) is \($0)" }
    let stem = OutputFile.split(first).name.split(separator: ".").dropLast().joined(separator: ".")
    let name = stem.isEmpty || first.contains("%") ? "film" : stem
    switch kind {
    case "standard input": throw ValidationError("standard input needs an output: capture - -o film.mp4")
    case "\(first) is a folder":
      throw ValidationError("\(first) is a folder; to film its pictures, add an output: capture \(first) -o film.mp4")
    case let kind?: throw ValidationError("\(kind); to convert it, add an output: capture \(first) -o \(name).gif")
    case nil: throw ValidationError("no output for \(first): add one, such as -o \(name).gif")
    }
  }

  var files: RunFiles {
    get throws {
      // A missing input is reported before an output that can't be replaced.
      let media = try MediaInput(input.inputs)
      // Standard input may be a file too, which an output would replace.
      let stream = if case .stream = media { ["/dev/stdin"] } else { [String]() }
      return RunFiles().reading(media.files, as: "the input").reading(stream, as: "standard input").writing(
        films: output.paths(defaultName: "film.mp4"))
    }
  }

  func run() async throws { try await ConversionRun(self).run() }
}
