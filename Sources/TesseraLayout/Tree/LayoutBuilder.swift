/// Collects a tree of boxes, flattened: arrays in document order, so that parents precede their children and z-order is append order.
///
/// Not shared between threads; the finished `LayoutTree` is.
public struct LayoutBuilder {
  /// One box of the flattened tree.
  struct Box {
    var parent: Int32
    /// Index one past the last box below this one.
    var end: Int32
    /// Index into `measures`, or -1.
    var measure: Int32
  }

  /// What people call a box.
  struct BoxName {
    var text: String
    var isSpec: Bool
  }

  var styles: [LayoutStyle] = []
  var boxes: [Box] = []
  var keys: [LayoutKey?] = []
  var measures: [LayoutMeasure] = []
  private var open: [Int32] = []
  /// What people call the boxes, by index; nil unless somebody wants to read it.
  var names: [Int: BoxName]?

  /// Whatever the caller wants its elements to see while they append: environment, direction, collected node references.
  public var userInfo: (any Sendable)?

  /// The way from the top of the spec that is appended to what comes next.
  package private(set) var place: [ElementStep] = []

  /// Makes an empty builder.
  public init(userInfo: (any Sendable)? = nil) { self.userInfo = userInfo }

  /// Whether names of boxes are wanted: only where a layout is to be explained or drawn.
  public var collectsNames: Bool {
    get { names != nil }
    set { names = newValue ? names ?? [:] : nil }
  }

  /// Names the box that is appended next, for people who read an explanation; costs nothing where nobody does.
  ///
  /// What names a box first has the last word: who holds an element knows best what it is.
  /// - Parameters:
  ///   - name: what it is called; an empty name hides a box that only helps a spec along.
  ///   - isSpec: whether the name says all about how its children lie, so that nobody need be told the direction of the box.
  public mutating func name(_ name: @autoclosure () -> String, isSpec: Bool = false) {
    guard names != nil else { return }
    let index = count
    if names?[index] == nil { names?[index] = BoxName(text: name(), isSpec: isSpec) }
  }

  /// Boxes so far; the index that the next box will get.
  public var count: Int { boxes.count }

  /// Appends a box without children.
  ///
  /// - Parameters:
  ///   - style: how the box takes part in layout.
  ///   - key: finds the box again in the result.
  ///   - measure: answers how large the content is; nil is empty content.
  public mutating func leaf(style: LayoutStyle, key: LayoutKey? = nil, measure: LayoutMeasure? = nil) {
    push(style: style, key: key, measure: measure)
    boxes[boxes.count - 1].end = Int32(boxes.count)
  }

  /// Appends a box and, inside the closure, its children.
  public mutating func container(style: LayoutStyle, key: LayoutKey? = nil, _ children: (inout LayoutBuilder) -> Void) {
    beginContainer(style: style, key: key)
    children(&self)
    endContainer()
  }

  /// Opens a box; what is appended until the matching `endContainer()` are its children.
  ///
  /// For callers that walk deep trees without recursion.
  public mutating func beginContainer(style: LayoutStyle, key: LayoutKey? = nil) {
    push(style: style, key: key, measure: nil)
    open.append(Int32(boxes.count - 1))
  }

  /// Closes the box that was opened last; without an open box nothing happens.
  public mutating func endContainer() {
    guard let box = open.popLast() else { return }
    boxes[Int(box)].end = Int32(boxes.count)
  }

  /// Appends the boxes of `element` with its style as it is.
  public mutating func append(_ element: any LayoutElement) { element.append(to: &self) { _ in } }

  /// Runs `body`, which appends what stands `steps` further on.
  package mutating func at(_ steps: [ElementStep], _ body: (inout LayoutBuilder) -> Void) {
    let count = place.count
    place.append(contentsOf: steps)
    body(&self)
    place.removeLast(place.count - count)
  }

  /// Runs `body`, which appends another spec from its top.
  package mutating func atTop(_ body: (inout LayoutBuilder) -> Void) {
    let outer = place
    place = []
    body(&self)
    place = outer
  }

  private mutating func push(style: LayoutStyle, key: LayoutKey?, measure: LayoutMeasure?) {
    var slot: Int32 = -1
    if let measure {
      slot = Int32(measures.count)
      measures.append(measure)
    }
    styles.append(style)
    keys.append(key)
    boxes.append(Box(parent: open.last ?? -1, end: 0, measure: slot))
  }

  /// Closes what is open and gives the finished tree.
  ///
  /// Several boxes at the top are put into one container that lays them over one another.
  public consuming func finish() -> LayoutTree {
    while !open.isEmpty { endContainer() }
    return LayoutTree(self)
  }
}
