public import TesseraGeometry
public import TesseraLayout

/// Elements placed by a function of the final size, for layouts that flexbox cannot express.
///
/// ```swift
/// func layout(in context: LayoutContext) -> (any LayoutElement)? {
///   ManualLayout { hand; face } frames: { size in
///     [Rect(size.width / 2 - 2, 0, 4, size.height / 2), Rect(size: size)]
///   }
/// }
/// ```
///
/// The box ignores its elements when it computes its size. As the outermost element of a node's layout it has the size returned by
/// `size(thatFits:in:)` of the node's type, and fills the node's box inside of padding and border. Elsewhere `size` returns its size. Then `frames`
/// is called with the final size, and each element is laid out again, with all that is below it, in exactly its frame. Size and position in the
/// element's own style are ignored.
public struct ManualLayout: LayoutElement {
  private let named: [any LayoutElement]
  /// The elements, if all of them are known to be nodes.
  let nodes: [AnyNode]?
  let frames: @Sendable (Size) -> [Rect]
  let size: (@Sendable (SizeRange) -> Size)?
  let measured: Measured?

  /// Placed elements. Created from nodes on demand: scrolling a list does not need them.
  var elements: [any LayoutElement] { nodes ?? named }

  /// Placement of elements with their own sizes.
  struct Measured: Sendable {
    let expected: (size: Size, origins: [Point])?
    let constraints: @Sendable (Size) -> [SizeRange]
    let origins: @Sendable (Size, [Size]) -> [Point]
    /// The layout is adopted. Loop.
    var adopted: (@Sendable () -> Void)?
  }

  /// Makes a layout whose frames are computed by a function.
  ///
  /// - Parameters:
  ///   - size: returns the desired size within a range; must return the same result for the same range. Nil: the size of the node's type if this is
  ///     the outermost element of its layout; otherwise zero.
  ///   - elements: placed elements, bottom of the picture first.
  ///   - frames: a frame for each element in that order, relative to the top left corner of the box, logical units, for the final size
  ///     of the box. Worker thread, any number of times. Elements without a frame, or with a frame that is not finite, get no room.
  public init(
    size: (@Sendable (SizeRange) -> Size)? = nil, @LayoutElementBuilder _ elements: () -> [any LayoutElement],
    frames: @escaping @Sendable (Size) -> [Rect]
  ) {
    self.size = size
    named = elements()
    nodes = nil
    self.frames = frames
    measured = nil
  }

  /// Makes a layout of elements that have their preferred sizes within limits, and are placed when these sizes are known.
  ///
  /// If an element's preferred size changes, it is placed again together with its neighbours, in the same layout. Unlike in the initializer above,
  /// the styles of elements set their sizes if the limits leave them open.
  ///
  /// - Parameters:
  ///   - elements: placed elements, bottom of the picture first.
  ///   - expected: the most likely size of the box and positions of the elements, for example of the layout before. If they are right, one pass is
  ///     enough. They do not change the result.
  ///   - constraints: the size limits of each element in that order for the final size of the box. Worker thread, any number of times.
  ///   - origins: position of the top left corner of each element, relative to that of the box, for the size of the box and the sizes of the
  ///     elements. Worker thread, any number of times; must return the same result for the same sizes. Elements without a position, or with one that
  ///     is not finite, get no room.
  public init(
    _ elements: [any LayoutElement], expected: (size: Size, origins: [Point])? = nil,
    constraints: @escaping @Sendable (Size) -> [SizeRange], origins: @escaping @Sendable (_ box: Size, _ elements: [Size]) -> [Point]
  ) {
    size = nil
    named = elements
    nodes = nil
    frames = { _ in [] }
    measured = Measured(expected: expected, constraints: constraints, origins: origins)
  }

  /// Makes a layout of nodes that have their preferred sizes within limits, as ``init(_:expected:constraints:origins:)`` with elements of any kind.
  ///
  /// If `expected` is right, each node that stays costs one comparison. Suited to layouts with many nodes of which few are inserted or removed at a
  /// time.
  ///
  /// - Parameters:
  ///   - nodes: placed nodes, bottom of the picture first.
  ///   - expected: the most likely size of the box and positions of the nodes, for example of the layout before.
  ///   - constraints: the size limits of each node in that order for the final size of the box. Worker thread, any number of times.
  ///   - origins: position of the top left corner of each node, relative to that of the box, for the size of the box and the sizes of the nodes.
  ///     Worker thread, any number of times; must return the same result for the same sizes.
  ///   - adopted: called on the loop when a layout that placed the nodes is adopted, before it is shown; not called if the layout is discarded.
  ///     Store results computed during the layout here, so that a layout has no side effects.
  public init(
    nodes: [AnyNode], expected: (size: Size, origins: [Point])? = nil,
    constraints: @escaping @Sendable (Size) -> [SizeRange], origins: @escaping @Sendable (_ box: Size, _ nodes: [Size]) -> [Point],
    adopted: (@Sendable () -> Void)? = nil
  ) {
    size = nil
    named = []
    self.nodes = nodes
    frames = { _ in [] }
    measured = Measured(expected: expected, constraints: constraints, origins: origins, adopted: adopted)
  }

  /// Appends the box and its elements.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    append(to: &builder, measure: nil, adjust: adjust)
  }
}
