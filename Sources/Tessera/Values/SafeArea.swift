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
  func overlap(_ frame: Rect) -> Insets { insets == .zero ? .zero : SafeAreaLimits(self).overlap(frame) }
}

/// Edges of the safe area of a subtree, absolute coordinates; nil at a side without insets.
struct SafeAreaLimits: Sendable, Equatable {
  private var top, right, bottom, left: Double?

  /// Makes the limits of a whole stage.
  init(_ space: SafeAreaSpace) {
    top = space.insets.top > 0 ? space.insets.top : nil
    right = space.insets.right > 0 ? space.size.width - space.insets.right : nil
    bottom = space.insets.bottom > 0 ? space.size.height - space.insets.bottom : nil
    left = space.insets.left > 0 ? space.insets.left : nil
  }

  /// Returns the depth at each side of a box of the area outside of the limits: 0 to the size of the box.
  func overlap(_ frame: Rect) -> Insets {
    func cut(_ distance: Double?, _ length: Double) -> Double { distance.map { max(0, min($0, length)) } ?? 0 }
    return Insets(
      top: cut(top.map { $0 - frame.minY }, frame.height), right: cut(right.map { frame.maxX - $0 }, frame.width),
      bottom: cut(bottom.map { frame.maxY - $0 }, frame.height), left: cut(left.map { $0 - frame.minX }, frame.width))
  }

  /// Returns the limits of a subtree whose node has more insets: they begin at the edge of its box, or at the limit inside of it.
  func adding(_ insets: Insets, to frame: Rect) -> SafeAreaLimits {
    let covered = overlap(frame)
    var limits = self
    if insets.top > 0 { limits.top = frame.minY + covered.top + insets.top }
    if insets.right > 0 { limits.right = frame.maxX - covered.right - insets.right }
    if insets.bottom > 0 { limits.bottom = frame.maxY - covered.bottom - insets.bottom }
    if insets.left > 0 { limits.left = frame.minX + covered.left + insets.left }
    return limits
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
///
/// `additionalSafeAreaInsets` of a node add insets for its subtree: a screen below a translucent bar keeps content out of the bar.
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
