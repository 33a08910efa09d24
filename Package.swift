// swift-tools-version: 6.2

import Foundation
import PackageDescription

// MARK: - Families

/// The families, each with those that it can't do without.
///
/// The core needs none of them.
/// `REEL_FAMILIES=storyboards,farm swift build --product capture` builds the command with these alone, and with an empty list the core.
let families: KeyValuePairs<String, [String]> = [
  "Curves": [], "Farm": [], "Bindings": [], "Views": [], "Formats": [], "Programs": [], "Interaction": [],
  // Films of screens show clicks and keys.
  "Desktop": ["Interaction"],
  // Their files are JSON, XML, or packed.
  "Ink": ["Formats"], "Conversion": ["Formats"],
  // Recordings may be packed; tapes and sessions run programs. A programmed judge of quality is one, too.
  "Terminal": ["Formats", "Programs"], "Fixtures": ["Formats", "Programs"],
  // Storyboards show ink, and SVG pictures by the reader of ink.
  "Storyboards": ["Ink", "Formats"],
  // The page imports ink, draws curves and edits storyboards.
  "Studio": ["Ink", "Formats", "Programs", "Interaction", "Curves", "Storyboards"],
]

let root = Context.packageDirectory

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

func names(in path: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(path)")) ?? []
}

/// The families of this build: those that were named with those that they need, or all whose folders are here.
let chosen: Set<String> = {
  guard let names = Context.environment["REEL_FAMILIES"] else {
    return Set(families.map(\.key).filter { exists("Sources/\($0)") })
  }
  var chosen: Set<String> = []
  for name in names.split(whereSeparator: { ", ".contains($0) }) {
    guard let family = families.first(where: { $0.key.lowercased() == name.lowercased() }) else {
      fatalError("REEL_FAMILIES: there is no family \(name); there are \(families.map(\.key).joined(separator: ", "))")
    }
    chosen.formUnion([family.key] + family.value)
  }
  return chosen
}()

func has(_ names: String...) -> Bool { chosen.isSuperset(of: names) }

/// The folders that are left out of a target: what belongs to families that are missing, and what stands in for those that are there.
///
/// A folder of a family's name holds what the target does where that family is there; `Without/…WithoutNAME.swift` is what it does instead.
func leftOut(of path: String) -> [String] {
  let folders = ["", "Core/"] + chosen.sorted().map { "\($0)/" }
  return folders.flatMap { folder in
    families.flatMap { family in
      let standIns = names(in: "\(path)/\(folder)Without").filter { $0.hasSuffix("Without\(family.key).swift") }
      return has(family.key) ? standIns.map { "\(folder)Without/\($0)" } : ["\(folder)\(family.key)"]
    }
  }.filter { exists("\(path)/\($0)") }
}

// MARK: - Targets

