import Testing

/// A C target: where its files are, and how its names begin.
struct CModule: Sendable, CustomTestStringConvertible {
  let name: String
  let folder: String
  /// The prefix of every name that other files see, in small letters and without the underscore: `cr` stands for `cr_` and `CR_`.
  let prefix: String
  /// Folders with sources, the lowest first: a file includes and calls what is in its own folder and in those before it.
  var layers: [String] = []
  /// Names that others choose: what is put in place of functions of the C library.
  var foreignNames: Set<String> = []

  static let all = [
    CModule(
      name: "CRender", folder: "CRender", prefix: "cr",
      layers: ["CRender/support", "CRender/surface", "CRender/filter", "CRender/paint", "CRender/text"]),
    CModule(name: "CTesseraLibrary", folder: "Sources/CTesseraLibrary", prefix: "tl"),
    CModule(name: "CTesseraNetwork", folder: "Sources/CTesseraNetwork", prefix: "tn"),
    CModule(name: "CTesseraSystem", folder: "Sources/CTesseraSystem", prefix: "ts"),
    CModule(name: "CTesseraDevices", folder: "Sources/CTesseraDevices", prefix: "td"),
    CModule(name: "CTesseraYAML", folder: "Sources/CTesseraYAML", prefix: "ty"),
    CModule(
      name: "CTesseraCounting", folder: "Sources/CTesseraCounting", prefix: "tc",
      foreignNames: ["malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign"]),
    CModule(name: "CImageCodecs", folder: "Sources/CImageCodecs", prefix: "ic"),
    CModule(name: "CGIF", folder: "Plugins/GIFCodec/CGIF", prefix: "gf"),
    CModule(name: "CWebP", folder: "Plugins/WebPCodec/CWebP", prefix: "wp"),
    CModule(name: "CBitmapCodecs", folder: "Plugins/BitmapCodecs/CBitmapCodecs", prefix: "bc"),
    CModule(name: "CAVIFCodec", folder: "Plugins/AVIFCodec/CAVIFCodec", prefix: "av"),
    CModule(name: "CSVGMarkup", folder: "Plugins/SVGCodec/CSVGMarkup", prefix: "sm"),
    CModule(name: "CVideoDecoder", folder: "Plugins/VideoPlugin/CVideoDecoder", prefix: "vd"),
    CModule(name: "CTesseraSound", folder: "Sources/CTesseraSound", prefix: "so"),
    CModule(name: "CMapDatabase", folder: "Plugins/MapPlugin/CMapDatabase", prefix: "md"),
    CModule(name: "CHunspell", folder: "Plugins/EditableTextPlugin/CHunspell", prefix: "hs"),
    CModule(name: "CChewing", folder: "Plugins/KeyboardPlugin/CChewing", prefix: "ch"),
    CModule(name: "CVideoConvert", folder: "Plugins/VideoFramePlugin/CVideoConvert", prefix: "vc"),
    CModule(name: "CBenchmarks", folder: "Tests/Benchmarks/CBenchmarks", prefix: "tb"),
  ]

  var testDescription: String { name }

  /// Folder of the public headers.
  var publicHeaders: String { "\(folder)/include" }

  /// Folders with sources.
  var folders: [String] { layers.isEmpty ? [folder] : layers }

  /// Sources and private headers, as paths from the root. Module maps of libraries are not among them.
  var files: [String] {
    Repository.files(under: folder, extensions: ["c", "h"]).filter { path in
      !path.hasPrefix("\(publicHeaders)/") && !path.hasPrefix("\(folder)/system/")
    }
  }

  /// Whether `name` begins as the module's names do.
  func owns(_ name: String) -> Bool {
    name.hasPrefix("\(prefix)_") || name.hasPrefix("\(prefix.uppercased())_") || foreignNames.contains(name)
  }
}
