import CReelCairo
import ReelFiles
import ReelPlatform
import Synchronization

extension Font {
  /// The installed families and those of added files, in alphabetical order.
  ///
  /// The corresponding C function is `FcConfigGetFonts`.
  package static var families: [String] {
    guard isAnyInstalled else { return [] }
    var names: Set<String> = []
    for kind in [FcSetSystem, FcSetApplication] {
      guard let set = FcConfigGetFonts(nil, kind) else { continue }
      for index in 0..<Int(set.pointee.nfont) {
        guard let pattern = set.pointee.fonts[index] else { continue }
        names.formUnion(families(of: pattern))
      }
    }
    return names.sorted()
  }

  /// Adds the font in a file, and returns its family; nil for a file that is not a font.
  ///
  /// The corresponding C functions are `FcFreeTypeQuery` and `FcConfigAppFontAddFile`.
  package static func addFile(_ path: String) -> String? {
    // FreeType opens any file, and would wait for the writer of a pipe.
    guard let file = try? BoundedFile.open(path) else { return nil }
    fclose(file)
    guard isAnyInstalled || FcInit() != 0 else { return nil }
    return added.withLock { added in
      if let family = added[path] { return family }
      var count: Int32 = 0
      let pattern = path.withCString { name in
        name.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) { FcFreeTypeQuery($0, 0, nil, &count) }
      }
      guard let pattern else { return nil }
      defer { FcPatternDestroy(pattern) }
      let isAdded = path.withCString { name in
        name.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) { FcConfigAppFontAddFile(nil, $0) }
      }
      guard isAdded != 0, let family = families(of: pattern).first else { return nil }
      added[path] = family
      // Font maps that have already looked up fonts would not find this one.
      FontMaps.shared.renew()
      return family
    }
  }

  /// The families of added files, by path.
  private static let added = Mutex<[String: String]>([:])

  /// The names of a font's family, first the one in the font's own language.
  private static func families(of pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, "family", Int32(names.count), &value) == FcResultMatch, let name = value {
      names.append(String(cString: name))
    }
    return names
  }
}
