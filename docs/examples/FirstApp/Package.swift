// swift-tools-version: 6.2
// The program of docs/first-app.md.
import PackageDescription

let package = Package(
  name: "first-app",
  dependencies: [.package(name: "tessera", path: "../../..")],
  targets: [
    .executableTarget(
      name: "first-app",
      dependencies: [
        .product(name: "TesseraKit", package: "tessera"), .product(name: "TesseraDevices", package: "tessera"),
      ])
  ]
)
