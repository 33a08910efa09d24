import CReelCairo
import Dispatch
import Synchronization

/// Idle Pango font maps, each with the fonts that it has loaded.
///
/// Two threads must not use a font map at once, so Pango keeps one per thread. But a queue's threads come and go: each new one would look
/// up all fonts again, and Pango never frees some of the results.
final class FontMaps: Sendable {
  static let shared = FontMaps()

  /// Unchecked Sendable: an idle font map has no owner, and a taken one has exactly one.
  private struct Idle: @unchecked Sendable {
    let map: UnsafeMutablePointer<PangoFontMap>
    /// The number of font additions before it was created.
    let generation: Int
  }

  private let idle = Mutex<[Idle]>([])
  private let generation = Atomic(0)

  deinit { idle.withLock { idle in for one in idle { g_object_unref(one.map) } } }

  /// Lends a font map to a closure; everything created with it must be freed before the closure returns.
  ///
  /// The corresponding C function is `pango_cairo_font_map_new`.
  func use<R>(_ body: (UnsafeMutablePointer<PangoFontMap>) -> R) -> R {
    _ = Font.isAnyInstalled
    // There are never more font maps than threads that lay out text at once.
    let now = generation.load(ordering: .acquiring)
    let taken = idle.withLock { $0.popLast() } ?? Idle(map: pango_cairo_font_map_new(), generation: now)
    defer { giveBack(taken) }
    return body(taken.map)
  }

  private func giveBack(_ taken: Idle) {
    guard taken.generation == generation.load(ordering: .acquiring) else { return g_object_unref(taken.map) }
    idle.withLock { $0.append(taken) }
  }

  /// Invalidates all font maps, after a font was added.
  func renew() {
    generation.add(1, ordering: .releasing)
    let old = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for one in old { g_object_unref(one.map) }
  }
}

extension Font {
  /// Whether any font is installed or was added; without one, text is drawn as empty boxes.
  ///
  /// The first access makes fontconfig scan for fonts, which takes some milliseconds; other threads wait for it.
  /// The corresponding C functions are `FcInit` and `FcConfigGetFonts`.
  package static var isAnyInstalled: Bool {
    isAnyFound || isScanned && (FcConfigGetFonts(nil, FcSetApplication)?.pointee.nfont ?? 0) > 0
  }

  private static let isScanned = FcInit() != 0
  private static let isAnyFound = isScanned && (FcConfigGetFonts(nil, FcSetSystem)?.pointee.nfont ?? 0) > 0

  /// Scans for installed fonts on a separate thread, to shorten the wait for the first text.
  package static func prepare() { DispatchQueue.global().async { _ = isAnyInstalled } }
}
