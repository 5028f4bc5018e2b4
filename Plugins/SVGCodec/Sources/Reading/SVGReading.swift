internal import TesseraGeometry
internal import TesseraRender

/// Converts a tree of elements to drawable items. Used for one document, on one thread.
final class SVGReading {
  /// State inherited through the tree.
  struct State {
    /// Reference box of percentages.
    var viewBox: Rect
    /// Whether the element is in a `clipPath`, where everything is filled with black.
    var isInClip = false
    /// Paints of the shape whose marker is read, or of the enclosing `use`.
    var context: Context?
    /// Map to the coordinates of these paints.
    var contextMap = Transform.identity
    /// Size that `use` sets for a symbol or nested picture.
    var useSize: (width: Double?, height: Double?) = (nil, nil)
    /// Whether only boxes are needed, so that context paints are irrelevant.
    var isMeasuring = false
    /// Enclosing `marker` elements.
    var markers: [Int] = []
  }

  /// Values of `context-fill` and `context-stroke`.
  struct Context {
    var fill: SVGFill?
    var stroke: SVGStroke?
  }

  let tree: SVGTree
  let options: SVGOptions
  let source: String
  /// Nesting depth of documents.
  let nesting: Int
  /// Referenced elements being read. One that refers to itself is ignored.
  var active: [Int] = []
  /// Ignored references among masks and patterns.
  private(set) lazy var cuts = ReferenceCuts(tree)
  /// Filters found to refer back to themselves.
  var recursive: Set<Int> = []
  /// Computed font weights, font sizes and text lines, by the elements that set them.
  var weights: [Int: Int] = [:]
  var fontSizes: [Int: Double] = [:]
  var decorators: [String: [Int: Int?]] = [:]
  /// Outlines of shapes and walks along them, by the attribute list that defines them.
  var outlines: [Int: SVGOutline] = [:]
  var walks: [Int: PathWalk] = [:]
  /// Gradient stops, by their parent element.
  var stops: [Int: [(offset: Double, color: SVGColor)]] = [:]
  /// Loaded pictures, by the attribute list of the elements that show them.
  var pictures: [Int: SVGLoadedPicture?] = [:]
  /// Size of the picture in logical units.
  var viewport = Size(100, 100)
  let budget: ReadingBudget
  private(set) var failure: SVGError?

  init(tree: SVGTree, options: SVGOptions, source: String, nesting: Int, budget: ReadingBudget) {
    (self.tree, self.options, self.source, self.nesting, self.budget) = (tree, options, source, nesting, budget)
  }

  /// Returns the element's own attribute; long ones count as work.
  func attribute(_ name: String, of node: Int) -> String? { counted(tree.attribute(name, of: node)) }

  /// Returns the attribute of the element, or of the nearest ancestor that has it; long ones count as work.
  func inherited(_ name: String, of node: Int) -> String? { counted(tree.inherited(name, of: node)) }

  private func counted(_ value: String?) -> String? {
    guard let value, value.utf8.count > 64 else { return value }
    budget.spend(.bytes, value.utf8.count)
    return value
  }

  /// Counts resources. Returns false, and reading fails, if the limit is exceeded.
  func spend(_ kind: ReadingBudget.Kind, _ amount: Int, at node: Int) -> Bool {
    budget.spend(kind, amount)
    guard failure == nil else { return false }
    guard let reason = budget.refusal else { return true }
    failure = SVGError(source: source, line: tree[node].line, reason: reason)
    return false
  }

  /// Counts an element. Returns whether it may be read.
  func visit(_ node: Int) -> Bool { spend(.visits, 1, at: node) }

  /// Counts an item. Returns whether it may be created.
  func count(_ node: Int) -> Bool { spend(.shapes, 1, at: node) }

  /// Runs `body` unless `node` is already being read.
  func once<Result>(_ node: Int, _ body: () -> Result?) -> Result? {
    guard !active.contains(node), active.count < SVGLimits.references else { return nil }
    active.append(node)
    defer { active.removeLast() }
    return body()
  }

  // MARK: elements

  static let shapes: Set<String> = ["rect", "circle", "ellipse", "line", "polyline", "polygon", "path"]
  private static let graphics: Set<String> = shapes.union(["a", "g", "image", "svg", "switch", "text", "use"])

  /// Adds the content of an element.
  func add(_ node: Int, _ state: State, to parent: inout SVGGroup) {
    let tag = tree[node].tag
    guard Self.graphics.contains(tag), visit(node), isShown(node), passesConditions(node) else { return }
    if tag == "text", !options.readsText { return }
    if tag == "switch" { return addSwitch(node, state, to: &parent) }
    addGroup(node, state, to: &parent) { group, state in
      switch tag {
      case "use": self.addUse(node, state, to: &group)
      case "svg": self.addNested(node, state, to: &group)
      case "image": self.addImage(node, state, to: &group)
      case "text": self.addText(node, state, to: &group)
      case "g", "a": self.addChildren(of: node, state, to: &group)
      default: self.addShape(node, state, to: &group)
      }
    }
  }

