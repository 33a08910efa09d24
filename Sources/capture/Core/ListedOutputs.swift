import Reel

/// The outputs that a storyboard lists, and their frame rates.
struct ListedOutputs {
  /// The rates of all outputs, and the lowest rate that includes all their frames.
  struct Rates {
    var all: [FrameRate]
    /// The film's own rate.
    var film: FrameRate

    /// Whether all outputs have the film's rate.
    var areFilms: Bool { all.allSatisfy { $0 == film } }

    /// The lowest rate whose frames include those of all outputs.
    var common: FrameRate {
      get throws { try all.dropFirst().reduce(all[0]) { try $0.common(with: $1) } }
    }
  }

  private let outputs: [ListedOutput]
  private var filmRate: FrameRate?
  private var common: FrameRate?

  /// - Parameter outputs: the storyboard's outputs; empty if the user names outputs.
  init(_ outputs: [ListedOutput] = []) { self.outputs = outputs }

  /// Whether no output has its own rate.
  var haveFilmRate: Bool { outputs.allSatisfy { $0.frameRate == nil } }

  /// The reason why the outputs cannot be made in parts; nil for one movie like the film.
  var undivided: String? {
    if outputs.count > 1 { return "the storyboard lists \(outputs.count) outputs" }
    guard let output = outputs.first else { return nil }
    if output.form != .movie { return "\(output.path) is not one" }
    return output.isLikeFilm ? nil : "\(output.path) has a size, rate or codec of its own"
  }

  /// The rates of the outputs of a film.
  func rates(of film: FilmDescription) -> Rates {
    let rate = film.film.frameRate
    return Rates(all: outputs.isEmpty ? [rate] : outputs.map { $0.frameRate ?? rate }, film: rate)
  }

  /// The outputs, for frames that arrive at the common rate.
  func with(_ rates: Rates) throws -> ListedOutputs {
    var result = self
    (result.filmRate, result.common) = (rates.film, try rates.common)
    return result
  }

  /// The output at a path, and its rate if frames arrive at another; nil for a path that is not listed.
  func output(at path: String) -> (output: ListedOutput, rate: FrameRate?)? {
    guard let output = outputs.first(where: { $0.path == path }) else { return nil }
    let rate = output.frameRate ?? filmRate
    return (output, rate == common ? nil : rate)
  }
}

extension OutputOptions {
  /// Makes the sink of an output that a storyboard lists; nil for any other path.
  func sink(
    at path: String, among listed: ListedOutputs, _ encoding: EncodingSettings, _ known: AnimationSettings,
    _ isRateGiven: Bool
  ) throws -> (any FrameSink)? {
    guard let (output, rate) = listed.output(at: path) else { return nil }
    var settings = encoding
    try output.apply(to: &settings)
    var pictures = known
    try output.apply(to: &pictures)
    // Options on the command line apply to all outputs.
    let sink = try sink(
      at: path, self.encoding(over: settings), animation.settings(isRateGiven: isRateGiven, over: pictures))
    // Captions have no frames.
    if output.form == .captions { return sink }
    let width = output.form == .animation ? nil : output.width
    return rate == nil && width == nil ? sink : ResampledSink(sink, frameRate: rate, width: width)
  }
}
