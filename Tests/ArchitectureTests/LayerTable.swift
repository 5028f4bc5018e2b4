/// Who may import whom: docs/architecture.md as data.
///
/// A module that is not named here fails the layer test.
enum LayerTable {
  /// Modules in the order in which Package.swift declares them, each with the modules of this package that it may import.
  static let rows: [(module: String, imports: Set<String>)] = {
    var rows: [(module: String, imports: Set<String>)] = [
      ("CTesseraLibrary", []),
      ("CRender", []),
      ("TesseraBase", []),
      ("TesseraJSON", []),
      ("TesseraMessages", ["TesseraBase"]),
      ("TesseraGeometry", []),
      ("TesseraLayout", ["TesseraGeometry", "TesseraBase"]),
      ("TesseraRender", ["TesseraGeometry", "TesseraBase", "CRender"]),
      ("CTesseraNetwork", []),
      ("TesseraLoading", ["TesseraBase", "CTesseraNetwork"]),
      ("CImageCodecs", []),
      ("TesseraPictures", ["TesseraGeometry", "TesseraBase", "TesseraRender", "CImageCodecs"]),
      ("TesseraSubtitles", ["TesseraBase"]),
      ("CVideoDecoder", []),
      ("TesseraVideo", ["TesseraBase", "TesseraGeometry", "TesseraRender", "TesseraPictures", "CVideoDecoder"]),
      ("CTesseraSound", []),
      ("TesseraSound", ["TesseraBase", "TesseraLoading", "TesseraVideo", "CTesseraSound"]),
      ("CTesseraSystem", []),
      ("Tessera", ["TesseraBase", "TesseraGeometry", "TesseraLayout", "TesseraRender", "TesseraJSON", "CTesseraSystem"]),
      ("TesseraContainers", pluginImports),
      ("TesseraReader", ["TesseraGeometry", "Tessera", "TesseraMessages"]),
      ("CTesseraDevices", []),
      ("TesseraDevices", ["TesseraGeometry", "TesseraRender", "Tessera", "CTesseraDevices"]),
      ("CTesseraYAML", []),
      (
        "TesseraScene",
        [
          "TesseraGeometry", "TesseraLayout", "TesseraRender", "Tessera", "TesseraJSON", "TesseraMessages", "TesseraSound", "CTesseraYAML",
        ]
      ),
      ("APNGCodec", codecImports),
      ("CGIF", []),
      ("GIFCodec", codecImports.union(["CGIF"])),
      ("CWebP", []),
      ("WebPCodec", codecImports.union(["CWebP"])),
      ("CBitmapCodecs", []),
      ("BitmapCodecs", codecImports.union(["CBitmapCodecs"])),
      ("CAVIFCodec", []),
      ("AVIFCodec", codecImports.union(["CAVIFCodec"])),
      ("CSVGMarkup", []),
      ("SVGCodec", codecImports.union(["CSVGMarkup"])),
      ("LottieCodec", codecImports.union(["TesseraJSON"])),
      ("CMapDatabase", []),
      ("TesseraMaps", codecImports.union(["TesseraJSON", "CMapDatabase"])),
      ("TextPlugin", pluginImports.union(["SVGCodec"])),
      ("ImagePlugin", pluginImports.union(["TesseraLoading", "TesseraPictures"]).union(codecs)),
      ("IconPlugin", pluginImports),
      ("ButtonPlugin", pluginImports.union(["TextPlugin", "ImagePlugin", "IconPlugin"])),
      ("CHunspell", []),
      ("EditableTextPlugin", pluginImports.union(["TextPlugin", "CHunspell"])),
      ("CVideoConvert", []),
      ("VideoFramePlugin", pluginImports.union(["CVideoConvert"])),
      ("ShapePlugin", pluginImports),
      ("ControlsPlugin", pluginImports.union(["IconPlugin"])),
      ("PickersPlugin", pluginImports.union(["ControlsPlugin", "IconPlugin", "EditableTextPlugin"])),
      (
        "VideoPlugin",
        pluginImports.union([
          "TesseraVideo", "TesseraSound", "TesseraSubtitles", "TesseraLoading", "TextPlugin", "IconPlugin", "ControlsPlugin",
        ])
      ),
      ("CodesPlugin", pluginImports),
      ("ChartPlugin", pluginImports.union(["TesseraMessages"])),
      ("GridPlugin", pluginImports.union(["TesseraContainers", "IconPlugin", "EditableTextPlugin"])),
      ("CChewing", []),
      ("KeyboardPlugin", pluginImports.union(["CChewing"])),
      ("MapPlugin", pluginImports.union(["TesseraBase", "TesseraPictures", "WebPCodec", "TesseraLoading", "TesseraMaps"])),
      (
        "TesseraKit",
        pluginImports.union(plugins).union(codecs).union([
          "TesseraContainers", "TesseraLoading", "TesseraMessages", "TesseraPictures", "TesseraVideo", "TesseraSound",
        ])
      ),
    ]
    rows.append(
      (
        "TesseraPlayer",
        ["TesseraGeometry", "TesseraRender", "Tessera", "TesseraReader", "TesseraDevices", "TesseraScene", "TesseraSound", "TesseraKit"]
      ))
    rows.append(("TesseraPlayerTool", ["TesseraPlayer"]))
    // The last ones see every Swift module before them, and of C only what counts allocations.
    rows.append(("CTesseraCounting", []))
    let above = Set(rows.map(\.module).filter { (!isC($0) || $0 == "CTesseraCounting") && $0 != "TesseraPlayerTool" })
    rows.append(("TesseraTestSupport", above.subtracting(["TesseraPlayer"])))
    rows.append(("TesseraTool", above.subtracting(["CTesseraCounting"]).union(["ArgumentParser"])))
    rows.append(("TesseraTestServer", ["TesseraBase"]))
    rows.append(("TesseraTestServerCommand", ["TesseraTestServer", "TesseraLoading"]))
    rows.append(("CBenchmarks", []))
    rows.append(("TesseraBench", above.subtracting(["TesseraPlayer", "TesseraScene"]).union(["CBenchmarks", "TesseraTestServer"])))
    // A command beside the tests, which reads folders of cases with what tests read them with.
    rows.append(("SVGCases", ["TesseraGeometry", "TesseraRender", "TesseraPictures", "SVGCodec", "WebPCodec", "Foundation"]))
    rows.append(("LottieCases", ["TesseraGeometry", "TesseraRender", "TesseraPictures", "LottieCodec", "Foundation"]))
    return rows
  }()

