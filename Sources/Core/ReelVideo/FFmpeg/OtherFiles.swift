import CReelFFmpeg
import ReelFiles
import ReelPlatform

/// The files that FFmpeg may open in addition to the one it was given: by default none.
///
/// Playlists, and many formats that look harmless, refer to other files. FFmpeg asks here for each of them, because
/// it may use none of its protocols.
final class OtherFiles {
  /// The files that are allowed.
  enum Allowed {
    case none
    /// The files of a playlist, within its folder.
    case playlist(FolderBounds)
    /// Numbered pictures.
    case pictures(NumberedNames)
  }

  private let allowed: Allowed
  /// Whether FFmpeg asked for a file that is not allowed.
  private(set) var hasRefused = false

  init(_ allowed: Allowed) { self.allowed = allowed }

  /// Formats that only refer to other files, or run a program.
  ///
  /// Without this list they would fail when they ask for their files. Formats that open something without asking,
  /// such as devices or a network, have a flag that is also checked.
  private static let lists: Set<String> = [
    "concat", "dash", "hls", "imf", "rtp", "rtsp", "sap", "sdp", "vapoursynth", "vobsub", "webm_dash_manifest",
  ]

  /// Rejects a format that would read something else.
  func check(_ format: UnsafePointer<AVInputFormat>) throws(FFmpegError) {
    let name = String(cString: format.pointee.name)
    switch (allowed, name) {
    case (.playlist, "hls"), (_, "image2"): return
    default: break
    }
    guard !Self.lists.contains(name), format.pointee.flags & AVFMT_NOFILE == 0 else {
      throw FFmpegError(.otherFiles, operation: "avformat_open_input")
    }
  }

  /// Rejects a file that was opened although it asked for others.
  func checkOpened(_ format: UnsafePointer<AVInputFormat>?) throws(FFmpegError) {
    // Magic Lantern's recordings continue in numbered files, if there are any; a playlist reports each missing
    // segment.
    if case .playlist = allowed { return }
    guard !hasRefused || format.map({ String(cString: $0.pointee.name) }) == "mlv" else {
      throw FFmpegError(.otherFiles, operation: "avformat_open_input")
    }
  }

  /// Routes all of FFmpeg's file access through this value, which must outlive the context.
  func take(over context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = { context, file, url, flags, _ in
      // Nested contexts have no value.
      guard let opaque = context?.pointee.opaque, let file, let url, flags & AVIO_FLAG_WRITE == 0 else {
        return reel_error_from_errno(EACCES)
      }
      let files = Unmanaged<OtherFiles>.fromOpaque(opaque).takeUnretainedValue()
      do throws(FFmpegError) {
        file.pointee = try files.open(String(cString: url))
        return 0
      } catch {
        return error.code.rawValue
      }
    }
    context.pointee.io_close2 = { _, file in
      if let file { InputContext.close(file) }
      return 0
    }
  }

  private func open(_ url: String) throws(FFmpegError) -> UnsafeMutablePointer<AVIOContext> {
    guard let path = path(of: url) else {
      hasRefused = true
      throw FFmpegError(.systemError(EACCES), operation: "io_open")
    }
    return try MediaFile(path: path).makeContext()
  }

  /// The path of an allowed file; nil for any other file, and for an address.
  private func path(of url: String) -> String? {
    let path = url.hasPrefix("file:") ? String(url.dropFirst("file:".count)) : url
    switch allowed {
    case .none: return nil
    case .playlist(let bounds):
      return FolderBounds.real(path).flatMap { bounds.contains($0) ? $0 : nil }
    case .pictures(let names):
      let name = OutputFile.split(path).name
      return names.number(of: name) != nil && names.path(name) == path ? path : nil
    }
  }
}
