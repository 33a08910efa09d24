import ReelGeometry
import ReelPlatform

/// Measures pairs of decoded and drawn pictures with FFmpeg's filter `libvmaf`.
///
/// The luma of both is sent alternately in one stream. With two streams, a program that wants to read much of one first
/// would wait forever for data behind the other. VMAF uses only luma.
package final class VMAFMeter {
  /// The reason why there are no scores.
  package enum Failure: ReelError, Hashable {
    package var exitStatus: ExitStatus { .unavailable }
    package var report: String { "cannot measure VMAF: \(description)" }

    /// The output is not a table of scores, or lacks some pictures.
    case unreadable(found: Int, expected: Int)

    /// One line that says what failed and why.
    package var description: String {
      switch self {
      case .unreadable(let found, let expected):
        "libvmaf reported scores for \(found) of \(expected) \(expected == 1 ? "picture" : "pictures")"
      }
    }
  }

  /// Starts FFmpeg with arguments that do not include the program's name.
  package typealias Start = @Sendable (_ arguments: [String]) throws -> any PictureProgram

  /// The minimum width and height in pixels.
  ///
  /// libvmaf 3 crashes on pictures of 16×16 pixels, and below this size its coarsest scale is empty.
  package static let leastSide = 32

  private let start: Start
  /// The program that receives pictures of one size, and the number of pairs it has received.
  private var running: (program: any PictureProgram, size: PixelSize, count: Int)?
  private var scores: [Double] = []
  private static let frameHeader = Array("FRAME\n".utf8)

  /// Creates a meter.
  ///
  /// Nothing is started before the first pair.
  package init(_ start: @escaping Start) { self.start = start }

  /// Sends a pair of pictures of one size.
  ///
  /// Scores are collected when the size changes and at the end. Pictures that are too small have no score, NaN.
  package func add(seen: LumaPlane, drawn: LumaPlane) throws {
    guard min(seen.size.width, seen.size.height) >= Self.leastSide else {
      try endRun()
      scores.append(.nan)
      return
    }
    if running?.size != seen.size {
      try endRun()
      let program = try start(Self.arguments)
      running = (program, seen.size, 0)
      try program.write(Self.header(seen.size))
    }
    guard let program = running?.program else { return }
    let chroma = [UInt8](repeating: 128, count: 2 * ((seen.size.width + 1) / 2) * ((seen.size.height + 1) / 2))
    for plane in [seen, drawn] {
      for bytes in [Self.frameHeader, plane.bytes, chroma] { try program.write(bytes) }
    }
    running?.count += 1
  }

  /// Waits for outstanding scores and returns the score of each pair.
  package func finish() throws -> [Double] {
    try endRun()
    return scores
  }

  private func endRun() throws {
    guard let (program, _, count) = running else { return }
    running = nil
    scores += try Self.scores(String(decoding: program.finish(), as: UTF8.self), count: count)
  }

  // MARK: - FFmpeg's arguments

  /// FFmpeg's arguments: pictures come from standard input, scores go to standard output.
  ///
  /// The table takes a tenth of the bytes of libvmaf's JSON and contains the same data.
  static var arguments: [String] {
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let graph =
      "[0:v]split[a][b];[a]select=not(mod(n\\,2)),setpts=N[seen];[b]select=mod(n\\,2),setpts=N[drawn];"
      + "[seen][drawn]libvmaf=log_fmt=csv:log_path=/dev/stdout:n_threads=\(threads)"
    return [
      "-nostdin", "-hide_banner", "-loglevel", "error", "-f", "yuv4mpegpipe", "-i", "pipe:0", "-lavfi", graph,
      "-f", "null", "-",
    ]
  }

  /// The arguments that make FFmpeg list its filters, for `isListed`.
  package static let listArguments = ["-hide_banner", "-loglevel", "error", "-filters"]

  /// Whether FFmpeg's list of filters contains libvmaf.
  package static func isListed(in filters: [UInt8]) -> Bool {
    String(decoding: filters, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      line.split(separator: " ").contains("libvmaf")
    }
  }

  private static func header(_ size: PixelSize) -> [UInt8] {
    // The rate is irrelevant but required.
    Array("YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip C420jpeg\n".utf8)
  }

  /// Parses the table, in which one column is `vmaf` and each picture has a row.
  static func scores(_ table: String, count: Int) throws(Failure) -> [Double] {
    let lines = table.split(whereSeparator: \.isNewline)
    let heads = lines.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    guard let column = heads.firstIndex(of: "vmaf") else { throw .unreadable(found: 0, expected: count) }
    let scores = lines.dropFirst().compactMap { line -> Double? in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return cells.indices.contains(column) ? Double(cells[column]).flatMap(\.finite) : nil
    }
    guard scores.count == count else { throw .unreadable(found: scores.count, expected: count) }
    return scores
  }
}
