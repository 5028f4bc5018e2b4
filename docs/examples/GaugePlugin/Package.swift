// swift-tools-version: 6.2
// A node type in a separate package. It uses only the public API of Tessera.
import PackageDescription

let package = Package(
  name: "GaugePlugin",
  products: [.library(name: "GaugePlugin", targets: ["GaugePlugin"])],
  dependencies: [.package(name: "tessera", path: "../../..")],
  targets: [
    .target(name: "GaugePlugin", dependencies: [.product(name: "TesseraKit", package: "tessera")]),
    .executableTarget(
      name: "gauge",
      dependencies: [
        "GaugePlugin", .product(name: "TesseraKit", package: "tessera"), .product(name: "TesseraScene", package: "tessera"),
        .product(name: "TesseraDevices", package: "tessera"),
      ]),
    .testTarget(
      name: "GaugePluginTests",
      dependencies: [
        "GaugePlugin", .product(name: "TesseraTestSupport", package: "tessera"), .product(name: "TesseraScene", package: "tessera"),
      ]),
  ]
)
