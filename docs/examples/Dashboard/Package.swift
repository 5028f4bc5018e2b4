// swift-tools-version: 6.2
// A program with 200 sensors in a list, a detail, a filter, live data and two themes.
import PackageDescription

let package = Package(
  name: "Dashboard",
  products: [.library(name: "Dashboard", targets: ["Dashboard"])],
  dependencies: [.package(name: "tessera", path: "../../..")],
  targets: [
    .target(name: "Dashboard", dependencies: [.product(name: "TesseraKit", package: "tessera")]),
    .executableTarget(
      name: "dashboard-show",
      dependencies: ["Dashboard", .product(name: "TesseraKit", package: "tessera"), .product(name: "TesseraDevices", package: "tessera")]),
    .testTarget(
      name: "DashboardTests", dependencies: ["Dashboard", .product(name: "TesseraTestSupport", package: "tessera")], exclude: ["Golden"]),
  ]
)
