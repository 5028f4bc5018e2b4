internal import TesseraJSON
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

extension LottieReading {
  /// Parses a layer, except its parents and its matte.
  func layer(_ json: JSONValue) throws(LottieError) -> LottieLayer {
    var layer = LottieLayer()
    layer.name = json[present: "nm"]?.text ?? "layer \(json.whole("ind"))"
    layer.transform = try transform(json[present: "ks"])
    layer.transform.isAutoOriented = json.flag("ao")
    (layer.inPoint, layer.outPoint) = (json.number("ip") ?? 0, json.number("op") ?? .infinity)
    (layer.start, layer.stretch) = (json.number("st") ?? 0, json.number("sr") ?? 1)
    if layer.stretch == 0 { throw failure("the time stretch of a layer must not be 0", at: "sr") }
    layer.isHidden = json.flag("hd")
    if json[present: "tm"] != nil { layer.timeRemap = try number(json, "tm") }
    layer.blend = blend(json)
    recordFeatures(of: json)
    for (i, mask) in (json[present: "masksProperties"]?.list ?? []).enumerated() {
      path.append("masksProperties[\(i)]")
      if let mask = try self.mask(mask) { layer.masks.append(mask) }
      path.removeLast()
    }
    layer.effects = try effects(json)
    layer.content = try content(json, layer)
    return layer
  }

  private func recordFeatures(of json: JSONValue) {
    if json[present: "sy"]?.list?.isEmpty == false { reportUnsupported("layer styles") }
    if json.flag("ddd") { reportUnsupported("perspective of layers in three dimensions") }
  }

  private static let blends: [BlendMode] = [
    .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight, .difference, .exclusion,
    .hue,
    .saturation, .color, .luminosity, .add,
  ]

  private func blend(_ json: JSONValue) -> BlendMode {
    let code = json.whole("bm")
    guard Self.blends.indices.contains(code) else {
      reportUnsupported("blend mode \(code)")
      return .normal
    }
    return Self.blends[code]
  }

  private func mask(_ json: JSONValue) throws(LottieError) -> LottieMask? {
    var mask = LottieMask(path: try contour(json, "pt"), opacity: try number(json, "o", 100), expansion: try number(json, "x"))
    mask.isInverted = json.flag("inv")
    switch json[present: "mode"]?.text ?? "a" {
    case "n": return nil
    case "a": mask.mode = .add
    case "s": mask.mode = .subtract
    case "i": mask.mode = .intersect
    case "f": mask.mode = .difference
    case let mode:
      reportUnsupported("mask mode `\(mode)`")
      mask.mode = mode == "d" ? .intersect : .add
    }
    return mask
  }

  private func content(_ json: JSONValue, _ layer: LottieLayer) throws(LottieError) -> LottieLayer.Content {
    let size = Size(json.number("w") ?? json.number("sw") ?? 0, json.number("h") ?? json.number("sh") ?? 0)
    switch json.whole("ty") {
    case 0:
      guard let id = json[present: "refId"].map({ $0.text ?? "\($0.numeric ?? 0)" }), let index = composition(of: id) else {
        throw failure("unknown composition; it must be the id of an asset", at: "refId")
      }
      return .precomp(index, size)
    case 1:
      guard let text = json[present: "sc"]?.text, let color = Color(text) else { throw failure("it must be a color", at: "sc") }
      recordColor(layer.name)
      return .solid(color, Size(json.number("sw") ?? 0, json.number("sh") ?? 0), path: layer.name)
    case 2: return try image(json)
    case 3: return .null
    case 4: return .shapes(try items(json[present: "shapes"], "shapes", names: layer.name))
    case 5: return .text(try LottieText(json, layer.name, reading: self))
    case 13: reportUnsupported("camera layers")
    case 6: reportUnsupported("audio layers")
    case let kind: reportUnsupported("layers of type \(kind)")
    }
    return .null
  }

  private func image(_ json: JSONValue) throws(LottieError) -> LottieLayer.Content {
    guard let id = json[present: "refId"]?.text, let asset = asset(id), let place = asset[present: "p"]?.text else {
      reportUnsupported("image layers without a picture")
      return .null
    }
    guard let bytes = bytes(of: place, folder: asset[present: "u"]?.text ?? ""), let pixels = options.decode(bytes) else {
      reportUnsupported(place.hasPrefix("data:") ? "a picture in an unsupported format" : "picture `\(place)` in another file")
      return .null
    }
    try countImage(pixels.stride * pixels.height)
    return .image(
      pixels, Size(asset.number("w") ?? Double(pixels.width), asset.number("h") ?? Double(pixels.height)))
  }

  private func bytes(of place: String, folder: String) -> [UInt8]? {
    guard place.hasPrefix("data:") else {
      let path = folder + place
      if let archive = options.archive { return LottieFile.picture(path, in: archive) }
      // No network, no absolute paths, no escape from the folder.
      return path.contains(":") || path.hasPrefix("/") || path.isEmpty ? nil : options.load(path)
    }
    return DataURL.bytes(of: place)
  }
}
