internal import TesseraGeometry

extension SVGReading {
  /// Returns the element's transform about its origin; nil if the element then has nothing to draw.
  /// - Parameters:
  ///   - name: Name of the attribute.
  ///   - box: Box selected by `transform-box`; nil means the nearest viewport.
  func transform(of node: Int, _ state: State, _ name: String = "transform", box: Rect? = nil) -> Transform? {
    let box = box ?? Rect(size: state.viewBox.size)
    func functions(_ name: String) -> Transform? {
      guard let text = attribute(name, of: node), let list = TransformList(text) else { return nil }
      return list.transform { share($0, $1, of: node, state, box.size) }
    }
    var t = functions(name) ?? .identity
    if name == "transform" {
      if let scale = single("css-scale", "scale", node, state, box) { t = t.then(scale) }
      if let rotation = single("css-rotate", "rotate", node, state, box) { t = t.then(rotation) }
      if let shift = single("css-translate", "translate", node, state, box) { t = t.then(shift) }
    }
    guard !t.isIdentity else { return t }
    let origin = attribute("transform-origin", of: node).map { self.origin($0, of: node, state, box) } ?? box.origin
    if origin != .zero { t = Transform.translation(-origin.x, -origin.y).then(t).then(.translation(origin.x, origin.y)) }
    return t.isInvertible ? t : nil
  }

  /// Whether the transform depends on the element's own bounding box.
  func usesOwnBox(_ node: Int) -> Bool {
    guard let kind = attribute("transform-box", of: node), kind != "view-box" else { return false }
    return ["transform", "css-scale", "css-rotate", "css-translate"].contains { attribute($0, of: node) != nil }
  }

  /// Returns the box selected by `transform-box` and `clip-path`. nil means the nearest viewport, or that the element has no box. Source:
  /// CSS Masking 1, 7.1.
  func referenceBox(_ kind: String?, _ group: SVGGroup, _ state: State) -> Rect? {
    switch kind {
    case "fill-box", "content-box", "padding-box": group.bounds
    case "stroke-box", "border-box", "margin-box": group.strokeBounds
    default: nil
    }
  }

  /// Returns a length relative to a box.
  func share(_ length: SVGLength, _ axis: Axis, of node: Int, _ state: State, _ box: Size) -> Double {
    guard length.unit == .percent else { return pixels(length, axis, of: node, state) }
    switch axis {
    case .x: return length.number / 100 * box.width
    case .y: return length.number / 100 * box.height
    case .diagonal: return length.number / 100 * ((box.width * box.width + box.height * box.height) / 2).squareRoot()
    }
  }

  /// Returns the transform of one of the properties `translate`, `rotate` and `scale`.
  private func single(_ name: String, _ function: String, _ node: Int, _ state: State, _ box: Rect) -> Transform? {
    guard let text = attribute(name, of: node), text != "none" else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    let list = TransformList("\(function)(\(words.prefix(2).joined(separator: ",")))", isCSS: true)
    return list?.transform { share($0, $1, of: node, state, box.size) }
  }

  /// Returns a position in a box. Source: CSS Transforms 1, section 4; CSS Values 4, section 8.3.
  func origin(_ text: String, of node: Int, _ state: State, _ box: Rect) -> Point {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let vertical = ["top", "bottom"]
    // "top left" is equivalent to "left top".
    if words.count >= 2, vertical.contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    if words.count == 1, vertical.contains(words[0]) { words = ["center", words[0]] }
    func place(_ word: String?, _ axis: Axis, _ size: Double) -> Double {
      switch word {
      case nil, "center": size / 2
      case "left", "top": 0
      case "right", "bottom": size
      case let word?: SVGLength(word).map { share($0, axis, of: node, state, box.size) } ?? 0
      }
    }
    return Point(
      box.minX + place(words.first, .x, box.width), box.minY + place(words.count > 1 ? words[1] : nil, .y, box.height))
  }
}

extension SVGGroup {
  /// Bounds of the children including strokes, in the group's own coordinates; nil if they are empty.
  var strokeBounds: Rect? {
    children.reduce(nil) { box, item in
      let next: Rect? =
        switch item {
        case .group(let group): group.strokeBounds.map(group.transform.apply)
        case .shape(let shape): shape.bounds.map { $0.inset(by: -(shape.stroke?.style.width ?? 0) / 2) }
        default: item.bounds
        }
      guard let box, let next else { return box ?? next }
      return Rect(
        left: min(box.minX, next.minX), top: min(box.minY, next.minY), right: max(box.maxX, next.maxX), bottom: max(box.maxY, next.maxY))
    }
  }
}
