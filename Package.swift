// swift-tools-version: 6.1

import PackageDescription

// Warnings are errors in this repository, never for a package that depends on it:
// SwiftPM refuses unsafe flags in dependencies, so they appear only when the Makefile asks.
let strict: [SwiftSetting] =
  Context.environment["REEL_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

// Executables of this package alone: their names must not meet those of a user's own targets.
func sample(_ name: String) -> Target {
  .executableTarget(
    name: "reel-sample-\(name)", dependencies: ["Reel"], path: "samples/\(name)", swiftSettings: strict)
}

let package = Package(
  name: "Reel",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reel", targets: ["Reel"]),
    .executable(name: "capture", targets: ["capture"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CReelCairo", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev", "libcairo2-dev"]), .brew(["pango", "cairo"])]),
    .systemLibrary(
      name: "CReelFFmpeg", pkgConfig: "libavformat libavcodec libswscale libavutil",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"]), .brew(["ffmpeg"]),
      ]),

    module("ReelGeometry"),
    module("ReelCanvas", ["ReelGeometry", "CReelCairo"]),
    module("ReelLayers", ["ReelCanvas", "ReelGeometry"]),
    module("ReelTurtle", ["ReelGeometry"]),
    module("ReelVideo", ["ReelCanvas", "ReelGeometry", "CReelFFmpeg"]),
    module("ReelRecording", ["ReelCanvas", "ReelVideo", "ReelGeometry"]),
    module("ReelScenes", ["ReelLayers", "ReelTurtle", "ReelRecording", "ReelVideo", "ReelCanvas", "ReelGeometry"]),
    module(
      "Reel",
      [
        "ReelGeometry", "ReelCanvas", "ReelLayers", "ReelTurtle", "ReelVideo", "ReelRecording", "ReelScenes",
      ]),
    .executableTarget(
      name: "capture",
      dependencies: ["Reel", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict),

    .executableTarget(
      name: "reel-benchmark", dependencies: ["Reel", "ReelVideo"], path: "Benchmarks", swiftSettings: strict),
    sample("ball"),
    sample("clock"),
    sample("live"),

    .target(name: "ReelTestSupport", path: "Tests/Support", swiftSettings: strict),
    tests("ReelGeometryTests", ["ReelGeometry"]),
    tests("ReelCanvasTests", ["ReelCanvas"]),
    tests("ReelLayersTests", ["ReelLayers"]),
    tests("ReelTurtleTests", ["ReelTurtle"]),
    tests("ReelVideoTests", ["ReelVideo", "ReelTestSupport"]),
    tests("ReelRecordingTests", ["ReelRecording"]),
    tests("ReelScenesTests", ["ReelScenes"]),
    .testTarget(
      name: "CaptureTests", dependencies: ["Reel", "capture", "ReelTestSupport"], exclude: ["Help"],
      swiftSettings: strict),
    tests("ArchitectureTests", []),
    tests("SamplesTests", ["Reel", "reel-sample-clock"]),
  ],
  swiftLanguageModes: [.v6]
)
