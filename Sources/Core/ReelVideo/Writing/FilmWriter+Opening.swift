import ReelFiles
import ReelGeometry

extension FilmWriter {
  /// The encoder of a film, its sound, and its output.
  struct Opened {
    var encoder: any FilmCompressor
    var sound: FilmSound?
    var times: FilmTimes?
    var output: any PacketOutput
    var place: Place
  }

  /// Opens what a film is written with.
  static func open(
    _ target: FilmTarget, _ configuration: VideoConfiguration, _ tracks: FilmTracks
  ) throws -> Opened {
    switch target {
    case .part(let part): try openPart(part, configuration)
    case .movie(.stream(let format), let descriptor): try openStream(format, descriptor, configuration, tracks)
    case .movie(let destination, _):
      try openFile(destination, configuration, tracks) { file, container in
        let growing = try PartialFile(beside: file, container: container, isDurable: configuration.isDurable)
        return (growing, .beside(growing, container))
      }
    case .joined(let destination, let frameCount):
      try openFile(destination, configuration, tracks) { file, container in
        let film = try PipedRemux(
          to: file, container: container, frameRate: configuration.frameRate, tracks: tracks, frameCount: frameCount)
        return (film.sink, .within(film))
      }
    }
  }

  private static func openPart(_ part: PacketDestination, _ configuration: VideoConfiguration) throws -> Opened {
    guard configuration.isSegmented else {
      throw InvalidValue(
        "encoding", configuration.codec.rawValue,
        sentence: "only H.264 by libx264 at a constant quality is made in parts")
    }
    do {
      let encoder = try SegmentedEncoder(configuration, from: part.segment)
      let packets = try PacketFileWriter(to: part, parameterSets: try encoder.parameterSets())
      return Opened(encoder: encoder, output: packets, place: .elsewhere(name: part.path))
    } catch let error as FFmpegError {
      throw MovieError.refused(configuration, error)
    }
  }

  private static func openStream(
    _ format: StreamFormat, _ descriptor: Int32, _ configuration: VideoConfiguration, _ tracks: FilmTracks
  ) throws -> Opened {
    let container: MediaContainer = format == .mkv ? .mkv : .mp4
    try configuration.requireRoom(in: container)
    let (sink, place) = (StreamSink(descriptor: descriptor), Place.elsewhere(name: "standard output"))
    guard format.isEncoded else {
      try OutputFile.checkStream(descriptor)
      let planes = try PlaneStream(to: sink, format: format, configuration: configuration)
      return Opened(encoder: planes, output: planes, place: place)
    }
    let encoder = try compressor(configuration, container)
    let growing = format == .mkv ? nil : configuration.codec.growingContainer
    let times = configuration.clock.map(FilmTimes.init)
    let sound = try sound(tracks, container, growing, configuration, times)
    try OutputFile.checkStream(descriptor)
    do throws(FFmpegError) {
      let output: any PacketOutput =
        format == .mkv
        ? try MatroskaStream(to: sink, encoder: encoder, sound: sound, times: times, configuration: configuration)
        : try FragmentedOutput(to: sink, encoder: encoder, sound: sound, times: times, configuration: configuration)
      return Opened(encoder: encoder, sound: sound, times: times, output: output, place: place)
    } catch {
      throw OutputError.cannotCreate(path: place.name, reason: error.reason)
    }
  }

  private static func openFile(
    _ destination: MovieDestination, _ configuration: VideoConfiguration, _ tracks: FilmTracks,
    in makePlace: (OutputFile, MediaContainer) throws -> (any FragmentSink, Place)
  ) throws -> Opened {
    guard let file = try destination.outputFile() else {
      throw InvalidValue("output", "-", sentence: "the parts of a film are joined in a file: name one")
    }
    let container = try destination.container
    try configuration.requireRoom(in: container)
    let encoder = try compressor(configuration, container)
    let times = configuration.clock.map(FilmTimes.init)
    let sound = try sound(tracks, container, configuration.codec.growingContainer, configuration, times)
    let (sink, place) = try makePlace(file, container)
    var (notes, path): ([UInt8], String) = ([], file.givenPath)
    var journal: () -> [UInt8] = { [] }
    if case .beside(let partial, _) = place {
      (notes, path) = (TracksBox.bytes(of: tracks), partial.path)
      var count = 0
      if let arriving = tracks.arriving { journal = { TracksBox.bytes(of: arriving, after: &count) } }
    }
    do throws(FFmpegError) {
      let output = try FragmentedOutput(
        to: sink, encoder: encoder, sound: sound, notes: notes, journal: journal, times: times,
        configuration: configuration)
      return Opened(encoder: encoder, sound: sound, times: times, output: output, place: place)
    } catch {
      throw OutputError.cannotCreate(path: path, reason: error.reason)
    }
  }

  private static func compressor(
    _ configuration: VideoConfiguration, _ container: MediaContainer
  ) throws -> any FilmCompressor {
    do {
      if configuration.isSegmented { return try SegmentedEncoder(configuration) }
      // Skipped pictures are made of whole ones.
      return configuration.codec == .h264 && !configuration.isInterlaced
        ? try H264Encoder.open(configuration) : try CodecFilmEncoder(configuration, isMatroska: container.isMatroska)
    } catch let error as FFmpegError {
      throw MovieError.refused(configuration, error)
    }
  }

  private static func sound(
    _ tracks: FilmTracks, _ container: MediaContainer, _ growing: MediaContainer?, _ configuration: VideoConfiguration,
    _ times: FilmTimes?
  ) throws -> FilmSound? {
    tracks.sound.isEmpty || tracks.copiedSound != nil
      ? nil
      : try FilmSound(
        tracks.sound, container: container, growing: growing, frameRate: configuration.frameRate,
        frameCount: configuration.frameCount, times: times)
  }
}

extension VideoConfiguration {
  /// Refuses a container that does not hold the codec or the pixel format, and says what to do.
  fileprivate func requireRoom(in container: MediaContainer) throws(InvalidValue) {
    guard codec.fits(container) else {
      let endings = MediaContainer.recordable.filter(codec.fits).map { ".\($0.rawValue)" }
      let codecs = VideoCodec.allCases.filter { $0.fits(container) }.map(\.rawValue)
      throw InvalidValue(
        "codec", codec.rawValue,
        sentence: "a .\(container.rawValue) file can't hold \(codec.rawValue): name a file that ends in "
          + "\(endings.joined(separator: ", ")), or choose \(codecs.joined(separator: ", "))")
    }
    guard container.holds(pixelFormat) else {
      throw InvalidValue(
        "pixel format", pixelFormat.rawValue,
        sentence: "a .\(container.rawValue) file can't hold \(pixelFormat.rawValue): name a file that ends in "
          + ".webm or .mkv")
    }
  }
}