  func addChildren(of node: Int, _ state: State, to group: inout SVGGroup) {
    for child in tree[node].children { add(child, state, to: &group) }
  }

  private func addSwitch(_ node: Int, _ state: State, to parent: inout SVGGroup) {
    let child = tree[node].children.first { Self.graphics.contains(tree[$0].tag) && passesConditions($0) }
    guard let child else { return }
    addGroup(node, state, to: &parent) { group, state in self.add(child, state, to: &group) }
  }

  func isShown(_ node: Int) -> Bool { attribute("display", of: node) != "none" }

  func passesConditions(_ node: Int) -> Bool {
    if attribute("requiredExtensions", of: node).map({ !$0.isEmpty }) == true { return false }
    guard let languages = attribute("systemLanguage", of: node) else { return true }
    return languages.split(separator: ",").contains { language in
      let language = language.trimmed
      return options.languages.contains { $0 == language || language.hasPrefix($0 + "-") }
    }
  }

  // MARK: groups

  /// Adds the content that `fill` adds, with the element's transform, opacity, clip, mask and filters.
  func addGroup(_ node: Int, _ state: State, to parent: inout SVGGroup, _ fill: (inout SVGGroup, State) -> Void) {
    var group = SVGGroup()
    // A transform about the element's own box is applied later, when the box is known.
    let usesBox = usesOwnBox(node)
    guard let transform = usesBox ? .identity : transform(of: node, state) else { return }
    group.transform = transform
    if !state.isInClip {
      if let text = attribute("opacity", of: node), let opacity = svgShare(text.trimmed) { group.opacity = min(max(opacity, 0), 1) }
      group.blend = blend(attribute("mix-blend-mode", of: node))
      group.isIsolated = attribute("isolation", of: node) == "isolate"
    }
    var inner = state
    inner.contextMap = transform.then(state.contextMap)
    fill(&group, inner)
    group.measure()
    if usesBox {
      guard let transform = self.transform(of: node, state, box: referenceBox(attribute("transform-box", of: node), group, state)) else {
        return
      }
      group.transform = transform
    }
    if !state.isInClip, let value = attribute("filter", of: node), value != "none" {
      // An unavailable filter hides the element.
      guard let filters = filters(value, of: node, group, state) else { return }
      group.filters = filters
      group.measure()
    }
    guard addClip(of: node, state, to: &group), state.isInClip || addMask(of: node, state, to: &group) else { return }
    if group.children.isEmpty && group.filters.isEmpty { return }
    append(group, to: &parent)
  }

  func append(_ group: SVGGroup, to parent: inout SVGGroup) {
    // A group without effect is flattened.
    if group.isPlain, group.transform.isIdentity {
      parent.children += group.children
    } else if group.isPlain, group.children.count == 1, case .group(var child) = group.children[0], child.transform.isFinite {
      child.transform = child.transform.then(group.transform)
      parent.children.append(.group(child))
    } else {
      parent.children.append(.group(group))
    }
  }

  private func addClip(of node: Int, _ state: State, to group: inout SVGGroup) -> Bool {
    guard let value = attribute("clip-path", of: node), value != "none" else { return true }
    guard let (id, _) = svgLink(value) else {
      if let clip = shapeClip(value, of: node, group, state) { group.clip = clip }
      return true
    }
    guard let target = tree.ids[id], tree[target].tag == "clipPath" else { return true }
    // A clip that refers back to itself is ignored.
    guard !active.contains(target) else { return true }
    guard let clip = clip(target, bounds: group.bounds, state) else { return false }
    group.clip = clip
    return true
  }

  private func addMask(of node: Int, _ state: State, to group: inout SVGGroup) -> Bool {
    guard let value = attribute("mask", of: node), value != "none", let (id, _) = svgLink(value), let target = tree.ids[id],
      tree[target].tag == "mask"
    else { return true }
    guard !cuts.contains(node, target), !active.contains(target) else { return true }
    guard let mask = mask(target, bounds: group.bounds, state) else { return false }
    group.mask = mask
    return true
  }

  func blend(_ text: String?) -> BlendMode {
    switch text?.trimmed {
    case "multiply": .multiply
    case "screen": .screen
    case "overlay": .overlay
    case "darken": .darken
    case "lighten": .lighten
    case "color-dodge": .colorDodge
    case "color-burn": .colorBurn
    case "hard-light": .hardLight
    case "soft-light": .softLight
    case "difference": .difference
    case "exclusion": .exclusion
    case "hue": .hue
    case "saturation": .saturation
    case "color": .color
    case "luminosity": .luminosity
    default: .normal
    }
  }
}
