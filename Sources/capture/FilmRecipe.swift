import ArgumentParser
import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a film was drawn from, so that it can be drawn again: the options that the picture depends on, and the session of a trace.
///
/// A recipe may come from anywhere: it names no files, so none is opened because of it.
package struct FilmRecipe: Codable {
  enum Film: String, Codable {
    case snowflake, trace
  }

  /// The largest recipe that is read, in bytes: longer than any session that anybody traced.
  static let longestFile = 1 << 26

  private(set) var format = "reel-film"
  private(set) var version = 1
  let film: Film
  /// Options of the command by their names, as they are written on the command line; `true` for those without a value.
  let options: [String: String]
  /// The session of a trace in Reel's own format.
  let session: String?

  /// The recipe of a snowflake film.
  init(_ length: LengthOptions, _ picture: PictureOptions) {
    film = .snowflake
    session = nil
    var options = [
      "fps": length.fps.description, "frames": "\(length.frameCount)", "size": picture.pixelSize.description,
      "levels": picture.levels.description, "style": picture.style.rawValue, "theme": picture.flake.theme.rawValue,
    ]
    options["growth"] = picture.growth.map { "\($0)" }
    options["background"] = picture.flake.background?.description
    if picture.flake.noCaption { options["no-caption"] = "true" }
    self.options = options
  }

  /// The recipe of the film of a session.
  ///
  /// - Throws: `InvalidValue` for a film with images from files, which no recipe holds.
  init(_ session: TraceSession, _ time: TraceTimeOptions, _ picture: TracePictureOptions) throws {
    guard picture.backgroundImage == nil, picture.keyImage == nil else {
      throw ValidationError("a recipe holds no images: leave out --recipe, or --background-image and --key-image")
    }
    film = .trace
    self.session = String(decoding: try session.text(), as: UTF8.self)
    var options = [
      "fps": time.fps.description, "hold": "\(time.hold)", "size": picture.pixelSize(of: session).description,
      "theme": picture.theme.rawValue,
    ]
    options["speed"] = time.speed.map { "\($0)" }
    options["max-pause"] = time.maxPause.map { "\($0)" }
    options["seconds"] = time.seconds.map { "\($0)" }
    if !picture.hide.isEmpty { options["hide"] = picture.hide.map(\.rawValue).sorted().joined(separator: ",") }
    options["inside-color"] = picture.insideColor?.description
    options["outside-color"] = picture.outsideColor?.description
    options["complete-color"] = picture.completeColor?.description
    options["guide-color"] = picture.guideColor?.description
    options["background"] = picture.background?.description
    self.options = options
  }

  /// Reads a recipe; nil for what is something else.
  package init?(json: [UInt8]) {
    guard let film = try? JSONDecoder().decode(FilmRecipe.self, from: Data(json)), film.format == "reel-film" else {
      return nil
    }
    self = film
  }

  /// The recipe as JSON.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(self)) + Array("\n".utf8)
    }
  }

  /// A film that is ready to be drawn.
  package struct Reel {
    let source: any FrameSource
    package let frameCount: Int
    let frameRate: FrameRate
  }

  /// Makes the scene of the film.
  package func reel() throws -> Reel {
    switch film {
    case .snowflake:
      let length = try LengthOptions.parse(arguments(["fps", "frames"]))
      let picture = try PictureOptions.parse(
        arguments(["size", "levels", "style", "theme", "growth", "background", "no-caption"]))
      let scene = try picture.scene(frameRate: length.fps, duration: length.duration)
      return Reel(source: scene, frameCount: length.frameCount, frameRate: length.fps)
    case .trace:
      let time = try TraceTimeOptions.parse(arguments(["fps", "hold", "speed", "max-pause", "seconds"]))
      let picture = try TracePictureOptions.parse(
        arguments([
          "size", "theme", "hide", "inside-color", "outside-color", "complete-color", "guide-color", "background",
        ]))
      let session = try TraceSession(Array((session ?? "").utf8), name: "session of the recipe")
      let timing = try time.timing(of: session)
      let scene = try picture.scene(session: session, timing: timing, size: picture.pixelSize(of: session))
      let count = timing.frameCount(framesPerSecond: time.fps.framesPerSecond)
      return Reel(source: scene, frameCount: count, frameRate: time.fps)
    }
  }

  /// The options of these names, as arguments; no other option is ever read.
  private func arguments(_ names: [String]) -> [String] {
    names.flatMap { name in
      switch options[name] {
      case nil: [String]()
      case "true"? where name == "no-caption": ["--" + name]
      case let value?: ["--" + name, value]
      }
    }
  }
}
