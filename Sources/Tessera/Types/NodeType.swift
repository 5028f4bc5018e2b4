public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Content of a kind of node, as plain data. A plugin author writes only this type.
///
/// A ``Node`` holds one value of it. `size`, `layout` and `draw` run on worker threads with a copy of the value. A value therefore needs no lock, and
/// the compiler checks this. State that changes outside the value belongs to the node's ``NodeStorage``. The smallest node type is a struct with a
/// `draw`.
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
/// Features of some types only are separate protocols, which such a type adopts in addition:
///
/// | protocol | for types that |
/// | --- | --- |
/// | ``FocusableType`` | receive keys |
/// | ``ScrollContainerType``, ``RevealingType`` | show their subnodes elsewhere than they were laid out |
/// | ``ListContainerType`` | create nodes only near the screen |
/// | ``SceneContainerType`` | accept children from scene files |
/// | ``LifecycleType`` | act when their nodes approach the screen, are laid out or are drawn |
/// | ``TickingType`` | act at moments of the stage's clock |
/// | ``GestureRecognizingType`` | recognize gestures |
/// | ``AccessibleType`` | describe themselves to screen readers |
/// | ``StatePreserving`` | keep the user's state while their node does not exist |
/// | ``ReconcilingType`` | keep changes of the user when a spec names their node again |
/// | ``DefaultLookType`` | have a look of their own until the program gives their nodes a background or a border |
/// | ``StyleAdjustingType``, ``PropertyAdjustingType``, ``InitialPropertiesType`` | change the style or the properties of their nodes |
/// | ``HoverableType`` | show the position of a mouse |
/// | ``HitShapedType`` | are hit in a part of their box only |
/// | ``EnvironmentObservingType`` | act on changes of inherited values |
/// | ``PreparingType``, ``SkeletonType`` | prepare their first draw, or show bars until it is done |
/// | ``TextInputType`` | take text from an input method |
/// | ``StateMotionType`` | animate changes of their value by default |
/// | ``ValueObservingType``, ``ValueCheckingType`` | act on changes of their nodes' values, or find values that do not agree |
///
/// A hook is called if the type adopts its protocol, in any module.
///
/// A value is also an element of layout builders (``TypedElement``): `Column { Text("Toucan") }`.
public protocol NodeType: Equatable, TypedElement where ElementType == Self {
  associatedtype Styled = Subnode<Self>
  associatedtype Described = Subnode<Self>

  /// Results of ``layout(in:)`` and ``baselines(for:in:)``, inferred by the compiler.
  associatedtype _Spec = Undeclared
  associatedtype _Baselines = Undeclared

  /// State of each node outside its value. Default: nothing.
  associatedtype Storage: NodeStorage = NoStorage

  /// Makes the initial value for a scene file: every attribute at its default.
  init()

  /// The name in scene files and error messages: lower case letters, digits and hyphens.
  static var typeName: String { get }

  /// One line of help for `tessera nodes`. Default: none.
  static var summary: String { get }

  /// Attributes for scene files, with kind, default and help. Read when the type is first used, not when it is registered. A name that is used twice,
  /// or that every node has, is an error then (``RegistryError/attributeTaken(attribute:type:plugin:)``). Any thread. Default: none.
  static var attributes: [NodeAttribute<Self>] { get }

  /// Signals for scene files, in addition to ``AnyNode/commonSignals``. Read when a scene that uses the type is read. Any thread. Default: none.
  static var signals: [NodeSignal] { get }

  /// Properties of all nodes of the type. Default: none.
  static var traits: NodeTraits { get }

  /// Returns a spec of the subnodes; nil for a type without subnodes of its own. Worker thread. Default: nil.
  ///
  /// The result is `(any LayoutElement)?`, `any LayoutElement`, `some LayoutElement` or an element's type.
  ///
  /// Subnodes are nodes held by the value, or `Subnode("key", Value())`, which the framework creates once per key and keeps. The spec determines
  /// which subnodes are in the tree. The spec fills the node inside its padding and border, unless its outermost box has its own size, ratio or
  /// alignment. The spec arranges its parts; the node's style does not.
  func layout(in context: LayoutContext) -> _Spec

  /// Returns the preferred size of the content within `range`. Worker thread; called for nodes without subnodes only.
  /// Default: the minimum of the range.
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size

  /// Returns the distance from the top to the first and last baseline for content of `size`, or nil:
  /// `(first: Double, last: Double)`, or an optional one. Worker thread. Default: nil.
  func baselines(for size: Size, in context: MeasureContext) -> _Baselines

  /// Returns the content and how to draw it: nothing, existing pixels, or a function and the area that it draws into. Worker thread (the frame loop
  /// for a node that `drawsDirectly`). On an error the node keeps the content shown before, and the stage reports the error. Default: pixels as large
  /// as the box, drawn by ``draw(in:context:)``.
  func drawPlan(in context: DrawContext) throws -> DrawPlan

  /// Draws the content into a box of `context.size` with its top left corner at the origin: the simple form of ``drawPlan(in:)``. Worker thread
  /// (the frame loop for a node that `drawsDirectly`). Poll `context.isCancelled` in long work and return when it is true.
  /// On an error the node keeps the content shown before, and the stage reports the error. Content of more than 4 million pixels is drawn in parts,
  /// near the screen: the canvas's clip is the requested part. Default: draws nothing.
  func draw(in canvas: borrowing Canvas, context: DrawContext) throws

  /// Returns the work needed after a change from `old` to `new` (which differ). Any thread, no lock held.
  /// Default: ``Invalidation/byAttributes``, which is layout and display unless attributes declare less (``NodeAttribute/affects``).
  ///
  /// Not called for a change of one attribute that declares its work.
  static func invalidation(from old: Self, to new: Self) -> Invalidation

  /// Handles an event on the frame loop, no lock held. Events that are not handled are passed to the parent. Default: ignored.
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
  /// Returns the work that a change needs according to the type's attributes (``NodeAttribute/affects``): all work if other members also changed. For
  /// types whose ``invalidation(from:to:)`` checks some members itself. Any thread.
  public static func attributeInvalidation(from old: Self, to new: Self) -> Invalidation {
    NodeTypeDescriptor.of(Self.self).attributes(of: Self.self).invalidation(from: old, to: new)
  }

  /// Returns `node` as a node of this type, which it must be. For the erased form of a hook whose protocol the node's type adopts
  /// (``NodeTypeDescriptor/adopted(_:)``). Any thread; O(1).
  public static func typed(_ node: AnyNode) -> Node<Self> {
    precondition(
      ObjectIdentifier(node.hooks.type) == ObjectIdentifier(Self.self), "a hook of `\(typeName)` was called with a node of another type")
    // unsafeDowncast: a node holds a descriptor of the type of its value.
    return unsafeDowncast(node, to: Node<Self>.self)
  }
}