  /// What any module may import from outside the package.
  static let platform: Set<String> = ["Glibc", "Musl", "Synchronization", "Observation"]

  static let plugins: Set<String> = [
    "TextPlugin", "ImagePlugin", "ButtonPlugin", "EditableTextPlugin", "VideoFramePlugin", "ShapePlugin", "IconPlugin", "ControlsPlugin",
    "PickersPlugin", "CodesPlugin", "ChartPlugin", "GridPlugin", "KeyboardPlugin", "MapPlugin", "VideoPlugin",
  ]

  /// Formats of pictures, which ImagePlugin registers.
  static let codecs: Set<String> = ["APNGCodec", "GIFCodec", "WebPCodec", "SVGCodec", "LottieCodec", "BitmapCodecs", "AVIFCodec"]

  /// What every format of pictures may build on.
  static let codecImports: Set<String> = ["TesseraBase", "TesseraGeometry", "TesseraRender", "TesseraPictures"]

  /// What every node type may build on: what is open to a plugin of anybody else.
  static let pluginImports: Set<String> = ["TesseraGeometry", "TesseraLayout", "TesseraRender", "Tessera"]

  /// A C target: C and then a capital, as in CRender.
  static func isC(_ module: String) -> Bool {
    module.first == "C" && module.dropFirst().first?.isUppercase == true
  }

  /// The modules that a file imports, in order.
  static func imports(in text: String) -> [String] {
    let pattern =
      #/^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
    return text.split(separator: "\n").compactMap { line in
      line.drop(while: \.isWhitespace).prefixMatch(of: pattern).map { String($0.output.1) }
    }
  }

  /// The imports in `text`, a file of `module`, that the table forbids.
  static func forbiddenImports(in text: String, of module: String) -> [String] {
    guard let row = rows.first(where: { $0.module == module }) else { return imports(in: text) }
    return imports(in: text).filter { !row.imports.contains($0) && !platform.contains($0) }
  }
}
