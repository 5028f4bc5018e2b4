internal import TesseraGeometry
public import TesseraLayout

/// Sides of a box.
public struct SafeAreaEdges: OptionSet, Sendable, Hashable {
  /// One bit per side.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The side at the top.
  public static let top = SafeAreaEdges(rawValue: 1)
  /// The side at the right.
  public static let right = SafeAreaEdges(rawValue: 2)
  /// The side at the bottom.
  public static let bottom = SafeAreaEdges(rawValue: 4)
  /// The side at the left.
  public static let left = SafeAreaEdges(rawValue: 8)
  /// Left and right.
  public static let horizontal: SafeAreaEdges = [.left, .right]
  /// Top and bottom.
  public static let vertical: SafeAreaEdges = [.top, .bottom]
  /// All four sides.
  public static let all: SafeAreaEdges = [.horizontal, .vertical]

  /// Names in scene files, including those of sets.
  static let names: [(String, SafeAreaEdges)] = [
    ("top", .top), ("right", .right), ("bottom", .bottom), ("left", .left), ("horizontal", .horizontal), ("vertical", .vertical),
    ("all", .all),
  ]
}

/// The uncovered part of a stage: its size and the depth of a round corner, a cut-out or a bezel at each side.
struct SafeAreaSpace: Sendable, Equatable {
  var size = Size.zero
  var insets = Insets.zero

  init(size: Size = .zero, insets: Insets = .zero) {
    self.size = size
    self.insets = insets
  }

  /// Makes the space of a layout outside of any stage; infinite sides have no insets.
  init(_ available: AvailableSize, insets: Insets) {
    if case .definite(let width) = available.width {
      size.width = width
      (self.insets.left, self.insets.right) = (insets.left, insets.right)
    }
    if case .definite(let height) = available.height {
      size.height = height
      (self.insets.top, self.insets.bottom) = (insets.top, insets.bottom)
    }
  }

  /// Returns the depth at each side of a box of the area under the insets or outside of the stage: 0 to the size of the box. `frame` is absolute,
  /// without transforms.
  func overlap(_ frame: Rect) -> Insets {
    guard insets != .zero else { return .zero }
    func cut(_ inset: Double, _ distance: Double, _ length: Double) -> Double { inset > 0 ? max(0, min(distance, length)) : 0 }
    return Insets(
      top: cut(insets.top, insets.top - frame.minY, frame.height),
      right: cut(insets.right, frame.maxX - (size.width - insets.right), frame.width),
      bottom: cut(insets.bottom, frame.maxY - (size.height - insets.bottom), frame.height),
      left: cut(insets.left, insets.left - frame.minX, frame.width))
  }
}

extension Insets {
  /// The insets of `edges` alone.
  func only(_ edges: SafeAreaEdges) -> Insets {
    Insets(
      top: edges.contains(.top) ? top : 0, right: edges.contains(.right) ? right : 0, bottom: edges.contains(.bottom) ? bottom : 0,
      left: edges.contains(.left) ? left : 0)
  }
}

/// A box that keeps its content out of the stage's safe-area insets: its padding is the part of the box that is under the insets.
///
/// A box that touches the padded sides of the stage, such as a screen or a bar, takes one layout pass: the insets are its padding. Other boxes are
/// first laid out with the insets and then again with their actual overlap, at most four times. Inside of the box its padded sides count as handled:
/// a nested box is padded there by its own overlap alone.
public struct SafeArea: LayoutElement {
  let edges: SafeAreaEdges
  let children: [any LayoutElement]

  /// Makes a box that pads `edges`. Its children are in a column that fills it.
  public init(_ edges: SafeAreaEdges = .all, @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    self.edges = edges
    self.children = children()
  }
}

extension LayoutElement {
  /// Keeps the element out of the stage's safe-area insets on `edges`: its padding is the part of its box that is under the insets. See ``SafeArea``.
  public func safeAreaPadding(_ edges: SafeAreaEdges = .all) -> SafeArea { SafeArea(edges) { self } }
}
