import CReelStudioPage
import ReelFiles

/// The files of the page: those in the program, or those in a folder during development.
struct PageFiles: Sendable {
  /// A file and its type.
  struct File: Sendable {
    var type: String
    var bytes: [UInt8]
    /// The tag of the bytes.
    var tag: String { "\"\(MD5.text(of: bytes))\"" }
  }

  /// The media types of the page's files, by ending.
  static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]
  private static let longest = 4 << 20

  private let folder: String?
  private let embedded: [String: File]

  /// - Parameter folder: a folder to read again for each request; nil for the files in the program.
  init(folder: String?) {
    self.folder = folder
    embedded = folder == nil ? Self.files() : [:]
  }

  /// The names of the files in the program.
  static var names: [String] { files().keys.sorted() }

  private static func files() -> [String: File] {
    var files: [String: File] = [:]
    var index: Int32 = 0
    while let file = reel_studio_page_file(index)?.pointee {
      let name = String(cString: file.name)
      if let type = type(of: name) {
        files[name] = File(type: type, bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
      }
      index += 1
    }
    return files
  }

  private static func type(of name: String) -> String? {
    name.split(separator: ".", omittingEmptySubsequences: false).last.flatMap { types[String($0)] }
  }

  /// Returns a file by its name; nil if there is none.
  func file(_ name: String) -> File? {
    guard let folder else { return embedded[name] }
    guard let type = Self.type(of: name), !name.hasPrefix("."), FileTime("\(folder)/\(name)") != nil,
      let bytes = try? BoundedFile.read("\(folder)/\(name)", limit: Self.longest)
    else { return nil }
    return File(type: type, bytes: bytes)
  }
}
