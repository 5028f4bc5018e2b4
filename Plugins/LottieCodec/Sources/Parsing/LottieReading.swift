internal import TesseraJSON
internal import TesseraGeometry
internal import TesseraRender

/// Converts the JSON of a file to values. Used for one file, on one thread.
final class LottieReading {
  let source: String
  let options: LottieOptions
  private let root: JSONValue
  /// Path of keys to the value being read.
  var path: [String] = []
  private(set) var unsupported: [String] = []
  private(set) var colorNames: [String] = []
  private var knownColors: Set<String> = []
  /// Counts the outlines of letters.
  let letters = LottieBudget()
  private var layerCount = 0
  private var itemCount = 0
  /// Size of decoded pictures in bytes.
  private(set) var imageBytes = 0
  private var compositionOfAsset: [String: Int] = [:]
  private var assets: [String: JSONValue] = [:]
  private(set) var fonts: [String: JSONValue] = [:]
  private(set) var glyphs: [String: JSONValue] = [:]

  init(_ root: JSONValue, source: String, options: LottieOptions) { (self.root, self.source, self.options) = (root, source, options) }

  /// Returns an error at the value being read, or at one of its keys.
  func failure(_ reason: String, at key: String? = nil) -> LottieError {
    let path = (path + (key.map { [$0] } ?? [])).joined(separator: ".")
    return LottieError(source: source, path: path.isEmpty ? nil : path, reason: reason)
  }

  /// Records a feature that is not drawn, once.
  func reportUnsupported(_ what: String) {
    if unsupported.count < 100, !unsupported.contains(what) { unsupported.append(what) }
  }

  func recordColor(_ name: String) {
    if colorNames.count < 10_000, knownColors.insert(name).inserted { colorNames.append(name) }
  }

  func countItem() throws(LottieError) {
    itemCount += 1
    if itemCount > LottieLimits.items { throw failure("the file has more than \(LottieLimits.items) shapes") }
  }

  func countImage(_ bytes: Int) throws(LottieError) {
    imageBytes += bytes
    if let reason = DecodingBudget.refusal(of: imageBytes, limit: options.byteLimit, for: "its pictures") { throw failure(reason) }
  }

  /// Parses all compositions; the file's own is the first.
  func readCompositions() throws(LottieError) -> [Composition] {
    for (i, asset) in (root[present: "assets"]?.list ?? []).enumerated() {
      guard let id = asset[present: "id"].map({ $0.text ?? "\($0.numeric ?? 0)" }) else { continue }
      if asset[present: "layers"] != nil { compositionOfAsset[id] = compositionOfAsset.count + 1 }
      assets[id] = asset
      if i > LottieLimits.layers { throw failure("there are more than \(LottieLimits.layers) assets", at: "assets") }
    }
    for font in root[present: "fonts"]?[present: "list"]?.list ?? [] {
      if let name = font[present: "fName"]?.text { fonts[name] = font }
    }
    for glyph in root[present: "chars"]?.list ?? [] {
      if let letter = glyph[present: "ch"]?.text {
        glyphs[Self.glyphKey(letter, glyph[present: "fFamily"]?.text, glyph[present: "style"]?.text)] = glyph
      }
    }
    var result = [Composition](repeating: Composition(), count: compositionOfAsset.count + 1)
    guard let layers = root[present: "layers"]?.list else { throw failure("it is missing; it must be a list of layers", at: "layers") }
    result[0] = try composition(layers, at: "layers")
    for (id, index) in compositionOfAsset.sorted(by: { $0.value < $1.value }) {
      guard let layers = assets[id]?[present: "layers"]?.list else { throw failure("`layers` must be a list", at: "assets[id \(id)]") }
      result[index] = try composition(layers, at: "assets[id \(id)].layers")
    }
    try refuseCycles(result)
    return result
  }

  static func glyphKey(_ letter: String, _ family: String?, _ style: String?) -> String { "\(letter)|\(family ?? "")|\(style ?? "")" }

  /// Returns the composition of an asset.
  func composition(of id: String) -> Int? { compositionOfAsset[id] }
  func asset(_ id: String) -> JSONValue? { assets[id] }

  private func composition(_ list: [JSONValue], at name: String) throws(LottieError) -> Composition {
    var indices: [Double: Int] = [:]
    for (i, layer) in list.enumerated() {
      layerCount += 1
      if layerCount > LottieLimits.layers { throw failure("the file has more than \(LottieLimits.layers) layers", at: name) }
      if let index = layer.number("ind") { indices[index] = indices[index] ?? i }
    }
    let parents = list.map { $0.number("parent").flatMap { indices[$0] } }
    var result = Composition()
    for (i, json) in list.enumerated() {
      path.append("\(name)[\(i)]")
      guard json.isMap else { throw failure("a layer must be an object") }
      var layer = try self.layer(json)
      var (next, chain) = (parents[i], [Int]())
      while let parent = next {
        if parent == i || chain.contains(parent) { throw failure("its parents form a cycle", at: "parent") }
        if chain.count >= 128 { throw failure("it has more than 128 parents above each other", at: "parent") }
        chain.append(parent)
        next = parents[parent]
      }
      layer.parents = chain
      try readMatte(json, of: i, indices, to: &layer)
      result.layers.append(layer)
      path.removeLast()
    }
    for layer in result.layers { if let matte = layer.matte { result.layers[matte.layer].isMatte = true } }
    return result
  }

  private func readMatte(_ json: JSONValue, of index: Int, _ indices: [Double: Int], to layer: inout LottieLayer) throws(LottieError) {
    layer.isMatte = json.flag("td")
    let kind = json.whole("tt")
    guard kind != 0 else { return }
    guard (1...4).contains(kind) else { return reportUnsupported("track matte of type \(kind)") }
    let source = json.number("tp").flatMap { indices[$0] } ?? (index > 0 ? index - 1 : nil)
    guard let source, source != index else { return reportUnsupported("track matte without a layer") }
    layer.matte = LottieLayer.Matte(layer: source, isLuma: kind > 2, isInverted: kind % 2 == 0)
  }

  /// Throws if a composition or matte is cyclic or nested too deeply.
  private func refuseCycles(_ all: [Composition]) throws(LottieError) {
    // Depth of the nesting below each composition; nil if not computed yet.
    var depths = [Int?](repeating: nil, count: all.count)
    var open = Set<Int>()
    func depth(_ index: Int, _ level: Int) throws(LottieError) -> Int {
      if let known = depths[index] { return known }
      guard open.insert(index).inserted else { throw failure("a composition contains itself", at: "assets") }
      guard level <= LottieLimits.compositions else {
        throw failure("compositions are nested more than \(LottieLimits.compositions) deep", at: "assets")
      }
      var deepest = 0
      for layer in all[index].layers {
        if case .precomp(let inner, _) = layer.content { deepest = max(deepest, try depth(inner, level + 1) + 1) }
      }
      open.remove(index)
      depths[index] = deepest
      guard deepest <= LottieLimits.compositions else {
        throw failure("compositions are nested more than \(LottieLimits.compositions) deep", at: "assets")
      }
      return deepest
    }
    for index in all.indices { _ = try depth(index, 0) }
    for composition in all {
      for (i, layer) in composition.layers.enumerated() {
        var (next, steps) = (layer.matte?.layer, 0)
        while let matte = next {
          steps += 1
          if matte == i || steps > 16 { throw failure("the track mattes of `\(layer.name)` lead back to it or too deep", at: "layers") }
          next = composition.layers[matte].matte?.layer
        }
      }
    }
  }
}
