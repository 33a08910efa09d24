import CReelCairo

/// The versions of the loaded drawing libraries.
package enum CanvasVersions {
  /// The version of each library by name: `cairo` is `1.16.0`.
  ///
  /// The corresponding C functions are `cairo_version_string` and `pango_version_string`.
  package static var libraries: [String: String] {
    ["cairo": String(cString: cairo_version_string()), "pango": String(cString: pango_version_string())]
  }
}
