public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Everything that a kind of node shows, as plain data: the one thing a plugin author writes.
///
/// A ``Node`` holds one value of it. `size`, `layout` and `draw` run on worker threads with a copy of the value, so that no author ever
/// writes a lock; the compiler checks it. The smallest node type is a struct with a `draw`.
///
/// ```swift
/// struct Dot: NodeType {
///   static let typeName = "dot"
///   var color = Color.black
///   func draw(in canvas: borrowing Canvas, context: DrawContext) {
///     var path = Path()
///     path.addEllipse(in: Rect(size: context.size))
///     canvas.fill(path, .color(color))
///   }
/// }
/// ```
public protocol NodeType: Equatable, Sendable {
  /// What a node of the type keeps beside its value; default: nothing.
  associatedtype Storage: NodeStorage = NoStorage

  /// Makes the value that a scene file starts from: every attribute at its default.
  init()

  /// The name in scene files and error messages: lower case letters, digits and hyphens.
  static var typeName: String { get }

  /// One line of help for `tessera nodes`.
  static var summary: String { get }

  /// What scene files can set, with kind, default and help. Asked for when the type is first used, not when it is registered; a name that stands
  /// twice, or that every node has, is an error then (``RegistryError/attributeTaken(attribute:type:plugin:)``). Any thread. Default: none.
  static var attributes: [NodeAttribute<Self>] { get }

  /// Whether scene files may give the node `children`. Default: false.
  static var acceptsChildren: Bool { get }

  /// The ids of subnodes that the value gives a place, in order: a scene file that names one that is none of the node's `children`, or one
  /// twice, is warned about. Any thread. Default: none.
  var namedSubnodes: [String] { get }

  /// Takes a child that a scene file gives the node, where the type keeps its children itself, as a list keeps its items. Returns whether it
  /// did; false makes the child a subnode. Any thread. Default: false.
  static func takeChild(_ child: AnyNode, node: Node<Self>) -> Bool

  /// Returns the children that a scene file of the node names, in order. Any thread. Default: the subnodes.
  static func sceneChildren(of node: Node<Self>) -> [AnyNode]

  /// Whether nodes of the type can become the one that key and text events go to. Default: false.
  static var isFocusable: Bool { get }

  /// Whether keys can give this node the focus now; a button that is disabled says no. Any thread, no lock held. Default: what the type says.
  static func isFocusable(_ node: Node<Self>) -> Bool

  /// The part of the node's box that the focus is on, in the box's coordinates, logical units: the ring stands around it, and arrow keys go on
  /// from there; nil: all of it, with the node's corners. Frame loop, no lock held; asked in each frame while the ring is seen. Default: nil.
  static func focusArea(in node: Node<Self>) -> RoundedRect?

  /// Keys are about to give the node the focus: a type with parts of its own chooses the one that it begins with. Frame loop, no lock held;
  /// `.focus(true)` follows. Default: nothing.
  static func focusArrives(_ arrival: FocusArrival, at node: Node<Self>)

  /// Whether ``reveal(_:in:)`` brings what was scrolled out of the node's box into view. Default: false.
  static var revealsSubnodes: Bool { get }

  /// Brings an area into view that keys gave the focus. Frame loop, no lock held.
  ///
  /// - Parameters:
  ///   - area: where it was laid out, in the coordinates of the node's box, logical units: scrolling left out.
  ///   - node: the node that scrolls it.
  /// - Returns: Where in the box it will be seen. Default: `area`, nothing done.
  static func reveal(_ area: Rect, in node: Node<Self>) -> Rect

  /// Moves the content on, where a key finds nothing more that way. Frame loop, no lock held. Returns whether there is more. Default: false.
  static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool

  /// Whether `draw` draws anything; false spares composites and containers a buffer. Default: true.
  static var drawsContent: Bool { get }

  /// Returns what has to be done again after a change from `old` to `new` (which differ). Any thread, lock held: compare only.
  /// Default: layout and display.
  static func invalidation(from old: Self, to new: Self) -> Invalidation

  /// What a screen reader says and calls the node where its own properties do not say. Any thread. Default: nothing.
  var accessibility: Accessibility { get }

  /// The parts of the node that a screen reader goes to one by one, beside the node itself, in reading order. Any thread, no lock held.
  /// Default: none.
  static func accessibilityElements(of node: Node<Self>) -> [AccessibilityElement]

  /// Does what a touch on one of them does; `index` is its place in what ``accessibilityElements(of:)`` returned. Frame loop, no lock held.
  /// Returns whether there was something to do. Default: false.
  static func activateAccessibilityElement(_ index: Int, of node: Node<Self>) -> Bool

