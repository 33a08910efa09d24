/// The modules that each folder of Sources may import: the rule of ARCHITECTURE.md, as a table.
///
/// A new module, and a new import of an old one, has to be written here first.
enum ModuleRules {
  /// What comes with Swift and the platform; none of it draws or encodes.
  private static let platform: Set<String> = [
    "Darwin", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Synchronization",
  ]

  static let allowed: [String: Set<String>] = [
    // Plain values, no C library: these can be tested without drawing anything.
    "ReelGeometry": platform,
    // Knows nobody; what it measures, others say.
    "ReelTiming": platform.union(["os"]),
    "ReelTurtle": platform.union(["ReelGeometry"]),
    "ReelTracing": platform.union(["ReelCompression", "ReelGeometry"]),
    // The only module that knows zlib.
    "ReelCompression": platform.union(["CReelZlib"]),
    // The only module that knows Cairo and Pango.
    "ReelCanvas": platform.union(["CReelCairo", "ReelGeometry"]),
    "ReelLayers": platform.union(["ReelCanvas", "ReelGeometry"]),
    // The only module that knows FFmpeg. It has no clock and no scene.
    "ReelVideo": platform.union(["CReelFFmpeg", "Dispatch", "ReelCanvas", "ReelGeometry", "ReelTiming"]),
    "ReelRecording": platform.union(["Dispatch", "ReelCanvas", "ReelGeometry", "ReelTiming", "ReelVideo"]),
    // Of ReelVideo it takes the frame rate alone.
    "ReelScenes": platform.union([
      "ReelCanvas", "ReelGeometry", "ReelLayers", "ReelRecording", "ReelTracing", "ReelTurtle", "ReelVideo",
    ]),
    // Of ReelScenes it takes the snowflake alone, as one of its patterns.
    "ReelFixtures": platform.union([
      "Dispatch", "ReelCanvas", "ReelGeometry", "ReelRecording", "ReelScenes", "ReelTiming", "ReelVideo",
    ]),
    "Reel": [
      "ReelCanvas", "ReelFixtures", "ReelGeometry", "ReelLayers", "ReelRecording", "ReelScenes", "ReelTiming",
      "ReelTracing", "ReelTurtle", "ReelVideo",
    ],
    "capture": platform.union(["ArgumentParser", "Dispatch", "Reel", "Yams"]),
    // Module maps and C headers, no Swift.
    "CReelCairo": [],
    "CReelFFmpeg": [],
    "CReelZlib": [],
  ]
}
