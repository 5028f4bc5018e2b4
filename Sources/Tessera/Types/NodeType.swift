public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Everything that a kind of node shows, as plain data: the one thing a plugin author writes.
///
/// A ``Node`` holds one value of it. `size`, `layout` and `draw` run on worker threads with a copy of the value, so that a value needs
/// no lock; the compiler checks it. State that changes beside the value is the node's ``NodeStorage``. The smallest node type is a struct with a `draw`.
///
/// ```swift
/// struct Dot: NodeType {
///   static let typeName = "dot"
///   var color = Color.black
///   func draw(in canvas: borrowing Canvas, context: DrawContext) {
///     var path = Path()
///     path.addEllipse(in: context.contentRect)
///     canvas.fill(path, .color(color))
///   }
/// }
/// ```
///
/// What only some types do is a protocol of its own, which such a type adopts beside this one:
///
/// | protocol | for types that |
/// | --- | --- |
/// | ``FocusableType`` | get keys |
/// | ``ScrollContainerType``, ``RevealingType`` | show their subnodes elsewhere than they were laid out |
/// | ``ListContainerType`` | make nodes only for what is near the screen |
/// | ``SceneContainerType`` | take children from scene files |
/// | ``LifecycleType`` | act when they come near the screen, are laid out or are drawn |
/// | ``TickingType`` | act at moments of the stage's clock |
/// | ``GestureRecognizingType`` | watch gestures |
/// | ``AccessibleType`` | tell a screen reader about themselves |
/// | ``StatePreserving`` | keep state that a person made while their node is gone |
/// | ``StyleAdjustingType``, ``PropertyAdjustingType``, ``InitialPropertiesType`` | change the style or the properties of their nodes |
/// | ``HoverableType`` | show where a mouse is |
/// | ``EnvironmentObservingType`` | act when what their nodes inherit is another |
/// | ``PreparingType``, ``SkeletonType`` | prepare their first draw, or show bars until it is done |
/// | ``StateMotionType`` | say which motion a change of their value has by itself |
/// | ``ValueObservingType`` | act when their nodes show another value |
///
/// A hook is called if the type adopts its protocol, in any module.
///
/// A value is an element of layout builders as well (``NodeElement``): `Column { Text("Toucan") }`.
public protocol NodeType: Equatable, NodeElement {
  associatedtype Styled = Subnode<Self>
  associatedtype Described = Subnode<Self>

  /// What ``layout(in:)`` and ``baselines(for:in:)`` return; the compiler finds it out.
  associatedtype _Spec = Undeclared
  associatedtype _Baselines = Undeclared

  /// What a node of the type keeps beside its value. Default: nothing.
  associatedtype Storage: NodeStorage = NoStorage

  /// Makes the value that a scene file starts from: every attribute at its default.
  init()

  /// The name in scene files and error messages: lower case letters, digits and hyphens.
  static var typeName: String { get }

  /// One line of help for `tessera nodes`. Default: none.
  static var summary: String { get }

  /// What scene files can set, with kind, default and help. Asked for when the type is first used, not when it is registered; a name that stands
  /// twice, or that every node has, is an error then (``RegistryError/attributeTaken(attribute:type:plugin:)``). Any thread. Default: none.
  static var attributes: [NodeAttribute<Self>] { get }

  /// What scene files can act on, beside ``AnyNode/commonSignals``. Asked for when a scene is read that uses it. Any thread. Default: none.
  static var signals: [NodeSignal] { get }

  /// What the framework may rely on for every node of the type. Default: none of it.
  static var traits: NodeTraits { get }

  /// Returns a spec of the subnodes, or nil where there are none of its own. Worker thread. Default: nil.
  ///
  /// The result is `(any LayoutElement)?`, `any LayoutElement`, `some LayoutElement` or an element's type.
  ///
  /// Subnodes are nodes held by the value, or `Subnode("key", Value())`, which the framework makes once per key and keeps.
  /// They enter and leave the tree by being named here. The spec fills the node inside its padding and border, unless
  /// its outermost box has a size, a ratio or an alignment of its own; how its parts stand is the spec's to say, not the node's style.
  func layout(in context: LayoutContext) -> _Spec