  /// Returns a spec of the subnodes, or nil where there are none of its own. Worker thread.
  ///
  /// Subnodes are nodes held by the value, or `Subnode("key", Value())`, which the framework makes once per key and keeps.
  /// They enter and leave the tree by being named here. The spec fills the node inside its padding and border, unless
  /// its outermost box has a size, a ratio or an alignment of its own; how its parts stand is the spec's to say, not the node's style.
  func layout(in context: LayoutContext) -> (any LayoutElement)?

  /// Returns the size that the content wants within `range`. Worker thread; called for nodes without subnodes only.
  /// Default: the minimum of the range.
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size

  /// Returns the distance from the top to the first and last baseline for content of `size`, or nil. Worker thread.
  func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double)?

  /// Draws the content into a box of `context.size` with its top left corner at the origin. Worker thread
  /// (the frame loop for a node that `drawsDirectly`). Poll `context.isCancelled` in long work and return when it is true.
  /// An error keeps what the node showed before and is reported by the stage. Content of more than 4 million pixels is drawn by parts, near the
  /// screen: the canvas's clip says what is wanted.
  func draw(in canvas: borrowing Canvas, context: DrawContext) throws

  /// Returns pixels that are the content as they are, which spares drawing and a second copy of them: a picture decoded at just the size at which
  /// it is seen. Worker thread, asked before `draw`, which is not called then; `contents(in:)` says whether they are opaque. Errors are as those of
  /// `draw`. Default: nil, so that `draw` draws.
  func finishedContents(in context: DrawContext) throws -> FinishedContents?

  /// Does what takes long and will be needed by the first draw, such as decoding a picture into a cache. Any thread but the frame loop, at the
  /// start of a stage and while the first layout runs, for nodes whose style says their size in points: the size of `context` is what the style
  /// says, and the layout may give another. What fails here says so when it is drawn. Asked where ``preparesDraws``. Default: nothing.
  func prepare(in context: DrawContext)

  /// Whether `prepare(in:)` does anything. Default: false.
  static var preparesDraws: Bool { get }

  /// Returns how the drawn content is kept. Worker thread. Default: pixels where the type has a `draw`.
  func contents(in context: DrawContext) -> ContentsKind

  /// Whether `size(thatFits:in:)` and `baselines(for:in:)` are asked; false makes a node without subnodes an empty flex container,
  /// with the baselines and sizes that CSS gives one. Default: true.
  static var measuresContent: Bool { get }

  /// What the content, which is drawn once for the final size, does while a transition takes the box there. Default: it is stretched.
  static var contentResizing: ContentResizing { get }

  /// Returns the area that `draw` touches, which may reach beyond the box or be a part of it: the buffer has this size. Default: the box.
  func drawingBounds(in context: DrawContext) -> Rect

  /// Called on the frame loop, no lock held, once for every single step from one interface state to the next.
  static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState)

  /// Called on the frame loop, no lock held, after a layout was adopted: once for every node that it changed.
  ///
  /// A node was changed by a layout that gave it another size or other safe-area insets, gave one of its subnodes another frame, or brought or took a
  /// subnode; and by the first layout that it is part of. When it is called all nodes have the frames of that layout. Parents come
  /// before their subnodes. What is changed here asks for the next layout. Default: nothing.
  static func layoutDidFinish(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, when content that a worker drew was put in place: for a type that learns by drawing that it wants
  /// another size. Default: nothing.
  static func drawDidFinish(_ node: Node<Self>)

  /// Handles an event on the frame loop, no lock held. What is not handled goes to the parent. Default: ignored.
  static func handle(_ event: Event, node: Node<Self>) -> EventResponse

  /// The properties of a new node of this type; nil: as any node's. Default: nil.
  static var initialProperties: NodeProperties? { get }

  /// Whether the content shows what the stage's frames did: it is drawn while compositing, with ``DrawContext/frameHistory``, and painted with every
  /// frame that paints anything. Default: false.
  static var watchesFrames: Bool { get }

  /// Whether the content is painted over the subnodes rather than beneath them; it is drawn while compositing then, and so has to be cheap.
  /// Default: false.
  static var drawsOverSubnodes: Bool { get }

  /// Changes how the node's box is laid out, in ways that are the type's to say: the style that the program set is given. Any thread, lock
  /// held. A change of what is done here invalidates `layout`. Default: nothing.
  func adjust(_ style: inout LayoutStyle)

  /// Whether the type shows its subnodes elsewhere than they were laid out, and ranges their interface states. Default: false.
  static var scrollsSubnodes: Bool { get }

  /// Whether each subnode of a type that scrolls them appears with all of its content at once, when the last of it is drawn. Default: true.
  static var subnodesAppearTogether: Bool { get }

  /// Where rounded bars stand in for the content of a box of `context.size` that is not drawn yet: lines of text, pictures; in the box's
  /// coordinates, logical units. Frame loop, a few times at most: from sizes known, without shaping or decoding. Default: the content's rectangle.
  func skeleton(in context: DrawContext) -> [RoundedRect]

  /// How far the subnodes of a type that scrolls them are shown to the left of and above where they were laid out, logical units.
  /// A change asks for ``AnyNode/setNeedsScroll()``, which costs neither layout nor draws. Any thread, no lock held. Default: zero.
  static func scrollOffset(of node: Node<Self>) -> Point

  /// Whether the type brings and takes subnodes as they come near the screen, so that their coming and going is not to be seen: only transitions
  /// that are asked for at the node itself show it. Default: false.
  static var virtualizesSubnodes: Bool { get }

  /// Returns the name, for errors, of the item of `node` whose node `isWanted` says yes to, as `item at section 2, item 5`; nil where there is none.
  /// Asked of types that virtualize their subnodes, also for nodes that are in no layout yet. Loop. Default: nil.
  static func nameOfItem(of node: Node<Self>, where isWanted: (AnyNode) -> Bool) -> String?

  /// How single subnodes of a type that scrolls them are shown beside that. Those that are not named are shown as they are. A change
  /// asks for ``AnyNode/setNeedsScroll()``. Any thread, no lock held. Default: none.
  static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement]

  /// Makes what decides how close the node's subnodes are to the screen, where the type scrolls them; nil: they are as close as the node
  /// itself. Called on the frame loop, no lock held. Default: nil.
  static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)?

  /// The gestures that every node of this type watches; made anew for each node, when it is touched first. Default: none.
  /// What they tell names the node.
  static var recognizers: [GestureRecognizer] { get }

  /// Called on the frame loop when a tick asked for with ``AnyNode/requestTick(after:)`` is due; `time` in seconds of the stage's clock.
  /// Returns seconds until the next tick, or nil for no more.
  static func tick(_ node: Node<Self>, at time: Double) -> Double?
}

