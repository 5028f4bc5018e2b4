// swift-tools-version: 6.2
// Targets stand in layer order: reading downwards is reading the architecture (docs/architecture.md).
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "tessera",
  products: [
    .library(name: "TesseraKit", targets: ["TesseraKit"]),
    .library(name: "Tessera", targets: ["Tessera", "TesseraBase", "TesseraGeometry", "TesseraLayout", "TesseraRender"]),
    .library(name: "TesseraScene", targets: ["TesseraScene"]),
    .library(name: "TesseraDevices", targets: ["TesseraDevices"]),
    .library(name: "TesseraTestSupport", targets: ["TesseraTestSupport"]),
    .executable(name: "tessera", targets: ["TesseraTool"]),
    .executable(name: "tessera-player", targets: ["TesseraPlayerTool"]),
    .executable(name: "tessera-bench", targets: ["TesseraBench"]),
  ],
  // What TesseraKit registers and the player can open. All of it, unless a build asks for less (docs/devices.md).
  traits: [
    .trait(name: "TextPlugin", description: "The node type `text`"),
    .trait(name: "ImagePlugin", description: "The node type `image`, PNG and JPEG"),
    .trait(name: "ButtonPlugin", description: "The node type `button`", enabledTraits: ["TextPlugin", "ImagePlugin"]),
    .trait(name: "EditableTextPlugin", description: "The node type `editable-text`", enabledTraits: ["TextPlugin"]),
    .trait(name: "VideoFramePlugin", description: "The node type `video-frame`"),
    .trait(name: "ShapePlugin", description: "The node type `shape`"),
    .trait(name: "Framebuffer", description: "The player's display `fb`"),
    .trait(name: "ModeSetting", description: "The player's display `drm`"),
    .trait(name: "Evdev", description: "The player's input `evdev`"),
    .trait(name: "Libinput", description: "The player's input `libinput`", enabledTraits: ["Evdev"]),
    .trait(name: "Streams", description: "The player's displays `png`, `raw`, `y4m` and `panel`"),
    .trait(name: "VNC", description: "The player's display and mirror `vnc`"),
    .trait(name: "Window", description: "The player's display `window`"),
    .default(enabledTraits: [
      "TextPlugin", "ImagePlugin", "ButtonPlugin", "EditableTextPlugin", "VideoFramePlugin", "ShapePlugin", "Framebuffer", "ModeSetting",
      "Evdev", "Libinput", "Streams", "VNC", "Window",
    ]),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  targets: [
    // Pixels, paths and glyphs in C. Knows no node and starts no thread.
    .systemLibrary(name: "CPixman", path: "CRender/system/pixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
    .systemLibrary(name: "CFreeType", path: "CRender/system/freetype", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHarfBuzz", path: "CRender/system/harfbuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFriBidi", path: "CRender/system/fribidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "CRender", dependencies: ["CPixman", "CFreeType", "CHarfBuzz", "CFriBidi"], path: "CRender",
      exclude: ["system", "fonts", "text/tools"], sources: ["surface", "paint", "text", "support"], publicHeadersPath: "include",
      cSettings: [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("m"), .linkedLibrary("dl")]),
    // Locks, which every layer may use; then numbers, boxes and pixels without nodes.
    .target(name: "TesseraBase", swiftSettings: strict),
    .target(name: "TesseraGeometry", swiftSettings: strict),
    .target(name: "TesseraLayout", dependencies: ["TesseraGeometry", "TesseraBase"], swiftSettings: strict),
    .target(name: "TesseraRender", dependencies: ["TesseraGeometry", "TesseraBase", "CRender"], swiftSettings: strict),

    // Nodes, passes, stage.
    .target(name: "CTesseraSystem"),
    .target(
      name: "Tessera", dependencies: ["TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraBase", "CTesseraSystem"],
      swiftSettings: strict),

    // What holds more than the screen shows: ranges, scrolling.
    .target(
      name: "TesseraContainers", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"], swiftSettings: strict),

    // Framebuffers and streams; scene files.
    .systemLibrary(name: "CPNG", path: "Sources/CTesseraDevices/system/png", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    // libxkbcommon is loaded when the first keyboard is opened, libvncserver with the first server: their headers are enough, and a program without
    // keyboards or viewers does not load them.
    .target(name: "CTesseraDevices", dependencies: ["CPNG"], exclude: ["system"], linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "TesseraDevices", dependencies: ["Tessera", "TesseraRender", "TesseraGeometry", "CTesseraDevices"], swiftSettings: strict),
    .systemLibrary(name: "CYAML", path: "Sources/CTesseraYAML/system/yaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CTesseraYAML", dependencies: ["CYAML"], exclude: ["system"]),
    .target(
      name: "TesseraScene", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "CTesseraYAML"],
      swiftSettings: strict),

    // Node types. Public API only.
    .target(
      name: "TextPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"],
      path: "Plugins/TextPlugin/Sources", swiftSettings: strict),
    .systemLibrary(
      name: "CJPEG", path: "Plugins/ImagePlugin/CImageCodecs/system/jpeg", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Plugins/ImagePlugin/CImageCodecs/system/zlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "CImageCodecs", dependencies: ["CPNG", "CZlib", "CJPEG"], path: "Plugins/ImagePlugin/CImageCodecs", exclude: ["system"]),
    .target(
      name: "ImagePlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "CImageCodecs"],
      path: "Plugins/ImagePlugin/Sources", swiftSettings: strict),
    .target(
      name: "ButtonPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TextPlugin", "ImagePlugin"],
      path: "Plugins/ButtonPlugin/Sources", swiftSettings: strict),
    .target(
      name: "EditableTextPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TextPlugin"],
      path: "Plugins/EditableTextPlugin/Sources", swiftSettings: strict),
    // libyuv is loaded with the first frame: its headers are enough.
    .target(
      name: "CVideoConvert", path: "Plugins/VideoFramePlugin/CVideoConvert", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "VideoFramePlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "CVideoConvert"],
      path: "Plugins/VideoFramePlugin/Sources", swiftSettings: strict),
    .target(
      name: "ShapePlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"],
      path: "Plugins/ShapePlugin/Sources", swiftSettings: strict),

    // What an app imports; what a test imports; the tool.
    .target(
      name: "TesseraKit",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraContainers",
        .target(name: "TextPlugin", condition: .when(traits: ["TextPlugin"])),
        .target(name: "ImagePlugin", condition: .when(traits: ["ImagePlugin"])),
        .target(name: "ButtonPlugin", condition: .when(traits: ["ButtonPlugin"])),
        .target(name: "EditableTextPlugin", condition: .when(traits: ["EditableTextPlugin"])),
        .target(name: "VideoFramePlugin", condition: .when(traits: ["VideoFramePlugin"])),
        .target(name: "ShapePlugin", condition: .when(traits: ["ShapePlugin"])),
      ], swiftSettings: strict),
    // A scene on a screen, as a process.
    .target(
      name: "TesseraPlayer",
      dependencies: ["TesseraKit", "Tessera", "TesseraRender", "TesseraGeometry", "TesseraDevices", "TesseraScene"], swiftSettings: strict),
    .executableTarget(name: "TesseraPlayerTool", dependencies: ["TesseraPlayer"], swiftSettings: strict),
    .target(name: "CTesseraCounting"),
    .target(
      name: "TesseraTestSupport", dependencies: ["TesseraKit", "TesseraDevices", "TesseraScene", "CTesseraCounting"],
      swiftSettings: strict),
    .executableTarget(
      name: "TesseraTool",
      dependencies: [
        "TesseraKit", "TesseraScene", "TesseraDevices", "TesseraPlayer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // What measures.
    .target(name: "CBenchmarks", dependencies: ["CJPEG"], path: "Tests/Benchmarks/CBenchmarks"),
    .executableTarget(
      name: "TesseraBench", dependencies: ["TesseraKit", "TesseraDevices", "CTesseraCounting", "CBenchmarks"], path: "Tests/Benchmarks",
      exclude: ["CBenchmarks", "Data"], swiftSettings: strict),

    .testTarget(name: "TesseraGeometryTests", dependencies: ["TesseraGeometry"], swiftSettings: strict),
    .testTarget(
      name: "TesseraLayoutTests", dependencies: ["TesseraLayout", "TesseraGeometry", "CTesseraCounting"], exclude: ["Cases"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraRenderTests", dependencies: ["TesseraRender", "TesseraGeometry", "TesseraBase", "TesseraTestSupport"],
      exclude: ["Golden", "Fixtures"], swiftSettings: strict),
    .testTarget(name: "TesseraTests", dependencies: ["TesseraKit", "TesseraTestSupport"], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "TesseraContainersTests", dependencies: ["TesseraContainers", "TesseraKit", "TesseraTestSupport"], exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraDevicesTests", dependencies: ["TesseraDevices", "CTesseraDevices", "TesseraKit", "TesseraTestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraSceneTests", dependencies: ["TesseraScene", "TesseraKit", "TesseraTestSupport"], exclude: ["Golden", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "PluginTests", dependencies: ["TesseraKit", "TesseraTestSupport", "TesseraScene"], exclude: ["Golden", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraToolTests", dependencies: ["TesseraTool", "TesseraKit", "TesseraPlayer"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "TesseraBenchTests", dependencies: ["TesseraBench"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ],
  cLanguageStandard: .gnu17
)
