internal import TesseraGeometry

extension SVGReading {
  /// Reference of a percentage.
  enum Axis { case x, y, diagonal }

  enum Units { case user, box }

  /// Returns a length in logical units; in bounding-box units a percentage is a fraction.
  func pixels(_ length: SVGLength, _ axis: Axis, of node: Int, _ state: State, _ units: Units = .user) -> Double {
    let n = length.number
    switch length.unit {
    case .none, .px, .in, .cm, .mm, .q, .pt, .pc: return n * (length.unit.pixels ?? 1)
    case .em: return n * fontSize(of: node, state)
    case .ex, .ch: return n * fontSize(of: node, state) / 2
    case .rem: return n * fontSize(of: 0, state)
    case .vw: return n / 100 * viewport.width
    case .vh: return n / 100 * viewport.height
    case .vmin: return n / 100 * min(viewport.width, viewport.height)
    case .vmax: return n / 100 * max(viewport.width, viewport.height)
    case .percent:
      guard units == .user else { return n / 100 }
      let (w, h) = (state.viewBox.width, state.viewBox.height)
      switch axis {
      case .x: return n / 100 * w
      case .y: return n / 100 * h
      case .diagonal: return n / 100 * ((w * w + h * h) / 2).squareRoot()
      }
    }
  }

  /// Returns a length attribute of the element; nil if it has none.
  func length(_ name: String, _ axis: Axis, of node: Int, _ state: State, _ units: Units = .user) -> Double? {
    guard let text = attribute(name, of: node) else { return nil }
    return pixels(text, axis, of: node, state, units)
  }

  /// Returns a length, or a calculation with lengths, in logical units; nil if the text is neither.
  func pixels(_ text: String, _ axis: Axis, of node: Int, _ state: State, _ units: Units = .user) -> Double? {
    if let length = SVGLength(text) { return pixels(length, axis, of: node, state, units) }
    return SVGCalculation(text)?.value { pixels($0, axis, of: node, state, units) }
  }

  func units(_ name: String, of node: Int, default: Units) -> Units {
    switch attribute(name, of: node) {
    case "userSpaceOnUse": .user
    case "objectBoundingBox": .box
    default: `default`
    }
  }

  /// Returns the font size of an element: resolves `font-size` of its ancestors from the outside in.
  func fontSize(of node: Int, _ state: State) -> Double {
    var path: [Int] = []
    var size = 12.0
    var at = tree.owner(of: "font-size", around: node)
    while let owner = at {
      if let known = fontSizes[owner] {
        size = known
        break
      }
      path.append(owner)
      at = tree.owner(of: "font-size", around: tree[owner].parent)
    }
    for node in path.reversed() {
      defer { fontSizes[node] = size }
      guard let text = attribute("font-size", of: node) else { continue }
      let inherited = size
      func resolved(_ length: SVGLength) -> Double {
        switch length.unit {
        case .em: inherited * length.number
        case .ex, .ch: inherited * length.number / 2
        case .rem: length.number * (node == 0 ? 12 : fontSize(of: 0, state))
        case .percent: inherited * length.number / 100
        default: pixels(length, .diagonal, of: node, state)
        }
      }
      if let length = SVGLength(text) {
        size = resolved(length)
      } else if let calculation = SVGCalculation(text) {
        size = max(0, calculation.value(resolved))
      } else {
        size = Self.namedSize(text, parent: size)
      }
    }
    return size
  }

  private static func namedSize(_ name: String, parent: Double) -> Double {
    let steps: (Double, Int)? =
      switch name {
      case "xx-small": (12, -3)
      case "x-small": (12, -2)
      case "small": (12, -1)
      case "medium": (12, 0)
      case "large": (12, 1)
      case "x-large": (12, 2)
      case "xx-large": (12, 3)
      case "smaller": (parent, -1)
      case "larger": (parent, 1)
      default: nil
      }
    guard let (base, step) = steps else { return parent }
    return (0..<abs(step)).reduce(base) { size, _ in step > 0 ? size * 1.2 : size / 1.2 }
  }
}
