// swift-tools-version: 6.2
// The scene reader under libFuzzer: a package of its own, because every module is built with the fuzzer's counters. Built by Tests/Fuzz/run.
import PackageDescription

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "tessera", path: "../..")],
  targets: [
    .executableTarget(
      name: "FuzzScene",
      dependencies: [.product(name: "TesseraKit", package: "tessera"), .product(name: "TesseraScene", package: "tessera")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ])
