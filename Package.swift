// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors in this repository, where the Makefile asks for it, never for a package that depends on it:
// a later compiler may warn of more.
let strict: [SwiftSetting] =
  Context.environment["REEL_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

/// The folder of each module, test and reader below Sources, Tests and Fuzz: that of its family, or the core's.
let families: KeyValuePairs<String, [String]> = [
  "Farm": ["ReelFarm"],
  "Fixtures": ["ReelFixtures", "mark", "fixture", "manifest", "presentation", "timeline", "suite"],
  "House": ["Architecture", "Documentation"],
  "Ink": [
    "quickdraw", "pointer", "inkml", "svgfont", "kanjivg", "svg", "unipen", "uji", "gzip", "zip", "excalidraw",
    "tldraw", "rnote", "hanziwriter", "signaturepad", "xournal", "iam", "scg",
  ],
  "Storyboards": ["ReelStoryboards", "storyboard"],
  "Studio": ["ReelStudio", "CReelStudioPage", "request", "frame", "page"],
  "Terminal": ["ReelTerminal", "ReelTapes", "CReelPty", "cast", "tape"],
]

func family(of name: String) -> String { families.first { $0.value.contains(name) }?.key ?? "Core" }

func sources(_ module: String) -> String { "Sources/\(family(of: module))/\(module)" }

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies + ["ReelPlatform"], path: sources(name), swiftSettings: strict)
}

// What works on every pixel, or walks millions of lines, is optimised in debug builds too, also in those of a package that depends
// on Reel: there films would take twenty times as long. Packages with tools version 6.2 may do so, in dependencies by version as well.
func busyModule(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  let optimized: SwiftSetting = .unsafeFlags(["-O"], .when(configuration: .debug))
  return .target(
    name: name, dependencies: dependencies + ["ReelPlatform"], path: sources(name), resources: resources,
    swiftSettings: strict + [optimized]
  )
}

func tests(of name: String) -> String { "Tests/\(family(of: String(name.dropLast(5))))/\(name)" }

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  // A million damaged marks (`make test-marks`) would take a day without.
  let settings = Context.environment["REEL_MARKS"] == nil ? strict : strict + [.unsafeFlags(["-O"])]
  return .testTarget(
    name: name, dependencies: dependencies + ["ReelPlatform"], path: tests(of: name), swiftSettings: settings)
}

// Executables of this package alone: their names must not meet those of a user's own targets.
func sample(_ name: String) -> Target {
  .executableTarget(
    name: "reel-sample-\(name)", dependencies: ["Reel"], path: "samples/\(name)", swiftSettings: strict)
}

