internal import TesseraKit
internal import TesseraScene

/// Visible nodes of a stage with their frames, as `tessera check` reads them. Loop thread.
struct CheckedScreen {
  /// Visible node.
  struct Item {
    let node: AnyNode
    /// Box on the stage, logical units.
    let frame: Rect
    /// Part of `frame` that nothing cuts off.
    let visible: Rect
    /// Clip rectangle on the stage, logical units.
    let bounds: Rect
    /// Innermost node that cuts off content here; nil: the edge of the stage.
    let clip: AnyNode?
    /// Whether content can be scrolled into view.
    let isScrolled: Bool
    /// Element of the node for screen readers; nil if it has no element.
    let element: SemanticsElement?

    /// Words to recognize the node.
    var words: String { element?.semantics.label ?? node.attribute("string")?.text ?? node.attribute("title")?.text ?? "" }

    var checked: CheckedElement { CheckedElement(node, words: words) }

    /// Whether a press, an increment or the like changes something.
    var isInteractive: Bool {
      guard let element, element.semantics.isDisabled != true else { return false }
      return element.role.isInteractive || (element.semantics.actions ?? []).contains { $0 == .activate || $0 == .increment }
    }
  }

  let stage: Stage
  let condition: CheckCondition
  /// Parents before children.
  private(set) var items: [Item] = []
  /// Nodes of which nothing is visible, and which cannot be scrolled into view.
  private(set) var outside: [Item] = []

  /// Reads the newest frame. Nodes outside of a modal element are left out, because it covers them.
  init(_ stage: Stage, _ condition: CheckCondition) {
    (self.stage, self.condition) = (stage, condition)
    let tree = stage.semanticsTree
    var top = stage.root
    while let above = top.supernode { top = above }
    struct Step {
      var node: AnyNode
      var clip: Rect
      var clipper: AnyNode?
      var isScrolled = false
      var isReachable: Bool
    }
    var stack = [Step(node: top, clip: Rect(size: stage.size), clipper: nil, isReachable: tree.modal == nil)]
    while var step = stack.popLast() {
      let node = step.node
      guard !node.isHidden, node.opacity > 0, let frame = Self.frame(of: node, on: stage) else { continue }
      let element = tree[SemanticsID(node: node.serial)]
      if element?.isHidden ?? false, !node.subnodes.isEmpty { continue }
      if tree.modal?.node == node.serial { step.isReachable = true }
      let visible = frame.intersection(step.clip)
      if step.isReachable, frame.width > 0, frame.height > 0 {
        let item = Item(
          node: node, frame: frame, visible: visible, bounds: step.clip, clip: step.clipper, isScrolled: step.isScrolled, element: element)
        if visible.width > 0, visible.height > 0 {
          items.append(item)
        } else if !step.isScrolled {
          outside.append(item)
        }
      }
      let scrolls = (element?.semantics.actions ?? []).contains { if case .scroll = $0 { true } else { false } }
      if node.clipsToBounds || scrolls { (step.clip, step.clipper) = (visible, node) }
      step.isScrolled = step.isScrolled || scrolls
      for child in node.subnodes.reversed() {
        step.node = child
        stack.append(step)
      }
    }
  }

  /// Returns the box of a node on the stage, transforms applied; nil if it is not laid out.
  private static func frame(of node: AnyNode, on stage: Stage) -> Rect? {
    let size = node.frame.size
    let corners = [Point(0, 0), Point(size.width, 0), Point(0, size.height), Point(size.width, size.height)]
    let points = corners.compactMap { stage.convert($0, from: node) }
    guard points.count == 4, let first = points.first else { return nil }
    return points.reduce(Rect(origin: first, size: .zero)) { box, point in
      Rect(
        left: min(box.minX, point.x), top: min(box.minY, point.y), right: max(box.maxX, point.x), bottom: max(box.maxY, point.y))
    }
  }

  /// Returns the colors inside a rectangle of the stage.
  func colors(in area: Rect) -> ColorHistogram { ColorHistogram(stage.framebuffer, in: area.snapped(scale: stage.scale)) }

  /// Lines of a text node: their rectangle on the stage, whether some text is not shown, and the words that a control cuts off; nil for other
  /// nodes and for empty texts.
  func lines(of item: Item) -> (ink: Rect, isTruncated: Bool, cut: [String])? {
    let (node, content) = (item.node, item.node.contentRect)
    let size = node.frame.size
    let insets = Insets(
      top: content.minY, right: size.width - content.maxX, bottom: size.height - content.maxY, left: content.minX)
    let facts = node.layoutDescription(in: DrawContext(size: size, insets: insets, environment: node.environmentValues))
    guard case .list(let lines)? = facts.first(where: { $0.0 == "lines" })?.1 else { return nil }
    var ink: Rect?
    for case .map(let line) in lines {
      func number(_ key: String) -> Double { line.first { $0.key == key }?.value.number ?? 0 }
      let box = Rect(number("x"), number("y"), number("width"), number("height"))
      if box.width > 0 { ink = ink?.union(box) ?? box }
    }
    guard let ink else { return nil }
    let factor = size.width > 0 && size.height > 0 ? (item.frame.width / size.width, item.frame.height / size.height) : (1, 1)
    let onStage = Rect(
      item.frame.minX + ink.minX * factor.0, item.frame.minY + ink.minY * factor.1, ink.width * factor.0, ink.height * factor.1)
    let isTruncated = facts.first { $0.0 == "truncated" }?.1 == .boolean(true)
    // A control describes only the words that do not fit.
    let cut = isTruncated && !(node is TextNode) ? lines.compactMap { $0["text"]?.text } : []
    return (onStage, isTruncated, cut)
  }
}