  /// Returns the size that the content wants within `range`. Worker thread; called for nodes without subnodes only.
  /// Default: the minimum of the range.
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size

  /// Returns the distance from the top to the first and last baseline for content of `size`, or nil:
  /// `(first: Double, last: Double)`, or an optional one. Worker thread. Default: nil.
  func baselines(for size: Size, in context: MeasureContext) -> _Baselines

  /// Returns what the content is and how it is drawn: nothing, pixels that exist already, or a function with the area that it draws into. Worker
  /// thread (the frame loop for a node that `drawsDirectly`). An error keeps what the node showed before and is reported by the stage.
  /// Default: pixels as large as the box, drawn by ``draw(in:context:)``.
  func drawPlan(in context: DrawContext) throws -> DrawPlan

  /// Draws the content into a box of `context.size` with its top left corner at the origin: the simple form of ``drawPlan(in:)``. Worker thread
  /// (the frame loop for a node that `drawsDirectly`). Poll `context.isCancelled` in long work and return when it is true.
  /// An error keeps what the node showed before and is reported by the stage. Content of more than 4 million pixels is drawn by parts, near the
  /// screen: the canvas's clip says what is wanted. Default: draws nothing.
  func draw(in canvas: borrowing Canvas, context: DrawContext) throws

  /// Returns what has to be done again after a change from `old` to `new` (which differ). Any thread, no lock held.
  /// Default: ``Invalidation/byAttributes``, which is layout and display unless attributes declare less (``NodeAttribute/affects``).
  ///
  /// Not called for a change of one attribute that declares its work.
  static func invalidation(from old: Self, to new: Self) -> Invalidation

  /// Handles an event on the frame loop, no lock held. What is not handled goes to the parent. Default: ignored.
  static func handle(_ event: Event, node: Node<Self>) -> EventResponse
}

extension NodeType where _Spec == Undeclared {
  public func layout(in context: LayoutContext) -> Undeclared { Undeclared() }
}

extension NodeType where _Baselines == Undeclared {
  public func baselines(for size: Size, in context: MeasureContext) -> Undeclared { Undeclared() }
}

extension NodeType {
  public static var summary: String { "" }
  public static var attributes: [NodeAttribute<Self>] { [] }
  public static var signals: [NodeSignal] { [] }
  public static var traits: NodeTraits { [] }
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.min }
  public func drawPlan(in context: DrawContext) throws -> DrawPlan { .pixels { try draw(in: $0, context: context) } }
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {}
  public static func invalidation(from old: Self, to new: Self) -> Invalidation { .byAttributes }
  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse { .ignored }
}

extension NodeType {
  /// Returns the work that a change needs by the declarations of the type's attributes (``NodeAttribute/affects``): all work, if other members changed, too. For types whose ``invalidation(from:to:)`` looks at some members itself. Any thread.
  public static func attributeInvalidation(from old: Self, to new: Self) -> Invalidation {
    NodeTypeDescriptor.of(Self.self).attributes(of: Self.self).invalidation(from: old, to: new)
  }

  /// Returns `node` as one of this type, which it must be: for the erased form of a hook, whose protocol the node's own type was found to adopt
  /// (``NodeTypeDescriptor/adopted(_:)``). Any thread; O(1).
  public static func typed(_ node: AnyNode) -> Node<Self> {
    precondition(
      ObjectIdentifier(node.hooks.type) == ObjectIdentifier(Self.self), "a hook of `\(typeName)` was called with a node of another type")
    // unsafeDowncast: a node holds a descriptor of the type of its value.
    return unsafeDowncast(node, to: Node<Self>.self)
  }
}
