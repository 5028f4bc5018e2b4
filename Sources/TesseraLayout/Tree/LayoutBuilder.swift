/// Collects boxes in a flattened tree: arrays in document order. Parents precede their children, and z-order is append order.
///
/// Use a builder on one thread only. The finished `LayoutTree` can be shared.
public struct LayoutBuilder {
  /// One box of the flattened tree.
  struct Box {
    var parent: Int32
    /// Index after the last descendant.
    var end: Int32
    /// Index into `measures`, or -1.
    var measure: Int32
  }

  /// Name of a box in explanations and drawings.
  struct BoxName {
    var text: String
    var isSpec: Bool
  }

  var styles: [LayoutStyle] = []
  var boxes: [Box] = []
  var keys: [LayoutKey?] = []
  var measures: [LayoutMeasure] = []
  private var open: [Int32] = []
  /// Names of boxes by index; nil if they are not collected.
  var names: [Int: BoxName]?

  /// Data of the caller for its elements while they append: environment, direction, collected node references.
  public var userInfo: (any Sendable)?

  /// Path from the top of the current spec to the next appended element.
  package private(set) var place: [ElementStep] = []

  /// Creates an empty builder.
  public init(userInfo: (any Sendable)? = nil) { self.userInfo = userInfo }

  /// Whether box names are collected. Only needed to explain or draw a layout.
  public var collectsNames: Bool {
    get { names != nil }
    set { names = newValue ? names ?? [:] : nil }
  }

  /// Names the next appended box for explanations; costs nothing if names are not collected.
  ///
  /// The first name of a box is kept, because the owner of an element calls first.
  /// - Parameters:
  ///   - name: name of the box; an empty name hides a helper box of a spec.
  ///   - isSpec: whether the name implies how the children are arranged, so that explanations omit the direction of the box.
  public mutating func name(_ name: @autoclosure () -> String, isSpec: Bool = false) {
    guard names != nil else { return }
    let index = count
    if names?[index] == nil { names?[index] = BoxName(text: name(), isSpec: isSpec) }
  }

  /// Number of boxes so far; also the index of the next box.
  public var count: Int { boxes.count }

  /// Appends a box without children.
  ///
  /// - Parameters:
  ///   - style: style of the box.
  ///   - key: key to find the box in the result.
  ///   - measure: measures the content; nil means empty content.
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

  /// Opens a box. Boxes appended until the matching `endContainer()` are its children.
  ///
  /// For callers that walk deep trees without recursion.
  public mutating func beginContainer(style: LayoutStyle, key: LayoutKey? = nil) {
    push(style: style, key: key, measure: nil)
    open.append(Int32(boxes.count - 1))
  }

  /// Closes the box that was opened last; does nothing if no box is open.
  public mutating func endContainer() {
    guard let box = open.popLast() else { return }
    boxes[Int(box)].end = Int32(boxes.count)
  }

  /// Appends the boxes of `element` without changing its style.
  public mutating func append(_ element: any LayoutElement) { element.append(to: &self) { _ in } }

  /// Runs `body` with `steps` appended to the path; `body` appends the elements there.
  package mutating func at(_ steps: [ElementStep], _ body: (inout LayoutBuilder) -> Void) {
    let count = place.count
    place.append(contentsOf: steps)
    body(&self)
    place.removeLast(place.count - count)
  }

  /// Runs `body` with an empty path; `body` appends another spec.
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

  /// Closes open boxes and returns the finished tree.
  ///
  /// If there are several top-level boxes, one container overlays them.
  public consuming func finish() -> LayoutTree {
    while !open.isEmpty { endContainer() }
    return LayoutTree(self)
  }
}
