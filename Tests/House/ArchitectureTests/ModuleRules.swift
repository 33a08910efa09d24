/// The modules that each folder of Sources may import: the rule of ARCHITECTURE.md, as a table.
///
/// A new module, and a new import of an old one, has to be written here first.
enum ModuleRules {
  /// The C library and Foundation, by one import on every platform.
  private static let platform: Set<String> = ["ReelPlatform"]

  static let allowed: [String: Set<String>] = [
    // The names that the C library and Foundation have on each platform.
    "ReelPlatform": ["Darwin", "Foundation", "FoundationEssentials", "Glibc", "Musl"],
    // Plain values, no C library but the system's: these can be tested without drawing anything. Of Foundation it takes `LocalizedError` alone.
    "ReelGeometry": platform,
    // Rates, dates, and where time goes; what it measures, others say. Names of months and days are in Foundation's larger half.
    "ReelTiming": ["Foundation", "ReelGeometry", "Synchronization", "os"],
    // Files and the system's calls on them; no C library but the system's.
    "ReelFiles": platform.union(["ReelGeometry"]),
    "ReelTurtle": ["ReelGeometry"],
    "ReelTracing": platform.union(["ReelFiles", "ReelGeometry"]),
    // JSON, XML, gzip and ZIP archives.
    "ReelFormats": ["CReelZlib", "ReelFiles", "ReelGeometry"],
    // Letters with their hand, foreign formats of ink, and the SVG that some of them are.
    "ReelInk": platform.union(["ReelFiles", "ReelFormats", "ReelGeometry", "ReelTracing", "Swift"]),
    // What runs programs with pipes. Nobody but terminals and the command may import it: no description, storyboard or page runs anything.
    "ReelPrograms": platform.union(["CReelPty", "ReelFiles", "Synchronization"]),
    // The only module that knows Cairo and Pango.
    "ReelCanvas": platform.union([
      "Musl", "Glibc", "CReelCairo", "Dispatch", "ReelFiles", "ReelGeometry",
      "Synchronization",
    ]),
    "ReelLayers": platform.union(["ReelCanvas", "ReelGeometry"]),
    // The only module that knows FFmpeg. It has no clock and no scene.
    "ReelVideo": platform.union([
      "CReelFFmpeg", "Dispatch", "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelTiming", "Synchronization",
    ]),
    // Animated pictures, whose bits are made here: the only module that knows libwebp, and what packs with zlib.
    "ReelImages": platform.union([
      "CReelWebP", "CReelZlib", "Dispatch", "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelTiming", "Synchronization",
    ]),
    "ReelRecording": platform.union([
      "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelImages", "ReelTiming", "ReelVideo", "Synchronization",
    ]),
    "ReelScenes": platform.union([
      "ReelCanvas", "ReelDescriptions", "ReelGeometry", "ReelLayers", "ReelRecording", "ReelTiming", "ReelTracing",
      "ReelTurtle",
    ]),
    // Taps, typing, touches, and the marks that show them in a film.
    "ReelInteraction": [
      "ReelCanvas", "ReelGeometry", "ReelLayers", "ReelRecording", "ReelScenes", "ReelTracing", "Synchronization",
    ],
    // Curves that a text describes; the spelling of what was mistyped in a program is that of descriptions.
    "ReelCurves": platform.union([
      "ReelCanvas", "ReelDescriptions", "ReelGeometry", "ReelLayers", "ReelScenes", "ReelTurtle",
    ]),
    // Terminal sessions, without any C library; the form of letters in which a secret is looked for is Swift's own, or Foundation's.
    // Programs may send a JPEG, which FFmpeg decodes.
    "ReelTerminal": [
      "Foundation", "Swift",
      "ReelCanvas", "ReelDescriptions", "ReelFormats", "ReelGeometry", "ReelLayers", "ReelScenes", "ReelTiming",
      "ReelVideo",
    ],
    // What runs programs: tapes, and recordings of terminals. Nobody but the command may import it: no description, storyboard or
    // page runs anything. Of Foundation it takes `LocalizedError` and JSON.
    "ReelTapes": platform.union([
      "Musl", "Glibc", "CReelPty", "ReelCanvas", "ReelDescriptions", "ReelFiles", "ReelGeometry", "ReelPrograms",
      "ReelTerminal", "Synchronization",
    ]),
    // What options say, in any notation; of Foundation it takes `LocalizedError` alone.
    "ReelDescriptions": platform.union(["ReelGeometry"]),
    // Films as descriptions: the first module that knows scenes as well as video.
    "ReelFilms": platform.union([
      "FoundationEssentials", "Foundation", "ReelCanvas", "ReelDescriptions", "ReelGeometry", "ReelImages",
      "ReelLayers", "ReelRecording", "ReelScenes", "ReelTiming", "ReelVideo",
    ]),
    // Films in parts, by several threads or machines; it knows no fixtures, which have parts too. Of FFmpeg it knows packets.
    "ReelFarm": platform.union([
      "CReelFFmpeg", "Glibc", "Dispatch", "ReelCanvas", "ReelFiles", "ReelFilms", "ReelGeometry", "ReelRecording",
      "ReelScenes",
      "ReelTiming", "ReelVideo", "Synchronization",
    ]),
    // Movies, pictures and frames that others drew, as sources; the names of FFmpeg are for their samples and tags.
    "ReelConversion": platform.union([
      "CReelFFmpeg", "Dispatch", "ReelCanvas", "ReelFiles", "ReelFormats", "ReelGeometry", "ReelImages",
      "ReelRecording", "ReelTiming", "ReelVideo", "Synchronization",
    ]),
    // Screens of X, and the processes that run on them. Nobody but the command may import it: it runs programs.
    "ReelDesktop": platform.union([
      "CReelDesktop", "Dispatch", "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelInteraction", "ReelRecording",
      "ReelVideo",
      "Synchronization",
    ]),
    // Views of macOS and iOS. Only who records one loads their frameworks.
    "ReelViews": platform.union([
      "AppKit", "CoreGraphics", "CoreVideo", "Dispatch", "QuartzCore", "ReelCanvas", "ReelFiles", "ReelGeometry",
      "ReelRecording", "SwiftUI",
      "UIKit",
    ]),
    // Clips are written through the handles of ReelVideo; FFmpeg's own names are for their fields.
    "ReelClips": platform.union([
      "CReelFFmpeg", "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelTiming", "ReelVideo",
    ]),
    // Of ReelScenes it takes the snowflake, as one of its patterns, and what makes scenes of all of them. Of a farm it takes parts.
    "ReelFixtures": platform.union([
      "Dispatch", "ReelCanvas", "ReelClips", "ReelDescriptions", "ReelFarm", "ReelFiles", "ReelFormats", "ReelGeometry",
      "ReelLayers",
      "ReelScenes", "ReelTiming", "ReelVideo", "Synchronization",
    ]),
    // Films from a page of text; with it comes Yams, so `Reel` does not hand it on. Terminals and fixtures are scenes of it where they are
    // part of the build; suites of fixtures are pages of YAML too.
    // It is the only module that knows librsvg.
    "ReelStoryboards": platform.union([
      "CReelSVG", "Foundation", "ReelCanvas", "ReelCurves", "ReelDescriptions", "ReelFiles", "ReelFilms",
      "ReelFixtures", "ReelFormats", "ReelGeometry", "ReelImages", "ReelInk", "ReelLayers", "ReelScenes",
      "ReelTerminal", "ReelTiming", "ReelTracing", "ReelVideo", "Yams",
    ]),
    // A page, its server and its files; with it comes FlyingSocks, so `Reel` does not hand it on.
    "ReelStudio": platform.union([
      "FoundationEssentials", "Foundation", "CReelStudioPage", "FlyingSocks", "ReelCanvas",
      "ReelCurves",
      "ReelDescriptions", "ReelFiles", "ReelFilms",
      "ReelGeometry", "ReelImages", "ReelInk", "ReelInteraction", "ReelLayers", "ReelRecording", "ReelScenes",
      "ReelStoryboards", "ReelTiming", "ReelTracing", "ReelTurtle", "ReelVideo", "Synchronization",
    ]),
    // Swift Testing is in no other module: who only draws does not need it.
    "ReelTesting": platform.union([
      "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelInteraction", "ReelLayers", "ReelRecording", "ReelTiming",
      "ReelVideo",
      "Synchronization", "Testing",
    ]),
    "Reel": [
      "ReelCanvas", "ReelDescriptions", "ReelFiles", "ReelFilms", "ReelGeometry", "ReelImages", "ReelLayers",
      "ReelRecording", "ReelScenes", "ReelTiming", "ReelTracing", "ReelTurtle", "ReelVideo",
    ],
    // The library for C programs: films of their pixels, of the options of films the encoding.
    "ReelC": platform.union([
      "CReel", "Dispatch", "ReelCanvas", "ReelFiles", "ReelFilms", "ReelGeometry", "ReelImages", "ReelRecording",
      "ReelTiming", "ReelVideo",
      "Synchronization",
    ]),
    "capture": platform.union([
      "FoundationEssentials", "Foundation", "ArgumentParser", "Dispatch", "Reel", "ReelConversion", "ReelCurves",
      "ReelDesktop",
      "ReelFarm",
      "ReelFixtures",
      "ReelInk", "ReelPrograms", "ReelStoryboards", "ReelStudio", "ReelTapes", "ReelTerminal",
      "Synchronization",
    ]),
    // Module maps and C headers, no Swift.
    "CReel": [],
    "CReelCairo": [],
    "CReelDesktop": [],
    "CReelFFmpeg": [],
    "CReelPty": [],
    "CReelSVG": [],
    "CReelStudioPage": [],
    "CReelWebP": [],
    "CReelZlib": [],
  ]
}
