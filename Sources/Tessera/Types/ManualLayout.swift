public import TesseraGeometry
public import TesseraLayout

/// Elements that are put where a function of the final size says: the way out where no flexbox fits.
///
/// ```swift
/// func layout(in context: LayoutContext) -> (any LayoutElement)? {
///   ManualLayout { hand; face } frames: { size in
///     [Rect(size.width / 2 - 2, 0, 4, size.height / 2), Rect(size: size)]
///   }
/// }
/// ```
///
/// The box takes no notice of its elements when it finds its size. As the outermost element of a node's layout it is as large as
/// `size(thatFits:in:)` of the node's type says, and fills the node's box inside of padding and border; elsewhere as `size` says. When the size
/// is final, `frames` is called with it, and each element, with all that is below it, is laid out again in exactly the frame it got:
/// styles of its own that say how large it is or where do not count.
public struct ManualLayout: LayoutElement {
  private let named: [any LayoutElement]
  /// The elements, where all of them are known to be nodes.
  let nodes: [AnyNode]?
  let frames: @Sendable (Size) -> [Rect]
  let size: (@Sendable (SizeRange) -> Size)?
  let measured: Measured?

  /// What is placed. Made of nodes when it is asked for: of a list that is scrolled nobody asks.
  var elements: [any LayoutElement] { nodes ?? named }

  /// How elements that have their own sizes are placed.
  struct Measured: Sendable {
    let expected: (size: Size, origins: [Point])?
    let constraints: @Sendable (Size) -> [SizeRange]
    let origins: @Sendable (Size, [Size]) -> [Point]
    /// The layout is adopted. Loop.
    var adopted: (@Sendable () -> Void)?
  }

  /// Makes a layout by hand.
  ///
  /// - Parameters:
  ///   - size: the size that is wanted within a range; the same range must always get the same answer. Nil: what the node's type says
  ///     where this is the outermost element of its layout, and nothing elsewhere.
  ///   - elements: what is placed, bottom of the picture first.
  ///   - frames: a frame for each element in that order, relative to the top left corner of the box, logical units, for the final size
  ///     of the box. Worker thread, any number of times. Elements without a frame, and with one that is not finite, get no room.
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

  /// Makes a layout of elements that have the sizes that they want within limits, and are placed when these are known.
  ///
  /// An element that comes to want another size is placed again, with its neighbours, in the same layout. Unlike above, the styles of elements say
  /// how large they are where the limits leave that open.
  ///
  /// - Parameters:
  ///   - elements: what is placed, bottom of the picture first.
  ///   - expected: the size of the box and the places of the elements that are most likely, as of the layout before: where they are right, one
  ///     pass does. They change nothing of the outcome.
  ///   - constraints: the limits of each element in that order for the final size of the box. Worker thread, any number of times.
  ///   - origins: where the top left corner of each element goes, relative to that of the box, for the size of the box and those of the elements.
  ///     Worker thread, any number of times; the same must get the same. Elements without a place, and with one that is not finite, get no room.
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

  /// Makes a layout of nodes that have the sizes that they want within limits, as ``init(_:expected:constraints:origins:)`` with elements of any kind.
  ///
  /// Where `expected` is right, the nodes that stay from one layout to the next cost a comparison each: it is for those who name many nodes, of which
  /// few come or go at a time.
  ///
  /// - Parameters:
  ///   - nodes: what is placed, bottom of the picture first.
  ///   - expected: the size of the box and the places of the nodes that are most likely, as of the layout before.
  ///   - constraints: the limits of each node in that order for the final size of the box. Worker thread, any number of times.
  ///   - origins: where the top left corner of each node goes, relative to that of the box, for the size of the box and those of the nodes.
  ///     Worker thread, any number of times; the same must get the same.
  ///   - adopted: called on the loop when a layout that the nodes were placed in is adopted, before anything of it is seen; not where it is given up. What was
  ///     worked out on the way is put in place here, so that a layout changes nothing by itself.
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

  /// Appends the box and its elements; `measure` says how large it is where `size` does not.
  func append(to builder: inout LayoutBuilder, measure: LayoutMeasure?, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle {
      $0.boxSizing = .borderBox
      $0.alignItems = .stretch
    }
    adjust(&style)
    var measure = measure
    if let size { measure = { constraint in MeasuredSize(size(constraint.sizeRange)) } }
    builder.name("ManualLayout", isSpec: true)
    let pass = builder.userInfo as? LayoutCollector
    let box = builder.count
    var items: [LayoutCollector.Arrangement.Item] = []
    let ranges = measured.flatMap { measured in
      measured.expected.map { expected in
        guard let owner = pass?.owner else { return measured.constraints(expected.size) }
        return owner.asking(nil) { measured.constraints(expected.size) } ?? []
      }
    }
    // Nobody wants it any more: what the elements say is old.
    let elements = Watchdog.isCancelled ? [] : self.elements
    builder.container(style: style) { inner in
      inner.name("")
      inner.leaf(style: LayoutCollector.contentStyle, measure: measure)
      for (k, element) in elements.enumerated() {
        let at = inner.count
        var base = LayoutStyle()
        element.append(to: &inner) { style in
          base = style
          style =
            if let ranges, let origins = measured?.expected?.origins {
              LayoutCollector.Arrangement.measured(
                style, within: k < ranges.count ? ranges[k] : nil, at: k < origins.count ? origins[k] : nil)
            } else {
              LayoutCollector.Arrangement.placed(style, at: nil)
            }
        }
        // An element may append nothing.
        items.append(.init(box: inner.count > at ? Int32(at) : -1, base: .init(base)))
      }
    }
    pass?.noteArrangement(
      .init(
        box: Int32(box), items: items, frames: frames, measured: measured, ranges: ranges ?? [], origins: measured?.expected?.origins ?? [],
        size: measured?.expected?.size))
  }
}
