public import TesseraGeometry
public import TesseraRender

/// The properties that most nodes leave as they are. Nodes with the same ones share them, so that taking a ``NodeProperties`` over, as each frame does for
/// what is in motion, copies a reference instead of them. A value behind a reference: nothing of it changes.
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
    var focusability = Focusability.automatic
    var focusScope = FocusScope.none
    var focusRing: FocusRing?
    var safeAreaPadding: SafeAreaEdges = []
    /// Behind a reference, because they are large and most nodes have none; nil: nothing is set.
    var semantics: SharedSemantics?
  }

  let value: Values

  init(_ value: Values) { self.value = value }

  /// What a new node has.
  static let initial = RareProperties(Values())

  static func == (a: RareProperties, b: RareProperties) -> Bool { a === b || a.value == b.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension NodeProperties {
  /// Drawn inside the edge of the box, above the content and beneath the subnodes. Takes no space: `style.border` does.
  public var border: Border? {
    get { rare.value.border }
    set { setRare { $0.border = newValue } }
  }
  /// Drawn outside of the box.
  public var shadow: Shadow? {
    get { rare.value.shadow }
    set { setRare { $0.shadow = newValue } }
  }
  /// Stands in until the content of the node and of all below it is drawn.
  public var placeholder: Placeholder? {
    get { rare.value.placeholder }
    set { setRare { $0.placeholder = newValue } }
  }
  /// Seconds in which the node fades in when its content is drawn for the first time and was waited for; 0: it is there at once.
  public var contentFade: Double {
    get { rare.value.contentFade }
    set { setRare { $0.contentFade = newValue } }
  }
  /// How urgent draws of the node and of all below it are; nil: as the node above says.
  public var drawPriority: Int? {
    get { rare.value.drawPriority }
    set { if newValue != drawPriority { setRare { $0.drawPriority = newValue } } }
  }
  /// How the node and those below it go to the places that new layouts give them; nil: as the node above says.
  public var layoutTransition: LayoutTransition? {
    get { rare.value.layoutTransition }
    set { setRare { $0.layoutTransition = newValue } }
  }
  /// By which motion changes of properties and attributes are seen where nobody names one; empty: at once.
  public var motion: MotionTable {
    get { rare.value.motion }
    set { setRare { $0.motion = newValue } }
  }
  /// What the node plays from when it comes into a stage, or from when they are set.
  public var keyframes: [KeyframeAnimation] {
    get { rare.value.keyframes }
    set { setRare { $0.keyframes = newValue } }
  }
  /// Identifier of what the node shows, which a node on another screen shows as well: the two are seen as one that moves while the screens change;
  /// empty: none.
  public var sharedElement: String {
    get { rare.value.sharedElement }
    set { setRare { $0.sharedElement = newValue } }
  }
  /// How far outside of its box a touch still hits, per side; negative: not even near the edge.
  public var hitTestSlop: Insets {
    get { rare.value.hitTestSlop }
    set { setRare { $0.hitTestSlop = newValue } }
  }
  /// Whether keys can give the node the focus.
  public var focusability: Focusability {
    get { rare.value.focusability }
    set { setRare { $0.focusability = newValue } }
  }
  /// What the node is to the focus of what is below it.
  public var focusScope: FocusScope {
    get { rare.value.focusScope }
    set { setRare { $0.focusScope = newValue } }
  }
  /// The ring around the node, or what is below it, that has the focus; nil: as the node above says.
  public var focusRing: FocusRing? {
    get { rare.value.focusRing }
    set { setRare { $0.focusRing = newValue } }
  }
  /// Sides on which the node is padded by as much of its box as lies under the stage's safe-area insets.
  public var safeAreaPadding: SafeAreaEdges {
    get { rare.value.safeAreaPadding }
    set { setRare { $0.safeAreaPadding = newValue } }
  }
  /// Semantics that the program sets.
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
