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
    .library(name: "TesseraJSON", targets: ["TesseraJSON"]),
    .library(name: "TesseraMessages", targets: ["TesseraMessages"]),
    .library(name: "TesseraLoading", targets: ["TesseraLoading"]),
    .library(name: "TesseraPictures", targets: ["TesseraPictures"]),
    .library(name: "TesseraVideo", targets: ["TesseraVideo"]),
    .library(name: "TesseraSubtitles", targets: ["TesseraSubtitles"]),
    .library(name: "TesseraSound", targets: ["TesseraSound"]),
    .library(name: "TesseraMaps", targets: ["TesseraMaps"]),
    .library(name: "TesseraScene", targets: ["TesseraScene"]),
    .library(name: "TesseraReader", targets: ["TesseraReader"]),
    .library(name: "TesseraDevices", targets: ["TesseraDevices"]),
    .library(name: "TesseraPlayer", targets: ["TesseraPlayer"]),
    .library(name: "TesseraTestSupport", targets: ["TesseraTestSupport"]),
    .executable(name: "tessera", targets: ["TesseraTool"]),
    .executable(name: "tessera-player", targets: ["TesseraPlayerTool"]),
    .executable(name: "tessera-bench", targets: ["TesseraBench"]),
    .executable(name: "tessera-testserver", targets: ["TesseraTestServerCommand"]),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  targets: [
    // Shared libraries that are opened at first use, and messages of errors.
    .target(name: "CTesseraLibrary", linkerSettings: [.linkedLibrary("dl")]),
    // Pixels, paths and glyphs in C. Knows no node and starts no thread.
    .systemLibrary(name: "CPixman", path: "CRender/system/pixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
    .systemLibrary(name: "CFreeType", path: "CRender/system/freetype", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHarfBuzz", path: "CRender/system/harfbuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFriBidi", path: "CRender/system/fribidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "CRender", dependencies: ["CTesseraLibrary", "CPixman", "CFreeType", "CHarfBuzz", "CFriBidi"], path: "CRender",
      exclude: ["system", "fonts", "text/tools"], sources: ["surface", "filter", "paint", "text", "support"], publicHeadersPath: "include",
      cSettings: [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("m")]),
    // Locks, which every layer may use; then numbers, boxes and pixels without nodes.
    .target(name: "TesseraBase", swiftSettings: strict),
    // JSON: values, a reader with limits, a writer.
    .target(name: "TesseraJSON", swiftSettings: strict),
    // Messages and locale data: texts in many languages, without nodes.
    .target(name: "TesseraMessages", dependencies: ["TesseraBase"], exclude: ["Data", "tools"], swiftSettings: strict),
    .target(name: "TesseraGeometry", swiftSettings: strict),
    .target(name: "TesseraLayout", dependencies: ["TesseraGeometry", "TesseraBase"], swiftSettings: strict),
    .target(name: "TesseraRender", dependencies: ["TesseraGeometry", "TesseraBase", "CRender"], swiftSettings: strict),

    // Data from URLs, and the cache on disk. libcurl is loaded with the first download: its headers are enough.
    .target(name: "CTesseraNetwork", dependencies: ["CTesseraLibrary"]),
    .target(name: "TesseraLoading", dependencies: ["TesseraBase", "CTesseraNetwork"], swiftSettings: strict),

    // Pictures: the formats that are read, without nodes.
    .systemLibrary(name: "CPNG", path: "Sources/CImageCodecs/system/png", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CJPEG", path: "Sources/CImageCodecs/system/jpeg", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/CImageCodecs/system/zlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // lcms2 is loaded with the first profile that is not sRGB: its headers are enough.
    .target(
      name: "CImageCodecs", dependencies: ["CTesseraLibrary", "CPNG", "CZlib", "CJPEG"], exclude: ["system"]),
    .target(
      name: "TesseraPictures", dependencies: ["TesseraRender", "TesseraGeometry", "TesseraBase", "CImageCodecs"], swiftSettings: strict),

    // Cues of subtitle files, without nodes.
    .target(name: "TesseraSubtitles", dependencies: ["TesseraBase"], swiftSettings: strict),

    // Frames and sound of video files, cameras and live streams. FFmpeg's libraries, or libopenh264, libvpx and libdav1d, are loaded with the first
    // file: their headers are enough.
    .target(
      name: "CVideoDecoder", dependencies: ["CTesseraLibrary"], path: "Plugins/VideoPlugin/CVideoDecoder",
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "TesseraVideo", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CVideoDecoder"],
      swiftSettings: strict),

    // Effects, their mixer and its device. libasound is loaded when a device is opened, and needs no headers.
    .target(name: "CTesseraSound", dependencies: ["CTesseraLibrary"], linkerSettings: [.linkedLibrary("m")]),
    .target(name: "TesseraSound", dependencies: ["TesseraBase", "TesseraVideo", "TesseraLoading", "CTesseraSound"], swiftSettings: strict),

    // Nodes, passes, stage.
    .target(name: "CTesseraSystem"),
    .target(
      name: "Tessera", dependencies: ["TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraBase", "TesseraJSON", "CTesseraSystem"],
      swiftSettings: strict),

    // What holds more than the screen shows: ranges, scrolling.
    .target(
      name: "TesseraContainers", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"], swiftSettings: strict),

    // Screen reader and switch scanning.
    .target(name: "TesseraReader", dependencies: ["Tessera", "TesseraGeometry", "TesseraMessages"], swiftSettings: strict),

    // Framebuffers and streams; scene files.
    // libxkbcommon is loaded when the first keyboard is opened, libvncserver with the first server: their headers are enough, and a program without
    // keyboards or viewers does not load them.
    .target(name: "CTesseraDevices", dependencies: ["CTesseraLibrary", "CPNG"]),
    .target(
      name: "TesseraDevices", dependencies: ["Tessera", "TesseraRender", "TesseraGeometry", "CTesseraDevices"], swiftSettings: strict),
    .systemLibrary(name: "CYAML", path: "Sources/CTesseraYAML/system/yaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CTesseraYAML", dependencies: ["CYAML"], exclude: ["system"]),
    .target(
      name: "TesseraScene",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraJSON", "TesseraMessages", "TesseraSound", "CTesseraYAML",
      ],
      swiftSettings: strict),

    // Formats of pictures beside PNG and JPEG, each a module and a trait. libwebp is loaded with the first WebP: its headers are enough.
    .target(
      name: "APNGCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase"],
      path: "Plugins/APNGCodec/Sources", swiftSettings: strict),
    .target(name: "CGIF", dependencies: ["CTesseraLibrary"], path: "Plugins/GIFCodec/CGIF"),
    .target(
      name: "GIFCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CGIF"],
      path: "Plugins/GIFCodec/Sources", swiftSettings: strict),
    .target(name: "CWebP", dependencies: ["CTesseraLibrary"], path: "Plugins/WebPCodec/CWebP"),
    .target(
      name: "WebPCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CWebP"],
      path: "Plugins/WebPCodec/Sources", swiftSettings: strict),
    .target(name: "CBitmapCodecs", dependencies: ["CTesseraLibrary"], path: "Plugins/BitmapCodecs/CBitmapCodecs"),
    .target(
      name: "BitmapCodecs", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CBitmapCodecs"],
      path: "Plugins/BitmapCodecs/Sources", swiftSettings: strict),
    // libdav1d is loaded with the first AVIF: its headers are enough.
    .target(
      name: "CAVIFCodec", dependencies: ["CTesseraLibrary"], path: "Plugins/AVIFCodec/CAVIFCodec", linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "AVIFCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CAVIFCodec"],
      path: "Plugins/AVIFCodec/Sources", swiftSettings: strict),
    // libexpat is loaded with the first document: its headers are enough.
    .target(
      name: "CSVGMarkup", dependencies: ["CTesseraLibrary", "CZlib"], path: "Plugins/SVGCodec/CSVGMarkup"),
    .target(
      name: "SVGCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "CSVGMarkup"],
      path: "Plugins/SVGCodec/Sources", swiftSettings: strict),
    .target(
      name: "LottieCodec", dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "TesseraJSON"],
      path: "Plugins/LottieCodec/Sources", swiftSettings: strict),
    // Map tiles, archives, styles. libsqlite3 is loaded with the first MBTiles file: its headers are enough.
    .target(name: "CMapDatabase", dependencies: ["CTesseraLibrary"], path: "Plugins/MapPlugin/CMapDatabase"),
    .target(
      name: "TesseraMaps",
      dependencies: ["TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraBase", "TesseraJSON", "CMapDatabase"],
      path: "Plugins/MapPlugin/TesseraMaps", swiftSettings: strict),
    // Node types. Public API only.
    .target(
      name: "TextPlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry",
        "SVGCodec",
      ], path: "Plugins/TextPlugin/Sources", swiftSettings: strict),
    .target(
      name: "ImagePlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraPictures", "TesseraRender", "TesseraGeometry",
        "TesseraLoading",
        "APNGCodec",
        "GIFCodec",
        "WebPCodec",
        "BitmapCodecs",
        "AVIFCodec",
        "SVGCodec",
        "LottieCodec",
      ],
      path: "Plugins/ImagePlugin/Sources", swiftSettings: strict),
    .target(
      name: "IconPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"],
      path: "Plugins/IconPlugin/Sources", swiftSettings: strict),
    .target(
      name: "ButtonPlugin",
      dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TextPlugin", "ImagePlugin", "IconPlugin"],
      path: "Plugins/ButtonPlugin/Sources", swiftSettings: strict),
    // libhunspell is loaded with the first checked word, and needs no headers.
    .target(name: "CHunspell", dependencies: ["CTesseraLibrary"], path: "Plugins/EditableTextPlugin/CHunspell"),
    .target(
      name: "EditableTextPlugin",
      dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TextPlugin", "CHunspell"],
      path: "Plugins/EditableTextPlugin/Sources", swiftSettings: strict),
    // libyuv is loaded with the first frame: its headers are enough.
    .target(
      name: "CVideoConvert", dependencies: ["CTesseraLibrary"], path: "Plugins/VideoFramePlugin/CVideoConvert"),
    .target(
      name: "VideoFramePlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "CVideoConvert"],
      path: "Plugins/VideoFramePlugin/Sources", swiftSettings: strict),
    .target(
      name: "ShapePlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"],
      path: "Plugins/ShapePlugin/Sources", swiftSettings: strict),
    .target(
      name: "ControlsPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "IconPlugin"],
      path: "Plugins/ControlsPlugin/Sources", swiftSettings: strict),
    .target(
      name: "PickersPlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "ControlsPlugin", "IconPlugin", "EditableTextPlugin",
      ], path: "Plugins/PickersPlugin/Sources", swiftSettings: strict),

    .target(
      name: "VideoPlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraVideo", "TesseraSound",
        "TesseraSubtitles", "TesseraLoading", "TextPlugin", "IconPlugin", "ControlsPlugin",
      ], path: "Plugins/VideoPlugin/Sources", swiftSettings: strict),
    .target(
      name: "CodesPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry"],
      path: "Plugins/CodesPlugin/Sources", swiftSettings: strict),
    .target(
      name: "ChartPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraMessages"],
      path: "Plugins/ChartPlugin/Sources", swiftSettings: strict),
    .target(
      name: "GridPlugin",
      dependencies: [
        "Tessera", "TesseraContainers", "TesseraLayout", "TesseraRender", "TesseraGeometry", "IconPlugin", "EditableTextPlugin",
      ],
      path: "Plugins/GridPlugin/Sources", swiftSettings: strict),
    // libchewing is loaded with the first syllable, and needs no headers.
    .target(name: "CChewing", dependencies: ["CTesseraLibrary"], path: "Plugins/KeyboardPlugin/CChewing"),
    .target(
      name: "KeyboardPlugin", dependencies: ["Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "CChewing"],
      path: "Plugins/KeyboardPlugin/Sources", swiftSettings: strict),

    .target(
      name: "MapPlugin",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraBase", "TesseraPictures", "WebPCodec", "TesseraLoading",
        "TesseraMaps",
      ],
      path: "Plugins/MapPlugin/Sources", swiftSettings: strict),

    // What an app imports; what a test imports; the tool.
    .target(
      name: "TesseraKit",
      dependencies: [
        "Tessera", "TesseraLayout", "TesseraRender", "TesseraGeometry", "TesseraContainers", "TesseraMessages",
        "TextPlugin",
        "TesseraPictures",
        "TesseraLoading",
        "ImagePlugin",
        "APNGCodec",
        "GIFCodec",
        "WebPCodec",
        "BitmapCodecs",
        "AVIFCodec",
        "SVGCodec",
        "LottieCodec",
        "ButtonPlugin",
        "EditableTextPlugin",
        "VideoFramePlugin",
        "ShapePlugin",
        "IconPlugin",
        "ControlsPlugin",
        "VideoPlugin", "TesseraVideo", "TesseraSound",
        "PickersPlugin",
        "CodesPlugin",
        "ChartPlugin",
        "GridPlugin",
        "KeyboardPlugin",
        "MapPlugin",
      ], swiftSettings: strict),
    // A scene on a screen, as a process.
    .target(
      name: "TesseraPlayer",
      dependencies: [
        "TesseraKit", "Tessera", "TesseraRender", "TesseraGeometry", "TesseraReader", "TesseraDevices", "TesseraScene", "TesseraSound",
      ],
      swiftSettings: strict),
    .executableTarget(name: "TesseraPlayerTool", dependencies: ["TesseraPlayer"], swiftSettings: strict),
    .target(name: "CTesseraCounting"),
    .target(
      name: "TesseraTestSupport", dependencies: ["TesseraKit", "TesseraDevices", "TesseraScene", "CTesseraCounting"],
      swiftSettings: strict),
    .executableTarget(
      name: "TesseraTool",
      dependencies: [
        "TesseraKit", "TesseraScene", "TesseraDevices", "TesseraPlayer", "TesseraMaps", "TesseraSubtitles", "TesseraMessages",
        "TesseraReader", "TesseraSound", "TesseraJSON",
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
      dependencies: ["TesseraKit", "TesseraMaps", "TesseraDevices", "TesseraBase", "TesseraTestServer", "CTesseraCounting", "CBenchmarks"],
      path: "Tests/Benchmarks",
      exclude: ["CBenchmarks", "Data", "Instructions", "Peers"], swiftSettings: strict),

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
    .testTarget(name: "TesseraJSONTests", dependencies: ["TesseraJSON"], swiftSettings: strict),
    .testTarget(
      name: "TesseraMessagesTests", dependencies: ["TesseraJSON", "TesseraMessages", "TesseraTool"], exclude: ["Fixtures"],
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
      dependencies: [
        "TesseraDevices", "CTesseraDevices", "CTesseraLibrary", "CTesseraCounting", "TesseraKit", "TesseraScene", "TesseraTestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraSceneTests", dependencies: ["TesseraScene", "TesseraKit", "TesseraMessages", "TesseraTestSupport"],
      exclude: ["Golden", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "PluginTests", dependencies: ["TesseraKit", "TesseraTestSupport", "TesseraScene"], exclude: ["Golden", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "KeyboardPluginTests", dependencies: ["KeyboardPlugin", "TesseraKit", "TesseraTestSupport", "TesseraScene"],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "TesseraReaderTests", dependencies: ["TesseraReader", "TesseraKit", "TesseraTestSupport"], exclude: ["Fixtures"],
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
    .testTarget(
      name: "VideoTests",
      dependencies: [
        "VideoPlugin", "TesseraVideo", "TesseraSound", "TesseraSubtitles", "TesseraLoading", "TesseraPictures", "TesseraKit",
        "TesseraScene",
        "TesseraBase", "TesseraTestServer", "TesseraTestSupport",
      ],
      exclude: ["Fixtures", "Golden"], swiftSettings: strict),
    .testTarget(
      name: "TesseraSoundTests",
      dependencies: [
        "TesseraSound", "CTesseraSound", "CTesseraCounting", "TesseraBase", "TesseraLoading", "TesseraKit", "TesseraScene",
        "TesseraTestServer", "TesseraTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraSubtitlesTests",
      dependencies: ["TesseraSubtitles", "TesseraMaps", "LottieCodec", "TesseraPictures", "TesseraTestSupport"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TesseraMapsTests",
      dependencies: [
        "TesseraMaps", "LottieCodec", "TesseraLoading", "TesseraPictures", "TesseraRender", "TesseraGeometry", "TesseraKit",
        "TesseraTestSupport",
      ], exclude: ["Fixtures", "Golden"],
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

// Parts that a player can do without: node types, picture formats, the network, devices. A build has all of them unless TESSERA_PARTS names some
// (docs/player.md). Each target is compiled with the conditions it tests and no others, always in the same order: SwiftPM's traits would be passed to
// every target in a random order, and each build would compile everything again.
struct Part {
  let name: String
  /// Compilation condition.
  let condition: String
  /// Targets that no other target depends on without this part.
  var targets: [String] = []
  var needs: [String] = []
  /// Targets compiled with the condition.
  let testedBy: [String]
}

let parts = [
  Part(name: "text", condition: "TextPlugin", targets: ["TextPlugin"], testedBy: ["TesseraKit"]),
  Part(name: "image", condition: "ImagePlugin", targets: ["ImagePlugin", "TesseraPictures"], testedBy: ["TesseraKit"]),
  Part(name: "apng", condition: "APNGCodec", targets: ["APNGCodec"], needs: ["image"], testedBy: ["ImagePlugin", "TesseraKit"]),
  Part(name: "gif", condition: "GIFCodec", targets: ["GIFCodec"], needs: ["image"], testedBy: ["ImagePlugin", "TesseraKit"]),
  Part(
    name: "webp", condition: "WebPCodec", targets: ["WebPCodec"], needs: ["image"], testedBy: ["ImagePlugin", "MapPlugin", "TesseraKit"]),
  Part(name: "bitmaps", condition: "BitmapCodecs", targets: ["BitmapCodecs"], needs: ["image"], testedBy: ["ImagePlugin", "TesseraKit"]),
  Part(name: "avif", condition: "AVIFCodec", targets: ["AVIFCodec"], needs: ["image"], testedBy: ["ImagePlugin", "TesseraKit"]),
  Part(name: "svg", condition: "SVGCodec", targets: ["SVGCodec"], needs: ["image"], testedBy: ["TextPlugin", "ImagePlugin", "TesseraKit"]),
  Part(name: "lottie", condition: "LottieCodec", targets: ["LottieCodec"], needs: ["image"], testedBy: ["ImagePlugin", "TesseraKit"]),
  Part(name: "color", condition: "ColorManagement", needs: ["image"], testedBy: ["CImageCodecs"]),
  Part(name: "button", condition: "ButtonPlugin", targets: ["ButtonPlugin"], needs: ["text", "image", "icon"], testedBy: ["TesseraKit"]),
  Part(name: "editable-text", condition: "EditableTextPlugin", targets: ["EditableTextPlugin"], needs: ["text"], testedBy: ["TesseraKit"]),
  Part(name: "video-frame", condition: "VideoFramePlugin", targets: ["VideoFramePlugin"], testedBy: ["TesseraKit"]),
  Part(name: "shape", condition: "ShapePlugin", targets: ["ShapePlugin"], testedBy: ["TesseraKit"]),
  Part(name: "icon", condition: "IconPlugin", targets: ["IconPlugin"], testedBy: ["TesseraKit"]),
  Part(name: "controls", condition: "ControlsPlugin", targets: ["ControlsPlugin"], needs: ["icon"], testedBy: ["TesseraKit"]),
  Part(
    name: "pickers", condition: "PickersPlugin", targets: ["PickersPlugin"], needs: ["controls", "editable-text"],
    testedBy: ["TesseraKit"]),
  Part(
    name: "video", condition: "VideoPlugin", targets: ["VideoPlugin", "TesseraVideo"], needs: ["text", "icon", "controls"],
    testedBy: ["TesseraSound", "TesseraKit"]),
  Part(
    name: "sound", condition: "Sound", targets: ["TesseraSound"],
    testedBy: ["TesseraScene", "VideoPlugin", "TesseraKit", "TesseraPlayer", "TesseraTool"]),
  Part(name: "codes", condition: "CodesPlugin", targets: ["CodesPlugin"], testedBy: ["TesseraKit"]),
  Part(name: "charts", condition: "ChartPlugin", targets: ["ChartPlugin"], testedBy: ["TesseraKit"]),
  Part(name: "grids", condition: "GridPlugin", targets: ["GridPlugin"], needs: ["icon", "editable-text"], testedBy: ["TesseraKit"]),
  Part(name: "keyboard", condition: "KeyboardPlugin", targets: ["KeyboardPlugin"], testedBy: ["TesseraKit"]),
  Part(name: "map", condition: "MapPlugin", targets: ["MapPlugin"], needs: ["image"], testedBy: ["TesseraKit"]),
  Part(
    name: "network", condition: "Network", targets: ["TesseraLoading"],
    testedBy: ["TesseraLoading", "TesseraSound", "ImagePlugin", "MapPlugin", "VideoPlugin", "TesseraKit", "TesseraPlayer", "TesseraTool"]),
  Part(name: "reader", condition: "Reader", targets: ["TesseraReader"], testedBy: ["TesseraPlayer"]),
  Part(name: "fbdev", condition: "Framebuffer", testedBy: ["TesseraPlayer"]),
  Part(name: "drm", condition: "ModeSetting", testedBy: ["TesseraPlayer"]),
  Part(name: "evdev", condition: "Evdev", testedBy: ["TesseraPlayer"]),
  Part(name: "libinput", condition: "Libinput", needs: ["evdev"], testedBy: ["TesseraDevices", "TesseraPlayer"]),
  Part(name: "streams", condition: "Streams", testedBy: ["TesseraPlayer"]),
  Part(name: "vnc", condition: "VNC", testedBy: ["TesseraPlayer"]),
  Part(name: "window", condition: "Window", testedBy: ["TesseraPlayer"]),
]

var wantedParts = Set(parts.map(\.name))
if let named = Context.environment["TESSERA_PARTS"]?.split(separator: " ").map(String.init) {
  for name in named where !wantedParts.contains(name) {
    fatalError("TESSERA_PARTS: there is no part `\(name)`; the parts are \(parts.map(\.name).joined(separator: ", "))")
  }
  wantedParts = Set(named)
  // `needs` is one level deep or names a part further up in the table.
  for part in parts.reversed() where wantedParts.contains(part.name) { wantedParts.formUnion(part.needs) }
}
for part in parts {
  let isWanted = wantedParts.contains(part.name)
  for target in package.targets {
    if isWanted, part.testedBy.contains(target.name) {
      if target.name.hasPrefix("C") {
        target.cSettings = (target.cSettings ?? []) + [.define("IC_COLOR_MANAGEMENT")]
      } else {
        target.swiftSettings = (target.swiftSettings ?? []) + [.define(part.condition)]
      }
    }
    if !isWanted, part.testedBy.contains(target.name) {
      target.dependencies.removeAll {
        if case .byNameItem(let name, _) = $0 { part.targets.contains(name) } else { false }
      }
    }
  }
}