extension NodeType {
  public static var summary: String { "" }
  public static var attributes: [NodeAttribute<Self>] { [] }
  public static var acceptsChildren: Bool { false }
  public var namedSubnodes: [String] { [] }
  public static func takeChild(_ child: AnyNode, node: Node<Self>) -> Bool { false }
  public static func sceneChildren(of node: Node<Self>) -> [AnyNode] { node.subnodes }
  public static var isFocusable: Bool { false }
  public static func isFocusable(_ node: Node<Self>) -> Bool { isFocusable }
  public static func focusArea(in node: Node<Self>) -> RoundedRect? { nil }
  public static func focusArrives(_ arrival: FocusArrival, at node: Node<Self>) {}
  public static var revealsSubnodes: Bool { false }
  public static func reveal(_ area: Rect, in node: Node<Self>) -> Rect { area }
  public static func scrollOn(_ direction: FocusDirection, in node: Node<Self>) -> Bool { false }
  public static var drawsContent: Bool { true }
  public static var measuresContent: Bool { true }
  public static var contentResizing: ContentResizing { .stretch }
  public static func invalidation(from old: Self, to new: Self) -> Invalidation { [.layout, .display] }
  public var accessibility: Accessibility { Accessibility() }
  public static func accessibilityElements(of node: Node<Self>) -> [AccessibilityElement] { [] }
  public static func activateAccessibilityElement(_ index: Int, of node: Node<Self>) -> Bool { false }
  public func layout(in context: LayoutContext) -> (any LayoutElement)? { nil }
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.min }
  public func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double)? { nil }
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {}
  public func finishedContents(in context: DrawContext) throws -> FinishedContents? { nil }
  public func prepare(in context: DrawContext) {}
  public static var preparesDraws: Bool { false }
  public func contents(in context: DrawContext) -> ContentsKind { .pixels }
  public func drawingBounds(in context: DrawContext) -> Rect { Rect(size: context.size) }
  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {}
  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse { .ignored }
  public static func layoutDidFinish(_ node: Node<Self>) {}
  public static func drawDidFinish(_ node: Node<Self>) {}
  public static var initialProperties: NodeProperties? { nil }
  public static var watchesFrames: Bool { false }
  public static var drawsOverSubnodes: Bool { false }
  public func adjust(_ style: inout LayoutStyle) {}
  public static var scrollsSubnodes: Bool { false }
  public static func scrollOffset(of node: Node<Self>) -> Point { .zero }
  public static var virtualizesSubnodes: Bool { false }
  public static func nameOfItem(of node: Node<Self>, where isWanted: (AnyNode) -> Bool) -> String? { nil }
  public static var subnodesAppearTogether: Bool { true }
  public func skeleton(in context: DrawContext) -> [RoundedRect] {
    let radius = min(6, context.contentRect.height / 2, context.contentRect.width / 2)
    return [RoundedRect(context.contentRect, radii: CornerRadii(max(0, radius)))]
  }
  public static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement] { [] }
  public static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)? { nil }
  public static var recognizers: [GestureRecognizer] { [] }
  public static func tick(_ node: Node<Self>, at time: Double) -> Double? { nil }
}
