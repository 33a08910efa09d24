import Reel

/// The outputs that a storyboard lists, and the rates at which they take frames.
struct ListedOutputs {
  /// The rates of all outputs, and the lowest rate that has their frames.
  struct Rates {
    var all: [FrameRate]
    /// The rate of the film.
    var film: FrameRate

    /// Whether all are that of the film.
    var areFilms: Bool { all.allSatisfy { $0 == film } }

    /// The lowest rate whose frames include those of all.
    var common: FrameRate {
      get throws { try all.dropFirst().reduce(all[0]) { try $0.common(with: $1) } }
    }
  }

  private let outputs: [ListedOutput]
  private var filmRate: FrameRate?
  private var common: FrameRate?

  /// - Parameter outputs: what the storyboard lists; nothing where the user names outputs.
  init(_ outputs: [ListedOutput] = []) { self.outputs = outputs }

  /// Whether none of them has a rate of its own.
  var haveFilmRate: Bool { outputs.allSatisfy { $0.frameRate == nil } }

  /// What keeps them from being made in pieces; nil for one movie like the film.
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

  /// The outputs, to be made of frames that come at the common rate.
  func with(_ rates: Rates) throws -> ListedOutputs {
    var result = self
    (result.filmRate, result.common) = (rates.film, try rates.common)
    return result
  }

  /// The output of a path, and its rate where frames come at another; nil for one that is not listed.
  func output(at path: String) -> (output: ListedOutput, rate: FrameRate?)? {
    guard let output = outputs.first(where: { $0.path == path }) else { return nil }
    let rate = output.frameRate ?? filmRate
    return (output, rate == common ? nil : rate)
  }
}

extension OutputOptions {
  /// Makes the sink of an output that a storyboard lists; nil for another path.
  func sink(
    at path: String, among listed: ListedOutputs, _ encoding: EncodingSettings, _ known: AnimationSettings,
    _ isRateGiven: Bool
  ) throws -> (any FrameSink)? {
    guard let (output, rate) = listed.output(at: path) else { return nil }
    var settings = encoding
    try output.apply(to: &settings)
    var pictures = known
    try output.apply(to: &pictures)
    // What the user says on the command line counts for all of them.
    let sink = try sink(
      at: path, self.encoding(over: settings), animation.settings(isRateGiven: isRateGiven, over: pictures))
    // Captions have no frames.
    if output.form == .captions { return sink }
    let width = output.form == .animation ? nil : output.width
    return rate == nil && width == nil ? sink : ResampledSink(sink, frameRate: rate, width: width)
  }
}
