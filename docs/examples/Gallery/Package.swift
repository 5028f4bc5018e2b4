// swift-tools-version: 6.2
// Well-known kinds of screens, built with lists. Each is a function that returns a node.
import PackageDescription

let package = Package(
  name: "Gallery",
  products: [.library(name: "Gallery", targets: ["Gallery"])],
  dependencies: [.package(name: "tessera", path: "../../..")],
  targets: [
    .target(name: "Gallery", dependencies: [.product(name: "TesseraKit", package: "tessera")]),
    .executableTarget(
      name: "gallery-render",
      dependencies: [
        "Gallery", .product(name: "TesseraKit", package: "tessera"), .product(name: "TesseraDevices", package: "tessera"),
      ]),
    .testTarget(
      name: "GalleryTests", dependencies: ["Gallery", .product(name: "TesseraTestSupport", package: "tessera")], exclude: ["Golden"]),
  ]
)
