internal import TesseraGeometry

extension SVGReading {
  /// What a percentage is of.
  enum Axis { case x, y, diagonal }

  enum Units { case user, box }

  /// Logical units of a length; in the units of a box a percentage is a share.
  func pixels(_ length: SVGLength, _ axis: Axis, of node: Int, _ state: State, _ units: Units = .user) -> Double {
    let n = length.number
    switch length.unit {
    case .none, .px: return n
    case .em: return n * fontSize(of: node, state)
    case .ex: return n * fontSize(of: node, state) / 2
    case .in: return n * 96
    case .cm: return n * 96 / 2.54
    case .mm: return n * 96 / 25.4
    case .pt: return n * 96 / 72
    case .pc: return n * 96 / 6
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

  /// The element's own length; nil where it has none.
  func length(_ name: String, _ axis: Axis, of node: Int, _ state: State, _ units: Units = .user) -> Double? {
    guard let text = tree.attribute(name, of: node), let length = SVGLength(text) else { return nil }
    return pixels(length, axis, of: node, state, units)
  }

  func units(_ name: String, of node: Int, default: Units) -> Units {
    switch tree.attribute(name, of: node) {
    case "userSpaceOnUse": .user
    case "objectBoundingBox": .box
    default: `default`
    }
  }

  /// The size of the element's font: `font-size` of it and those around it, from the outside.
  func fontSize(of node: Int, _ state: State) -> Double {
    var path: [Int] = []
    var at = node
    while at >= 0 {
      if tree.attribute("font-size", of: at) != nil { path.append(at) }
      at = tree[at].parent
    }
    var size = 12.0
    for node in path.reversed() {
      guard let text = tree.attribute("font-size", of: node) else { continue }
      if let length = SVGLength(text) {
        switch length.unit {
        case .em: size *= length.number
        case .ex: size *= length.number / 2
        case .percent: size *= length.number / 100
        default: size = pixels(length, .diagonal, of: node, state)
        }
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