// Warnings are errors in this repository, where the Makefile asks for it, never for a package that depends on it:
// a later compiler may warn of more.
let strict: [SwiftSetting] =
  Context.environment["REEL_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

// What works on every pixel, or walks millions of lines, is optimised in debug builds too, also in those of a package that depends
// on Reel: there films would take twenty times as long. Packages with tools version 6.2 may do so, in dependencies by version as well.
let busy: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func module(
  _ name: String, of family: String = "Core", _ dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = strict, exclude: [String] = [], resources: [Resource] = []
) -> Target {
  let path = "Sources/\(family)/\(name)"
  return .target(
    name: name, dependencies: dependencies + ["ReelPlatform"], path: path, exclude: exclude + leftOut(of: path),
    resources: resources, swiftSettings: settings)
}

func tests(
  _ name: String, of family: String = "Core", _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  // A million damaged marks (`make test-marks`) would take a day without.
  let settings = Context.environment["REEL_DAMAGED_MARKS"] == nil ? strict : strict + [.unsafeFlags(["-O"])]
  let path = "Tests/\(family)/\(name)"
  return .testTarget(
    name: name, dependencies: dependencies + ["ReelPlatform", "ReelTestSupport"], path: path,
    exclude: exclude + leftOut(of: path), swiftSettings: settings)
}

// Executables of this package alone: their names must not meet those of a user's own targets.
func sample(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: "reel-sample-\(name)", dependencies: ["Reel"] + dependencies, path: "samples/\(name)", swiftSettings: strict)
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let sockets = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")

let package = Package(
  name: "Reel",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Reel", targets: ["Reel"]),
    // For the tests of people who draw; it imports Swift Testing.
    .library(name: "ReelTesting", targets: ["ReelTesting"]),
    .executable(name: "capture", targets: ["capture"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CReelCairo", path: "Sources/Core/CReelCairo", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev", "libcairo2-dev"]), .brew(["pango", "cairo"])]),
    .systemLibrary(
      name: "CReelFFmpeg", path: "Sources/Core/CReelFFmpeg",
      pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev", "libavutil-dev"]),
        .brew(["ffmpeg"]),
      ]),
    .systemLibrary(
      name: "CReelZlib", path: "Sources/Core/CReelZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CReelWebP", path: "Sources/Core/CReelWebP", pkgConfig: "libwebpdemux libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),

    // The C library and Foundation, whatever they are called here.
    .target(name: "ReelPlatform", path: "Sources/Core/ReelPlatform", swiftSettings: strict),
    module("ReelGeometry", settings: busy),
    module("ReelTiming", ["ReelGeometry"]),
    module("ReelFiles", ["ReelGeometry"], settings: busy),
    module("ReelDescriptions", ["ReelGeometry"]),
    module("ReelCanvas", ["ReelGeometry", "ReelFiles", "CReelCairo"], settings: busy),
    module("ReelLayers", ["ReelCanvas", "ReelGeometry"]),
    module("ReelTurtle", ["ReelGeometry"], settings: busy),
    module("ReelTracing", ["ReelGeometry", "ReelFiles"], settings: busy),
    module("ReelVideo", ["ReelCanvas", "ReelGeometry", "ReelFiles", "ReelTiming", "CReelFFmpeg"], settings: busy),
    module(
      "ReelImages", ["ReelCanvas", "ReelGeometry", "ReelFiles", "ReelTiming", "CReelZlib", "CReelWebP"], settings: busy),
    module(
      "ReelRecording",
      ["ReelCanvas", "ReelVideo", "ReelImages", "ReelGeometry", "ReelFiles", "ReelTiming"]),
    module(
      "ReelScenes",
      [
        "ReelLayers", "ReelTurtle", "ReelTracing", "ReelRecording", "ReelTiming", "ReelCanvas", "ReelDescriptions",
        "ReelGeometry",
      ]),
    module(
      "ReelFilms",
      [
        "ReelScenes", "ReelLayers", "ReelRecording", "ReelVideo", "ReelImages", "ReelTiming", "ReelCanvas",
        "ReelDescriptions", "ReelGeometry",
      ]),
    module(
      "ReelTesting", of: "Testing",
      ["ReelRecording", "ReelLayers", "ReelVideo", "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelTiming"]
        + (has("Interaction") ? ["ReelInteraction"] : []), settings: busy),
    module(
      "Reel",
      [
        "ReelGeometry", "ReelFiles", "ReelCanvas", "ReelLayers", "ReelTurtle", "ReelTracing", "ReelVideo", "ReelImages",
        "ReelRecording", "ReelScenes", "ReelFilms", "ReelDescriptions", "ReelTiming",
      ]),

    .executableTarget(name: "reel-soak", dependencies: ["Reel", "ReelVideo"], path: "Soak", swiftSettings: strict),
    sample("ball"),
    sample("clock"),
    sample("gauge"),
    sample("live"),

    .target(
      name: "ReelTestSupport", dependencies: ["ReelPlatform"], path: "Tests/Support", exclude: ["Faults"],
      swiftSettings: strict),
    tests("ReelGeometryTests", ["ReelGeometry"]),
    tests("ReelTimingTests", ["ReelTiming"]),
    tests("ReelFilesTests", ["ReelFiles"]),
    tests("ReelDescriptionsTests", ["ReelDescriptions"]),
    tests("ReelFilmsTests", ["ReelFilms"]),
    tests("ReelCanvasTests", ["ReelCanvas"]),
    tests("ReelLayersTests", ["ReelLayers", "ReelTesting"], exclude: ["Goldens"]),
    tests("ReelTurtleTests", ["ReelTurtle"]),
    tests("ReelTracingTests", ["ReelTracing", "ReelGeometry", "ReelCanvas"]),
    tests("ReelVideoTests", ["ReelVideo"]),
    tests("ReelImagesTests", ["ReelImages"]),
    tests("ReelRecordingTests", ["ReelRecording", "ReelTesting"]),
    tests("ReelScenesTests", ["ReelScenes", "ReelTracing", "ReelTurtle", "ReelFilms"]),
    tests("ReelTestingTests", of: "Testing", ["ReelTesting"]),
    tests(
      "SamplesTests",
      ["Reel", "ReelTesting", "reel-sample-clock", "reel-sample-gauge"]
        + (has("Curves") ? ["ReelCurves", "reel-sample-compose"] : [])
        + (has("Interaction") ? ["ReelInteraction", "reel-sample-app", "reel-sample-touches"] : []),
      exclude: ["Goldens"] + (has("Interaction") ? ["Interaction/Goldens"] : [])),
  ],
  swiftLanguageModes: [.v6]
)

