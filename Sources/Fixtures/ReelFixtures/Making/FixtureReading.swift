import ReelClips
import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Reads a clip back and collects what its file contains.
struct FixtureReading {
  struct Frame {
    var isKeyframe: Bool
    var hash: String
  }

  struct Result {
    var stream: FixtureManifest.Stream
    /// The decoded frame of each showing; nil if no decoder shows it.
    var frames: [Frame?]
  }

  let path: String
  let recipe: FixtureRecipe
  let container: MediaContainer

  /// Decodes the clip once, for what is known of its pictures and for the lines of its hashes.
  ///
  /// - Parameters:
  ///   - written: The pictures that were written. Times before 0 may be hidden from players: then the first are missing.
  ///   - line: Receives the lines of `FrameHashFile`.
  func read(
    written: [FixturePlan.Showing], isCancelled: () -> Bool, line: (String) throws -> Void
  ) throws -> Result {
    // For what its headers say.
    let reader = try ClipReader(path: path, pictureRate: recipe.frameRate)
    var frames: [Frame?] = []
    let errorCount = try FrameHashFile.write(of: path, pictureRate: recipe.frameRate, to: line) { frame, hash in
      if isCancelled() { throw CancellationError() }
      if frames.isEmpty, let lost = TagCheck(recipe.transfer).cause(of: frame) {
        throw FixtureError.unverified(path: path, reason: "not all of its colour tags can be stored (\(lost))")
      }
      guard recipe.fields == .progressive || frame.fields == recipe.fields else {
        throw FixtureError.unverified(
          path: path, reason: "its frames come back as \(frame.fields.words), not \(recipe.fields.words)")
      }
      frames.append(Frame(isKeyframe: frame.isKeyframe, hash: hash))
    }
    let hidden = written.count - frames.count
    guard errorCount == 0, (0...written.count { $0.pts < 0 }).contains(hidden) else {
      throw FixtureError.unverified(
        path: path, reason: "\(frames.count) of \(written.count) frames came back, with \(errorCount) errors")
    }
    let facts = reader.facts
    guard recipe.timecode == nil || facts.timecode != nil else {
      throw FixtureError.unverified(path: path, reason: "its timecode is missing")
    }
    // FFmpeg continues if it cannot read the first bytes, but then reports no properties.
    guard facts.size.width > 0, facts.size.height > 0, facts.pixelFormat != "unknown" else {
      throw FixtureError.unverified(path: path, reason: "the size of its pictures can't be read")
    }
    let stream = FixtureManifest.Stream(
      container: container.rawValue, codec: facts.codec, profile: facts.profile, size: facts.size.description,
      pixelFormat: facts.pixelFormat, timeBase: "\(facts.tick.tickNumerator)/\(facts.tick.tickDenominator)",
      orientation: reader.orientation.rawValue, soundCodec: reader.soundCodec, sampleRate: reader.sampleRate,
      frames: frames.count)
    return Result(stream: stream, frames: [Frame?](repeating: nil, count: hidden) + frames)
  }
}
