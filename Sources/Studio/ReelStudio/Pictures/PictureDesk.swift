/// A cache of the newest pictures of sessions.
actor PictureDesk {
  /// The size limit of the cache, in bytes.
  static let mostKept = 32 << 20

  private let desk: WorkDesk
  private var kept: [String: [UInt8]] = [:]
  /// The names of the cached pictures, oldest first.
  private var names: [String] = []
  private var bytes = 0

  init(_ desk: WorkDesk) { self.desk = desk }

  /// Returns a picture as PNG.
  ///
  /// - Parameters:
  ///   - name: a key that identifies the picture.
  ///   - session: the text of the session.
  func png(_ name: String, of session: [UInt8], width: Int, theme: String?) async throws -> [UInt8] {
    if let known = kept[name] { return known }
    let png = try await desk.ask(.thumbnail(width: width, theme: theme), session).content
    guard kept[name] == nil, png.count <= Self.mostKept / 4 else { return png }
    kept[name] = png
    names.append(name)
    bytes += png.count
    while bytes > Self.mostKept { bytes -= kept.removeValue(forKey: names.removeFirst())?.count ?? 0 }
    return png
  }
}