/// What the command is built of.
var command: [Target.Dependency] = [
  "Reel", "ReelPlatform", .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

if has("Formats") {
  package.targets += [
    // Text and packed files are read byte by byte.
    module("ReelFormats", of: "Formats", ["CReelZlib", "ReelFiles", "ReelGeometry"], settings: busy),
    tests("ReelFormatsTests", of: "Formats", ["ReelFormats", "ReelFiles"]),
  ]
}

if has("Programs") {
  package.targets += [
    // Programs with pipes and in pseudo-terminals: the only C that is compiled here, but for the bytes of the studio's page.
    .target(name: "CReelPty", path: "Sources/Programs/CReelPty"),
    module("ReelPrograms", of: "Programs", ["CReelPty", "ReelFiles"]),
    tests("ReelProgramsTests", of: "Programs", ["ReelPrograms"]),
  ]
  command.append("ReelPrograms")
}

if has("Curves") {
  // For the zoom into the snowflake, curves of L-systems, and programs in Logo.
  package.products.append(.library(name: "ReelCurves", targets: ["ReelCurves"]))
  package.targets += [
    module(
      "ReelCurves", of: "Curves",
      ["ReelScenes", "ReelLayers", "ReelTurtle", "ReelCanvas", "ReelDescriptions", "ReelGeometry"], settings: busy),
    tests("ReelCurvesTests", of: "Curves", ["ReelCurves"]),
    sample("compose", ["ReelCurves"]),
  ]
  command.append("ReelCurves")
}

if has("Interaction") {
  // For what people do to a stage, such as taps and touches.
  package.products.append(.library(name: "ReelInteraction", targets: ["ReelInteraction"]))
  package.targets += [
    module(
      "ReelInteraction", of: "Interaction",
      ["ReelScenes", "ReelTracing", "ReelRecording", "ReelLayers", "ReelCanvas", "ReelGeometry"]),
    tests(
      "ReelInteractionTests", of: "Interaction",
      ["ReelInteraction", "ReelScenes", "ReelTracing", "ReelRecording", "ReelLayers", "ReelTesting"]),
    sample("app", ["ReelInteraction"]),
    sample("touches", ["ReelInteraction"]),
  ]
}

if has("Ink") {
  // For letters, the hand that traces them, and ink of other programs.
  package.products.append(.library(name: "ReelInk", targets: ["ReelInk"]))
  package.targets += [
    module(
      "ReelInk", of: "Ink", ["ReelFormats", "ReelTracing", "ReelFiles", "ReelGeometry"], settings: busy,
      resources: ["Alphabet", "Cyrillic", "Kana", "School", "Joined"].map { .embedInCode("Alphabet/\($0).txt") }),
    tests("ReelInkTests", of: "Ink", ["ReelInk", "ReelTracing", "ReelCanvas"]),
  ]
  command.append("ReelInk")
}

if has("Terminal") {
  package.products.append(.library(name: "ReelTerminal", targets: ["ReelTerminal"]))
  package.targets += [
    module(
      "ReelTerminal", of: "Terminal",
      [
        "ReelScenes", "ReelLayers", "ReelVideo", "ReelCanvas", "ReelTiming", "ReelDescriptions", "ReelFormats",
        "ReelGeometry",
      ], settings: busy),
    module(
      "ReelTapes", of: "Terminal",
      ["CReelPty", "ReelPrograms", "ReelTerminal", "ReelCanvas", "ReelDescriptions", "ReelFiles", "ReelGeometry"]),
    tests("ReelTerminalTests", of: "Terminal", ["ReelTerminal", "ReelImages"]),
    .target(
      name: "RandomDrawings", dependencies: ["ReelTapes", "ReelTerminal", "ReelTestSupport"],
      path: "Tests/Terminal/RandomDrawings",
      swiftSettings: strict),
    tests("ReelTapesTests", of: "Terminal", ["ReelTapes", "ReelTerminal", "RandomDrawings"]),
  ]
  command += ["ReelTapes", "ReelTerminal"]
}

if has("Farm") {
  package.targets += [
    module(
      "ReelFarm", of: "Farm",
      [
        "ReelFilms", "ReelScenes", "ReelRecording", "ReelVideo", "ReelCanvas", "ReelFiles", "ReelTiming",
        "ReelGeometry", "CReelFFmpeg",
      ])
  ]
  // The zoom is one of the films of these tests.
  if has("Curves") {
    package.targets.append(
      tests(
        "ReelFarmTests", of: "Farm", ["Reel", "ReelCurves", "ReelFarm"] + (has("Fixtures") ? ["ReelFixtures"] : [])))
  }
  command.append("ReelFarm")
}

if has("Conversion") {
  // For movies, pictures and frames that other programs drew.
  package.products.append(.library(name: "ReelConversion", targets: ["ReelConversion"]))
  package.targets += [
    // Pixels are compared and converted one by one.
    module(
      "ReelConversion", of: "Conversion",
      [
        "ReelFormats", "ReelRecording", "ReelVideo", "ReelImages", "ReelCanvas", "ReelFiles", "ReelTiming",
        "ReelGeometry", "CReelFFmpeg",
      ], settings: busy),
    tests("ReelConversionTests", of: "Conversion", ["ReelConversion", "ReelImages"]),
  ]
  command.append("ReelConversion")
}

if has("Desktop") {
  package.targets += [
    // Screens of X; nothing else of it is linked.
    .systemLibrary(
      name: "CReelDesktop", path: "Sources/Desktop/CReelDesktop",
      pkgConfig: "xcb xcb-shm xcb-damage xcb-xfixes xcb-xinput",
      providers: [
        .apt(["libxcb1-dev", "libxcb-shm0-dev", "libxcb-damage0-dev", "libxcb-xfixes0-dev", "libxcb-xinput-dev"]),
        .brew(["libxcb"]),
      ]),
    // Pixels are made opaque one by one.
    module(
      "ReelDesktop", of: "Desktop",
      [
        "CReelDesktop", "ReelInteraction", "ReelRecording", "ReelVideo", "ReelCanvas", "ReelFiles", "ReelGeometry",
      ], settings: busy),
    tests(
      "ReelDesktopTests", of: "Desktop",
      ["ReelDesktop", "ReelRecording", "ReelVideo", "ReelCanvas", "ReelGeometry"]),
  ]
  command.append("ReelDesktop")
}

if has("Views") {
  // For views on macOS and iOS, and for what else only the main thread may draw. Programs that record no views load neither AppKit, UIKit nor SwiftUI.
  package.products.append(.library(name: "ReelViews", targets: ["ReelViews"]))
  package.targets += [
    module("ReelViews", of: "Views", ["ReelRecording", "ReelCanvas", "ReelFiles", "ReelGeometry"]),
    tests("ReelViewsTests", of: "Views", ["ReelViews", "ReelRecording", "ReelTesting"]),
  ]
}

if has("Fixtures") {
  // For people who test video software: films do without.
  package.products.append(.library(name: "ReelFixtures", targets: ["ReelClips", "ReelFixtures"]))
  package.targets += [
    module(
      "ReelClips", of: "Fixtures",
      ["ReelVideo", "ReelCanvas", "ReelFiles", "ReelTiming", "ReelGeometry", "CReelFFmpeg"], settings: busy),
    tests("ReelClipsTests", of: "Fixtures", ["ReelClips", "ReelVideo"]),
    module(
      "ReelFixtures", of: "Fixtures",
      [
        "ReelClips", "ReelFormats", "ReelScenes", "ReelDescriptions", "ReelLayers", "ReelVideo", "ReelCanvas",
        "ReelGeometry",
        "ReelFiles", "ReelTiming",
      ] + (has("Farm") ? ["ReelFarm"] : []), settings: busy),
    tests("ReelFixturesTests", of: "Fixtures", ["ReelFixtures"]),
  ]
  command.append("ReelFixtures")
}

if has("Storyboards") {
  // For films from a page of YAML; it brings Yams.
  package.products.append(.library(name: "ReelStoryboards", targets: ["ReelStoryboards"]))
  package.dependencies.append(.package(url: "https://github.com/jpsim/Yams", from: "6.0.0"))
  package.targets += [
    // Drawings in SVG; nothing else knows it.
    .systemLibrary(
      name: "CReelSVG", path: "Sources/Storyboards/CReelSVG", pkgConfig: "librsvg-2.0",
      providers: [.apt(["librsvg2-dev"]), .brew(["librsvg"])]),
    module(
      "ReelStoryboards", of: "Storyboards",
      [
        "CReelSVG", "ReelFilms", "ReelScenes", "ReelInk", "ReelTracing", "ReelVideo", "ReelImages", "ReelLayers",
        "ReelCanvas", "ReelDescriptions", "ReelFiles", "ReelFormats", "ReelTiming", "ReelGeometry", yams,
      ] + (has("Curves") ? ["ReelCurves"] : []) + (has("Terminal") ? ["ReelTerminal"] : [])
        + (has("Fixtures") ? ["ReelFixtures"] : []), settings: busy),
    tests("ReelStoryboardsTests", of: "Storyboards", ["ReelStoryboards"]),
  ]
  if has("Curves") {
    package.targets.append(
      .executableTarget(
        name: "reel-benchmark",
        dependencies: ["Reel", "ReelCurves", "ReelStoryboards", "ReelVideo", "CReelFFmpeg"],
        path: "Benchmarks", exclude: ["frames", "peers", "results", "stories", "studio"], swiftSettings: strict))
  }
  command.append("ReelStoryboards")
}

if has("Studio") {
  // For a page on which sessions are drawn; it brings FlyingSocks.
  package.products.append(.library(name: "ReelStudio", targets: ["ReelStudio"]))
  // Sockets without blocking; of its two libraries FlyingSocks, which brings no others.
  package.dependencies.append(.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"))
  package.targets += [
    // The page's files, which the compiler puts into the program.
    .target(name: "CReelStudioPage", path: "Sources/Studio/CReelStudioPage"),
    module(
      "ReelStudio", of: "Studio",
      [
        "ReelStoryboards", "ReelInk", "ReelInteraction", "ReelCurves", "ReelFilms", "ReelScenes", "ReelRecording",
        "ReelTracing",
        "ReelTurtle",
        "ReelLayers", "ReelVideo", "ReelImages", "ReelCanvas", "ReelDescriptions", "ReelFiles",
        "ReelTiming", "ReelGeometry", "CReelStudioPage", sockets,
      ], exclude: ["Page", "openapi.yaml"]),
    tests("ReelStudioTests", of: "Studio", ["ReelStudio", "ReelFormats", "capture", yams, sockets]),
  ]
  command.append("ReelStudio")
}

if has("Bindings") {
  // For programs in C and C++ that draw: `make libreel` makes libreel.so of it.
  package.products.append(.library(name: "reel-c", type: .dynamic, targets: ["ReelC"]))
  package.targets += [
    // The header that such programs include.
    .systemLibrary(name: "CReel", path: "Sources/Bindings/CReel"),
    module(
      "ReelC", of: "Bindings",
      [
        "CReel", "ReelFilms", "ReelRecording", "ReelImages", "ReelVideo", "ReelCanvas", "ReelFiles", "ReelTiming",
        "ReelGeometry",
      ], settings: busy),
    tests("ReelCTests", of: "Bindings", ["ReelVideo", "ReelCanvas", "ReelGeometry"], exclude: ["Programs"]),
  ]
}

// MARK: - The command

let commandSettings = strict + chosen.sorted().map { .define("REEL_FAMILY_\($0.uppercased())") }

package.targets += [
  .executableTarget(
    name: "capture", dependencies: command, path: "Sources/capture", exclude: leftOut(of: "Sources/capture"),
    swiftSettings: commandSettings),
  .testTarget(
    name: "CaptureTests",
    dependencies: command + ["capture", "ReelTestSupport"] + (has("Terminal") ? ["RandomDrawings"] : []),
    path: "Tests/capture",
    exclude: ["Help"] + leftOut(of: "Tests/capture")
      + (chosen.count == families.count || !exists("Tests/capture/House") ? [] : ["House"]), swiftSettings: strict),
]

// What holds for the whole house is asked of the whole house.
if chosen.count == families.count {
  package.targets += [
    tests("DocumentationTests", of: "House", ["Reel", "ReelFixtures", "ReelInk", "ReelInteraction", "ReelViews"]),
    tests(
      "ArchitectureTests", of: "House",
      ["Reel", "ReelCurves", "ReelTerminal", "ReelFixtures", "ReelStoryboards", "ReelStudio", "ReelTesting"]),
    tests("EverySceneTests", of: "House", ["Reel", "ReelCurves", "ReelTerminal", "ReelFixtures"]),
  ]
}

// While one module is worked on, `REEL_TESTS=ReelTurtleTests,ReelScenesTests` leaves out all other tests, and the programs too
// where none of those named runs them.
if let names = Context.environment["REEL_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
  if Set(names).isDisjoint(with: ["CaptureTests", "SamplesTests", "ReelStudioTests"]) {
    package.targets.removeAll { $0.type == .executable }
    package.products.removeAll { $0.name == "capture" }
  }
}

// MARK: - Fuzzing

// One program of libFuzzer for each reader. `make fuzz` asks for them; they need a sanitizer of their own.
if Context.environment["REEL_FUZZ"] != nil {
  let readers: KeyValuePairs<String, KeyValuePairs<String, [Target.Dependency]>> = [
    "Core": [
      "h264": ["ReelVideo"], "jpeg": ["ReelVideo", "ReelCanvas"], "partial": ["ReelVideo"],
      "png": ["ReelCanvas"], "recipe": ["Reel"], "svgpath": ["ReelGeometry"],
    ],
    "Curves": ["logo": ["ReelCurves"]],
    "Ink": [
      "session": [], "quickdraw": [], "pointer": [], "inkml": [], "svgfont": [], "kanjivg": [], "svg": [],
      "unipen": [], "uji": [], "gzip": [], "zip": [], "excalidraw": [], "tldraw": [], "rnote": [], "hanziwriter": [],
      "signaturepad": [], "sketchcanvas": [], "animcjk": [], "xournal": [], "iam": [], "scg": [],
    ],
    "Fixtures": [
      "fixture": ["ReelFixtures"], "manifest": ["ReelFixtures"], "mark": ["ReelFixtures", "ReelGeometry"],
      "movie": ["ReelFixtures", "ReelVideo"], "presentation": ["ReelFixtures"],
      "suite": ["ReelFixtures", "ReelStoryboards"], "timeline": ["ReelFixtures", "ReelVideo", "ReelTiming"],
    ],
    "Conversion": ["framed": ["ReelConversion", "ReelVideo"], "stream": ["ReelConversion", "ReelVideo"]],
    "Storyboards": ["storyboard": ["ReelStoryboards"]],
    "Terminal": ["cast": ["ReelTerminal"], "tape": ["ReelTapes", "ReelTerminal"]],
    "Studio": ["request": ["ReelStudio"], "frame": ["ReelStudio"], "page": ["ReelStudio"]],
  ]
  package.targets.append(
    .target(
      name: "ReelFuzzing", dependencies: ["ReelInk", "ReelGeometry"], path: "Fuzz/Support", swiftSettings: strict))
  // The command as a library: its entry would be a second one in the programs.
  package.products.removeAll { $0.name == "capture" }
  package.targets.removeAll { $0.name == "capture" }
  package.targets.append(
    .target(
      name: "capture", dependencies: command, path: "Sources/capture",
      exclude: ["Core/Main.swift"] + leftOut(of: "Sources/capture"), swiftSettings: commandSettings))
  for (family, readers) in readers {
    for (reader, dependencies) in readers {
      package.targets.append(
        .executableTarget(
          name: "reel-fuzz-\(reader)",
          dependencies: family == "Ink" ? ["ReelFuzzing", "ReelInk", "ReelTracing", "ReelGeometry"] : dependencies,
          path: "Fuzz/\(family)/\(reader)", exclude: ["seeds"], swiftSettings: strict))
    }
  }
}
