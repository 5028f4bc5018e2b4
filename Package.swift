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
    .library(name: "TesseraLoading", targets: ["TesseraLoading"]),
    .library(name: "TesseraPictures", targets: ["TesseraPictures"]),
    .library(name: "TesseraScene", targets: ["TesseraScene"]),
    .library(name: "TesseraDevices", targets: ["TesseraDevices"]),
    .library(name: "TesseraPlayer", targets: ["TesseraPlayer"]),
    .library(name: "TesseraTestSupport", targets: ["TesseraTestSupport"]),
    .executable(name: "tessera", targets: ["TesseraTool"]),
    .executable(name: "tessera-player", targets: ["TesseraPlayerTool"]),
    .executable(name: "tessera-bench", targets: ["TesseraBench"]),
    .executable(name: "tessera-testserver", targets: ["TesseraTestServerCommand"]),
  ],
  // What TesseraKit registers and the player can open. All of it, unless a build asks for less (docs/devices.md).
  traits: [
    .trait(name: "TextPlugin", description: "The node type `text`"),
    .trait(name: "ImagePlugin", description: "The node type `image`, PNG and JPEG"),
    .trait(name: "APNGCodec", description: "PNG pictures that move", enabledTraits: ["ImagePlugin"]),
    .trait(name: "GIFCodec", description: "GIF pictures, still and moving", enabledTraits: ["ImagePlugin"]),
    .trait(name: "WebPCodec", description: "WebP pictures, still and moving, by libwebp", enabledTraits: ["ImagePlugin"]),
    .trait(name: "BitmapCodecs", description: "BMP, QOI, PNM, ICO and CUR pictures", enabledTraits: ["ImagePlugin"]),
    .trait(name: "AVIFCodec", description: "AVIF pictures, still and moving, by libdav1d", enabledTraits: ["ImagePlugin"]),
    .trait(name: "ColorManagement", description: "Colour profiles of pictures, by lcms2", enabledTraits: ["ImagePlugin"]),
    .trait(name: "ButtonPlugin", description: "The node type `button`", enabledTraits: ["TextPlugin", "ImagePlugin"]),
    .trait(name: "EditableTextPlugin", description: "The node type `editable-text`", enabledTraits: ["TextPlugin"]),
    .trait(name: "VideoFramePlugin", description: "The node type `video-frame`"),
    .trait(name: "ShapePlugin", description: "The node type `shape`"),
    .trait(name: "SVGCodec", description: "Pictures of the format SVG", enabledTraits: ["ImagePlugin"]),
    .trait(name: "LottieCodec", description: "Vector animations of the format Lottie", enabledTraits: ["ImagePlugin"]),
    .trait(name: "Network", description: "Pictures from http and https URLs, by libcurl"),
    .trait(name: "Framebuffer", description: "The player's display `fb`"),
    .trait(name: "ModeSetting", description: "The player's display `drm`"),
    .trait(name: "Evdev", description: "The player's input `evdev`"),
    .trait(name: "Libinput", description: "The player's input `libinput`", enabledTraits: ["Evdev"]),
    .trait(name: "Streams", description: "The player's displays `png`, `raw`, `y4m` and `panel`"),
    .trait(name: "VNC", description: "The player's display and mirror `vnc`"),
    .trait(name: "Window", description: "The player's display `window`"),
    .default(enabledTraits: [
      "TextPlugin", "ImagePlugin", "APNGCodec", "GIFCodec", "WebPCodec", "SVGCodec", "LottieCodec", "BitmapCodecs", "AVIFCodec",
      "ColorManagement",
      "ButtonPlugin", "EditableTextPlugin", "VideoFramePlugin", "ShapePlugin", "Network", "Framebuffer", "ModeSetting",
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
      exclude: ["system", "fonts", "text/tools"], sources: ["surface", "filter", "paint", "text", "support"], publicHeadersPath: "include",
      cSettings: [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("m"), .linkedLibrary("dl")]),
    // Locks, which every layer may use; then numbers, boxes and pixels without nodes.
    .target(name: "TesseraBase", swiftSettings: strict),
    .target(name: "TesseraGeometry", swiftSettings: strict),
    .target(name: "TesseraLayout", dependencies: ["TesseraGeometry", "TesseraBase"], swiftSettings: strict),
    .target(name: "TesseraRender", dependencies: ["TesseraGeometry", "TesseraBase", "CRender"], swiftSettings: strict),

    // Data from URLs, and the cache on disk. libcurl is loaded with the first download: its headers are enough.
    .target(name: "CTesseraNetwork", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "TesseraLoading", dependencies: ["TesseraBase", "CTesseraNetwork"], swiftSettings: strict),

    // Pictures: the formats that are read, without nodes.
    .systemLibrary(name: "CPNG", path: "Sources/CImageCodecs/system/png", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CJPEG", path: "Sources/CImageCodecs/system/jpeg", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/CImageCodecs/system/zlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // lcms2 is loaded with the first profile that is not sRGB: its headers are enough.
    .target(
      name: "CImageCodecs", dependencies: ["CPNG", "CZlib", "CJPEG"], exclude: ["system"],
      cSettings: [.define("IC_COLOR_MANAGEMENT", .when(traits: ["ColorManagement"]))], linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "TesseraPictures", dependencies: ["TesseraRender", "TesseraGeometry", "TesseraBase", "CImageCodecs"], swiftSettings: strict),

    // Nodes, passes, stage.
    .target(name: "CTesseraSystem"),
    .target(
      name: "Tessera", dependencies: ["TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraBase", "CTesseraSystem"],
      swiftSettings: strict),

    // What holds more than the screen shows: ranges, scrolling.
    .target(
      name: "TesseraContainers", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"], swiftSettings: strict),

    // Framebuffers and streams; scene files.
    // libxkbcommon is loaded when the first keyboard is opened, libvncserver with the first server: their headers are enough, and a program without
    // keyboards or viewers does not load them.
    .target(name: "CTesseraDevices", dependencies: ["CPNG"], linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "TesseraDevices", dependencies: ["Tessera", "TesseraRender", "TesseraGeometry", "CTesseraDevices"], swiftSettings: strict),
    .systemLibrary(name: "CYAML", path: "Sources/CTesseraYAML/system/yaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CTesseraYAML", dependencies: ["CYAML"], exclude: ["system"]),
    .target(
      name: "TesseraScene", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "CTesseraYAML"],
      swiftSettings: strict),

    // Formats of pictures beside PNG and JPEG, each a module and a trait. libwebp is loaded with the first WebP: its headers are enough.
    .target(
      name: "APNGCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase"],
      path: "Plugins/APNGCodec/Sources", swiftSettings: strict),
    .target(name: "CGIF", path: "Plugins/GIFCodec/CGIF"),
    .target(
      name: "GIFCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CGIF"],
      path: "Plugins/GIFCodec/Sources", swiftSettings: strict),
    .target(name: "CWebP", path: "Plugins/WebPCodec/CWebP", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "WebPCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CWebP"],
      path: "Plugins/WebPCodec/Sources", swiftSettings: strict),
    .target(name: "CBitmapCodecs", path: "Plugins/BitmapCodecs/CBitmapCodecs"),
    .target(
      name: "BitmapCodecs", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CBitmapCodecs"],
      path: "Plugins/BitmapCodecs/Sources", swiftSettings: strict),
    // libdav1d is loaded with the first AVIF: its headers are enough.
    .target(name: "CAVIFCodec", path: "Plugins/AVIFCodec/CAVIFCodec", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("m")]),
    .target(
      name: "AVIFCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CAVIFCodec"],
      path: "Plugins/AVIFCodec/Sources", swiftSettings: strict),
    // libexpat is loaded with the first document: its headers are enough.
    .target(
      name: "CSVGMarkup", dependencies: ["CZlib"], path: "Plugins/SVGCodec/CSVGMarkup", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "SVGCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CSVGMarkup"],
      path: "Plugins/SVGCodec/Sources", swiftSettings: strict),
    .target(
      name: "LottieCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase"],
      path: "Plugins/LottieCodec/Sources", swiftSettings: strict),
    // Node types. Public API only.
    .target(
      name: "TextPlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry",
        .target(name: "SVGCodec", condition: .when(traits: ["SVGCodec"])),
      ], path: "Plugins/TextPlugin/Sources", swiftSettings: strict),
    .target(
      name: "ImagePlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraPictures", "TesseraRender", "TesseraGeometry",
        .target(name: "TesseraLoading", condition: .when(traits: ["Network"])),
        .target(name: "APNGCodec", condition: .when(traits: ["APNGCodec"])),
        .target(name: "GIFCodec", condition: .when(traits: ["GIFCodec"])),
        .target(name: "WebPCodec", condition: .when(traits: ["WebPCodec"])),
        .target(name: "BitmapCodecs", condition: .when(traits: ["BitmapCodecs"])),
        .target(name: "AVIFCodec", condition: .when(traits: ["AVIFCodec"])),
        .target(name: "SVGCodec", condition: .when(traits: ["SVGCodec"])),
        .target(name: "LottieCodec", condition: .when(traits: ["LottieCodec"])),
      ],
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
        .target(name: "TesseraPictures", condition: .when(traits: ["ImagePlugin"])),
        .target(name: "TesseraLoading", condition: .when(traits: ["Network"])),
        .target(name: "ImagePlugin", condition: .when(traits: ["ImagePlugin"])),
        .target(name: "APNGCodec", condition: .when(traits: ["APNGCodec"])),
        .target(name: "GIFCodec", condition: .when(traits: ["GIFCodec"])),
        .target(name: "WebPCodec", condition: .when(traits: ["WebPCodec"])),
        .target(name: "BitmapCodecs", condition: .when(traits: ["BitmapCodecs"])),
        .target(name: "AVIFCodec", condition: .when(traits: ["AVIFCodec"])),
        .target(name: "SVGCodec", condition: .when(traits: ["SVGCodec"])),
        .target(name: "LottieCodec", condition: .when(traits: ["LottieCodec"])),
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

    // A server with faults, for tests, benchmarks and examples.
    .target(
      name: "TesseraTestServer", dependencies: ["TesseraBase"], path: "Tests/TestServer/Server", swiftSettings: strict),
    .executableTarget(
      name: "TesseraTestServerCommand", dependencies: ["TesseraTestServer", "TesseraLoading"], path: "Tests/TestServer/Command",
      swiftSettings: strict),

    // What measures.
    .target(name: "CBenchmarks", dependencies: ["CJPEG"], path: "Tests/Benchmarks/CBenchmarks"),
    .executableTarget(
      name: "TesseraBench",
      dependencies: ["TesseraKit", "TesseraDevices", "TesseraBase", "TesseraTestServer", "CTesseraCounting", "CBenchmarks"],
      path: "Tests/Benchmarks",
      exclude: ["CBenchmarks", "Data", "Peers"], swiftSettings: strict),

    // Compares SVG files with pictures of them.
    .executableTarget(
      name: "SVGCases", dependencies: ["SVGCodec", "WebPCodec", "TesseraPictures", "TesseraRender", "TesseraGeometry"],
      path: "Tests/SVGCases",
      exclude: ["icon24.svg"],
      swiftSettings: strict),
    // Draws Lottie files: all frames of a folder of them, and how long that takes.
    .executableTarget(
      name: "LottieCases", dependencies: ["LottieCodec", "TesseraPictures", "TesseraRender", "TesseraGeometry"], path: "Tests/LottieCases",
      swiftSettings: strict),
    .testTarget(name: "TesseraGeometryTests", dependencies: ["TesseraGeometry"], swiftSettings: strict),
    .testTarget(
      name: "TesseraLayoutTests", dependencies: ["TesseraLayout", "TesseraGeometry", "CTesseraCounting"], exclude: ["Cases"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraRenderTests", dependencies: ["TesseraRender", "TesseraGeometry", "TesseraBase", "TesseraTestSupport"],
      exclude: ["Golden", "Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "TesseraPicturesTests",
      dependencies: [
        "TesseraPictures", "APNGCodec", "GIFCodec", "WebPCodec", "BitmapCodecs", "AVIFCodec", "TesseraRender", "TesseraGeometry",
        "TesseraTestSupport",
      ], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraTests", dependencies: ["TesseraKit", "TesseraBase", "TesseraTestSupport"], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "TesseraContainersTests", dependencies: ["TesseraContainers", "TesseraKit", "TesseraTestSupport"], exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraDevicesTests",
      dependencies: ["TesseraDevices", "CTesseraDevices", "CTesseraCounting", "TesseraKit", "TesseraScene", "TesseraTestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraSceneTests", dependencies: ["TesseraScene", "TesseraKit", "TesseraTestSupport"], exclude: ["Golden", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "PluginTests", dependencies: ["TesseraKit", "TesseraTestSupport", "TesseraScene"], exclude: ["Golden", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraToolTests", dependencies: ["TesseraTool", "TesseraKit", "TesseraPlayer", "TesseraTestServer"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraLoadingTests", dependencies: ["TesseraLoading", "TesseraBase", "TesseraTestServer", "TesseraTestServerCommand"],
      swiftSettings: strict),
    .testTarget(
      name: "SVGCodecTests", dependencies: ["SVGCases", "SVGCodec", "TesseraPictures", "TesseraRender", "TesseraGeometry"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "LottieCodecTests",
      dependencies: ["LottieCodec", "TesseraKit", "TesseraTestSupport", "TesseraPictures", "TesseraRender", "TesseraGeometry"],
      exclude: ["Fixtures", "Golden"],
      swiftSettings: strict),
    .testTarget(name: "TesseraBenchTests", dependencies: ["TesseraBench"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ],
  cLanguageStandard: .gnu17
)

// Which test targets are built, where not all are: those that a sanitizer is for (Makefile).
if let wanted = Context.environment["TESSERA_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
