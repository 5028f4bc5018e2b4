public import TesseraGeometry
public import TesseraRender

/// Properties that most nodes do not change. Nodes with equal ones share them, so that copying a ``NodeProperties``, as each frame does for nodes in
/// motion, copies one reference. An immutable value behind a reference.
final class RareProperties: Sendable, Hashable {
  struct Values: Sendable, Hashable {
    var border: Border?
    var shadow: Shadow?
    var placeholder: Placeholder?
    var contentFade = 0.0
    var drawPriority: Int?
    var layoutTransition: LayoutTransition?
    var motion = MotionTable()
    var keyframes: [KeyframeAnimation] = []
    var sharedElement = ""
    var hitTestSlop = Insets.zero
    var isExclusiveTouch = false
    var zIndex = 0
    var drawsSynchronously = false
    var isPressable = false
    var focusability = Focusability.automatic
    var focusScope = FocusScope.none
    var focusRing: FocusRing?
    var safeAreaPadding: SafeAreaEdges = []
    var additionalSafeAreaInsets = Insets.zero
    /// Behind a reference, because they are large and most nodes have none; nil if nothing is set.
    var semantics: SharedSemantics?
  }

  let value: Values

  init(_ value: Values) { self.value = value }

  /// Values of a new node.
  static let initial = RareProperties(Values())

  static func == (a: RareProperties, b: RareProperties) -> Bool { a === b || a.value == b.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension NodeProperties {
  /// Border inside the edge of the box, above the content and below the subnodes. It takes no space: `style.border` does.
  public var border: Border? {
    get { rare.value.border }
    set { setRare { $0.border = newValue } }
  }
  /// Shadow outside of the box.
  public var shadow: Shadow? {
    get { rare.value.shadow }
    set { setRare { $0.shadow = newValue } }
  }
  /// Placeholder shown until the content of the node and all below it is drawn.
  public var placeholder: Placeholder? {
    get { rare.value.placeholder }
    set { setRare { $0.placeholder = newValue } }
  }
  /// Seconds in which the node fades in when its content is first drawn after a visible wait; 0 shows it immediately.
  public var contentFade: Double {
    get { rare.value.contentFade }
    set { setRare { $0.contentFade = newValue } }
  }
  /// Priority of draws of the node and all below it; nil: that of the parent.
  public var drawPriority: Int? {
    get { rare.value.drawPriority }
    set { if newValue != drawPriority { setRare { $0.drawPriority = newValue } } }
  }
  /// Animation of the node and those below it to their frames in new layouts; nil: that of the parent.
  public var layoutTransition: LayoutTransition? {
    get { rare.value.layoutTransition }
    set { setRare { $0.layoutTransition = newValue } }
  }
  /// Default animations of properties and attributes, used if no transaction names one; empty: changes apply immediately.
  public var motion: MotionTable {
    get { rare.value.motion }
    set { setRare { $0.motion = newValue } }
  }
  /// Animations that the node plays when it enters a stage, or when they are set.
  public var keyframes: [KeyframeAnimation] {
    get { rare.value.keyframes }
    set { setRare { $0.keyframes = newValue } }
  }
  /// Identifier that the node shares with a node of another screen: the two are shown as one element that moves during a change of screens. Empty for
  /// none.
  public var sharedElement: String {
    get { rare.value.sharedElement }
    set { setRare { $0.sharedElement = newValue } }
  }
  /// Distance outside of its box within which touches hit the node, per side; negative values shrink the area.
  public var hitTestSlop: Insets {
    get { rare.value.hitTestSlop }
    set { setRare { $0.hitTestSlop = newValue } }
  }
  /// Whether touches of the node exclude those of others (``AnyNode/isExclusiveTouch``).
  public var isExclusiveTouch: Bool {
    get { rare.value.isExclusiveTouch }
    set { if newValue != isExclusiveTouch { setRare { $0.isExclusiveTouch = newValue } } }
  }
  /// Stacking order among the subnodes of one node: those with higher numbers are painted and hit above the others; of equal ones, the later.
  public var zIndex: Int {
    get { rare.value.zIndex }
    set { if newValue != zIndex { setRare { $0.zIndex = newValue } } }
  }
  /// Whether visible content is drawn within the frame that needs it (``AnyNode/drawsSynchronously``).
  public var drawsSynchronously: Bool {
    get { rare.value.drawsSynchronously }
    set { if newValue != drawsSynchronously { setRare { $0.drawsSynchronously = newValue } } }
  }
  /// Whether the node is pressed like a button (``AnyNode/isPressable``).
  public var isPressable: Bool {
    get { rare.value.isPressable }
    set { if newValue != isPressable { setRare { $0.isPressable = newValue } } }
  }
  /// Whether keys can focus the node.
  public var focusability: Focusability {
    get { rare.value.focusability }
    set { setRare { $0.focusability = newValue } }
  }
  /// Role of the node for the focus of nodes below it.
  public var focusScope: FocusScope {
    get { rare.value.focusScope }
    set { setRare { $0.focusScope = newValue } }
  }
  /// Focus ring of the node and of nodes below it; nil: that of the parent.
  public var focusRing: FocusRing? {
    get { rare.value.focusRing }
    set { setRare { $0.focusRing = newValue } }
  }
  /// Sides on which the node is padded by the part of its box under the stage's safe-area insets.
  public var safeAreaPadding: SafeAreaEdges {
    get { rare.value.safeAreaPadding }
    set { setRare { $0.safeAreaPadding = newValue } }
  }
  /// Safe-area insets of the node and those below it, in addition to the stage's and those of the nodes above.
  public var additionalSafeAreaInsets: Insets {
    get { rare.value.additionalSafeAreaInsets }
    set { setRare { $0.additionalSafeAreaInsets = newValue } }
  }
  /// Semantics set by the program.
  public var semantics: NodeSemantics {
    get { rare.value.semantics?.value ?? NodeSemantics() }
    set { setRare { $0.semantics = newValue.isEmpty ? nil : SharedSemantics(newValue) } }
  }

  /// Changes a copy of the rare properties.
  private mutating func setRare(_ change: (inout RareProperties.Values) -> Void) {
    var values = rare.value
    change(&values)
    rare = RareProperties(values)
  }
}

/// Shared, immutable semantics.
final class SharedSemantics: Sendable, Hashable {
  let value: NodeSemantics

  init(_ value: NodeSemantics) { self.value = value }

  static func == (a: SharedSemantics, b: SharedSemantics) -> Bool { a === b || a.value == b.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
