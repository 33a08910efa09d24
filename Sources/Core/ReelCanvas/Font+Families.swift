import CReelCairo
import ReelFiles
import ReelPlatform
import Synchronization

extension Font {
  /// The families that are installed, and those of files that were added, in the order of the alphabet.
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

  /// Makes the font of a file known, and returns its family; nil for a file that is no font.
  ///
  /// The corresponding C functions are `FcFreeTypeQuery` and `FcConfigAppFontAddFile`.
  package static func addFile(_ path: String) -> String? {
    // FreeType opens whatever is there, and would wait for the writer of a pipe.
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
      // Maps that have looked for fonts before would not find this one.
      FontMaps.shared.renew()
      return family
    }
  }

  /// The families of files that were added, by their paths.
  private static let added = Mutex<[String: String]>([:])

  /// The names of a font's family, the first of them in the language of the font.
  private static func families(of pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, "family", Int32(names.count), &value) == FcResultMatch, let name = value {
      names.append(String(cString: name))
    }
    return names
  }
}