let command: [Target.Dependency] = [
  "Reel", "ReelFarm", "ReelFixtures", "ReelPlatform", "ReelStoryboards", "ReelStudio", "ReelTapes",
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

let package = Package(
  name: "Reel",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reel", targets: ["Reel"]),
    // For people who test video software: films do without.
    .library(name: "ReelFixtures", targets: ["ReelFixtures"]),
    // For films from a page of YAML; it brings Yams.
    .library(name: "ReelStoryboards", targets: ["ReelStoryboards"]),
    // For a page on which sessions are drawn; it brings FlyingSocks.
    .library(name: "ReelStudio", targets: ["ReelStudio"]),
    // For the tests of people who draw; it imports Swift Testing.
    .library(name: "ReelTesting", targets: ["ReelTesting"]),
    .executable(name: "capture", targets: ["capture"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // Storyboards, and suites of fixtures, are written in YAML.
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    // Sockets without blocking; of its two libraries FlyingSocks, which brings no others.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CReelCairo", path: sources("CReelCairo"), pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev", "libcairo2-dev"]), .brew(["pango", "cairo"])]),
    .systemLibrary(
      name: "CReelFFmpeg", path: sources("CReelFFmpeg"),
      pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev", "libavutil-dev"]),
        .brew(["ffmpeg"]),
      ]),
    .systemLibrary(
      name: "CReelZlib", path: sources("CReelZlib"), pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CReelWebP", path: sources("CReelWebP"), pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),

    // The C library and Foundation, whatever they are called here.
    .target(name: "ReelPlatform", path: sources("ReelPlatform"), swiftSettings: strict),
    busyModule("ReelGeometry"),
    module("ReelTiming", ["ReelGeometry"]),
    busyModule("ReelFiles", ["ReelGeometry"]),
    module("ReelDescriptions", ["ReelGeometry"]),
    module("ReelCompression", ["CReelZlib", "CReelWebP"]),
    busyModule("ReelCanvas", ["ReelGeometry", "ReelFiles", "CReelCairo"]),
    module("ReelLayers", ["ReelCanvas", "ReelGeometry"]),
    busyModule("ReelTurtle", ["ReelDescriptions", "ReelGeometry"]),
    busyModule(
      "ReelTracing", ["ReelGeometry", "ReelFiles", "ReelCompression"],
      resources: [.embedInCode("Alphabet/Alphabet.txt")]),
    busyModule("ReelVideo", ["ReelCanvas", "ReelGeometry", "ReelFiles", "ReelTiming", "CReelFFmpeg"]),
    busyModule("ReelImages", ["ReelCanvas", "ReelCompression", "ReelGeometry", "ReelFiles", "ReelTiming"]),
    module(
      "ReelRecording", ["ReelCanvas", "ReelVideo", "ReelImages", "ReelGeometry", "ReelFiles", "ReelTiming"]),
    module(
      "ReelScenes",
      [
        "ReelLayers", "ReelTurtle", "ReelTracing", "ReelRecording", "ReelTiming", "ReelCanvas", "ReelDescriptions",
        "ReelGeometry",
      ]),
    busyModule(
      "ReelTerminal",
      ["ReelScenes", "ReelLayers", "ReelCanvas", "ReelTiming", "ReelDescriptions", "ReelCompression", "ReelGeometry"]),
    // Programs in pseudo-terminals: the only C that is compiled here.
    .target(name: "CReelPty", path: sources("CReelPty")),
    module(
      "ReelTapes", ["CReelPty", "ReelTerminal", "ReelCanvas", "ReelDescriptions", "ReelFiles", "ReelGeometry"]),
    module(
      "ReelFilms",
      [
        "ReelScenes", "ReelTerminal", "ReelLayers", "ReelVideo", "ReelImages", "ReelTiming", "ReelCanvas",
        "ReelDescriptions",
        "ReelGeometry",
      ]),
    module(
      "ReelFarm",
      [
        "ReelFilms", "ReelFixtures", "ReelScenes", "ReelRecording", "ReelVideo", "ReelCanvas", "ReelFiles",
        "ReelTiming", "ReelGeometry",
      ]),
    busyModule(
      "ReelFixtures",
      [
        "ReelScenes", "ReelDescriptions", "ReelLayers", "ReelVideo", "ReelCanvas", "ReelGeometry", "ReelFiles",
        "ReelTiming", "ReelTracing",
      ]),
    busyModule(
      "ReelStoryboards",
      [
        "ReelFilms", "ReelFixtures", "ReelScenes", "ReelTerminal", "ReelTracing", "ReelTurtle", "ReelVideo",
        "ReelImages", "ReelLayers", "ReelCanvas", "ReelDescriptions", "ReelFiles", "ReelTiming", "ReelGeometry",
        .product(name: "Yams", package: "Yams"),
      ]),
    // The page's files, which the compiler puts into the program.
    .target(name: "CReelStudioPage", path: sources("CReelStudioPage")),
    .target(
      name: "ReelStudio",
      dependencies: [
        "ReelStoryboards", "ReelFilms", "ReelScenes", "ReelRecording", "ReelTracing", "ReelTurtle", "ReelLayers",
        "ReelVideo", "ReelImages", "ReelCanvas", "ReelCompression", "ReelDescriptions", "ReelFiles", "ReelTiming",
        "ReelGeometry", "ReelPlatform", "CReelStudioPage", .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: sources("ReelStudio"), exclude: ["Page", "openapi.yaml"], swiftSettings: strict),
    busyModule(
      "ReelTesting", ["ReelRecording", "ReelVideo", "ReelCanvas", "ReelFiles", "ReelGeometry", "ReelTiming"]),
    module(
      "Reel",
      [
        "ReelGeometry", "ReelFiles", "ReelCanvas", "ReelLayers", "ReelTurtle", "ReelTracing", "ReelVideo", "ReelImages",
        "ReelRecording", "ReelScenes", "ReelTerminal", "ReelFilms", "ReelDescriptions", "ReelTiming",
      ]),
    .executableTarget(name: "capture", dependencies: command, swiftSettings: strict),

    .executableTarget(
      name: "reel-benchmark", dependencies: ["Reel", "ReelStoryboards", "ReelVideo"], path: "Benchmarks",
      exclude: ["peers", "results", "stories", "studio"],
      swiftSettings: strict),
    .executableTarget(name: "reel-soak", dependencies: ["Reel", "ReelVideo"], path: "Soak", swiftSettings: strict),
    sample("ball"),
    sample("clock"),
    sample("compose"),
    sample("gauge"),
    sample("live"),
    sample("touches"),

    .target(
      name: "ReelTestSupport", dependencies: ["ReelPlatform"], path: "Tests/Support", exclude: ["Faults"],
      swiftSettings: strict),
    tests("ReelGeometryTests", ["ReelGeometry", "ReelTestSupport"]),
    tests("ReelTimingTests", ["ReelTiming", "ReelTestSupport"]),
    tests("ReelFilesTests", ["ReelFiles", "ReelTestSupport"]),
    tests("ReelDescriptionsTests", ["ReelDescriptions"]),
    tests("ReelFilmsTests", ["ReelFilms", "ReelTestSupport"]),
    tests("ReelFarmTests", ["Reel", "ReelFarm", "ReelFixtures", "ReelTestSupport"]),
    tests("ReelCompressionTests", ["ReelCompression", "ReelTestSupport"]),
    tests("ReelCanvasTests", ["ReelCanvas", "ReelTestSupport"]),
    .testTarget(
      name: "ReelLayersTests", dependencies: ["ReelLayers", "ReelPlatform", "ReelTesting", "ReelTestSupport"],
      path: tests(of: "ReelLayersTests"),
      exclude: ["Goldens"],
      swiftSettings: strict),
    tests("ReelTurtleTests", ["ReelTurtle", "ReelTestSupport"]),
    tests("ReelTracingTests", ["ReelTracing", "ReelGeometry", "ReelCanvas", "ReelTestSupport"]),
    tests("ReelVideoTests", ["ReelVideo", "ReelTestSupport"]),
    tests("ReelImagesTests", ["ReelImages", "ReelTestSupport"]),
    tests("ReelRecordingTests", ["ReelRecording", "ReelTesting"]),
    tests(
      "ReelScenesTests",
      ["ReelScenes", "ReelTerminal", "ReelTracing", "ReelTurtle", "ReelFilms", "ReelFixtures", "ReelTestSupport"]),
    tests("ReelTerminalTests", ["ReelTerminal", "ReelCompression", "ReelTestSupport"]),
    tests("ReelTapesTests", ["ReelTapes", "ReelTerminal", "ReelTestSupport"]),
    tests("ReelFixturesTests", ["ReelFixtures", "ReelTestSupport"]),
    tests("ReelStoryboardsTests", ["ReelStoryboards", "ReelTestSupport"]),
    tests(
      "ReelStudioTests",
      [
        "ReelStudio", "ReelCompression", "ReelTestSupport", "capture", .product(name: "Yams", package: "Yams"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .testTarget(
      name: "CaptureTests", dependencies: ["Reel", "ReelFixtures", "capture", "ReelTestSupport"], path: "Tests/capture",
      exclude: ["Help"], swiftSettings: strict),
    tests("DocumentationTests", ["Reel", "ReelFixtures", "ReelTestSupport"]),
    tests(
      "ArchitectureTests",
      ["Reel", "ReelFixtures", "ReelStoryboards", "ReelStudio", "ReelTesting", "ReelTestSupport"]),
    tests("ReelTestingTests", ["ReelTesting", "ReelTestSupport"]),
    .testTarget(
      name: "SamplesTests",
      dependencies: [
        "Reel", "ReelTesting", "reel-sample-clock", "reel-sample-compose", "reel-sample-gauge", "reel-sample-touches",
      ],
      path: tests(of: "SamplesTests"),
      exclude: ["Goldens"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// While one module is worked on, `REEL_TESTS=ReelTurtleTests,ReelScenesTests` leaves out all other tests, and the programs too
// where none of those named runs them.
if let names = Context.environment["REEL_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
  if Set(names).isDisjoint(with: ["CaptureTests", "SamplesTests", "ReelStudioTests"]) {
    package.targets.removeAll { $0.type == .executable }
    package.products.removeAll { $0.name == "capture" }
  }
}

// One program of libFuzzer for each reader. `make fuzz` asks for them; they need a sanitizer of their own.
if Context.environment["REEL_FUZZ"] != nil {
  package.targets.append(
    .target(
      name: "ReelFuzzing", dependencies: ["ReelTracing", "ReelGeometry"], path: "Fuzz/Support", swiftSettings: strict))
  for reader in [
    "session", "quickdraw", "pointer", "inkml", "svgfont", "kanjivg", "svg", "unipen", "uji", "svgpath", "gzip", "zip",
    "excalidraw", "tldraw", "rnote", "hanziwriter", "signaturepad", "xournal", "iam", "scg",
  ] {
    package.targets.append(
      .executableTarget(
        name: "reel-fuzz-\(reader)", dependencies: ["ReelFuzzing", "ReelTracing", "ReelGeometry"],
        path: "Fuzz/\(family(of: reader))/\(reader)", exclude: ["seeds"], swiftSettings: strict))
  }
  // The command as a library: its entry would be a second one in the programs.
  package.products.removeAll { $0.name == "capture" }
  package.targets.removeAll { $0.name == "capture" }
  package.targets.append(
    .target(name: "capture", dependencies: command, exclude: ["Main.swift"], swiftSettings: strict))
  let modules: KeyValuePairs<String, [Target.Dependency]> = [
    "h264": ["ReelVideo"], "partial": ["ReelVideo"], "png": ["ReelCanvas"],
    "jpeg": ["ReelVideo", "ReelCanvas"], "mark": ["ReelFixtures", "ReelGeometry"],
    "fixture": ["ReelFixtures"], "manifest": ["ReelFixtures"], "presentation": ["ReelFixtures"],
    "timeline": ["ReelFixtures", "ReelVideo", "ReelTiming"],
    "movie": ["ReelFixtures", "ReelVideo"], "suite": ["ReelFixtures", "ReelStoryboards"], "recipe": ["Reel"],
    "logo": ["ReelTurtle"], "storyboard": ["ReelStoryboards"], "cast": ["ReelTerminal"],
    "tape": ["ReelTapes", "ReelTerminal"], "request": ["ReelStudio"], "frame": ["ReelStudio"], "page": ["ReelStudio"],
  ]
  for (reader, dependencies) in modules {
    package.targets.append(
      .executableTarget(
        name: "reel-fuzz-\(reader)", dependencies: dependencies, path: "Fuzz/\(family(of: reader))/\(reader)",
        exclude: ["seeds"],
        swiftSettings: strict))
  }
}
