// swift-tools-version: 6.2
// What is read in Swift under libFuzzer: a package of its own, because every module is built with the fuzzer's counters. Built by Tests/Fuzz/run.
import PackageDescription

// The name by which SwiftPM knows the package above, which is that of its folder: the tool's sources use what is of its package alone.
let tessera = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "tessera"

let package = Package(
  name: "Fuzz",
  dependencies: [
    .package(name: "tessera", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "CMutators", linkerSettings: [.linkedLibrary("z")]),
    // The sources of the tool, which is no library: Tests/Fuzz/run links the folder.
    .target(
      name: "Tool",
      dependencies: [
        .product(name: "TesseraKit", package: "tessera"), .product(name: "TesseraScene", package: "tessera"),
        .product(name: "TesseraDevices", package: "tessera"), .product(name: "TesseraPlayer", package: "tessera"),
        .product(name: "TesseraJSON", package: "tessera"), .product(name: "TesseraMessages", package: "tessera"),
        .product(name: "TesseraSubtitles", package: "tessera"),
        .product(name: "TesseraMaps", package: "tessera"), .product(name: "TesseraSound", package: "tessera"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Main.swift", "Support/CommandWords.swift"], packageAccess: false,
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
        .unsafeFlags(["-package-name", String(tessera.map { $0.isLetter || $0.isNumber ? $0 : "_" })]),
      ]),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CMutators", "Tool", .product(name: "TesseraLoading", package: "tessera"), .product(name: "TesseraMaps", package: "tessera"),
        .product(name: "TesseraSubtitles", package: "tessera"), .product(name: "TesseraMessages", package: "tessera"),
        .product(name: "TesseraSound", package: "tessera"), .product(name: "TesseraReader", package: "tessera"),
        .product(name: "TesseraVideo", package: "tessera"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ])
