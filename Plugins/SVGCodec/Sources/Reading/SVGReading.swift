internal import TesseraGeometry
internal import TesseraRender

/// Turns a tree of elements into what is drawn. Lives while one document is read, on one thread.
final class SVGReading {
  /// What elements take over from where they stand.
  struct State {
    /// What percentages refer to.
    var viewBox: Rect
    /// Inside of `clipPath`: everything is filled with black.
    var isInClip = false
    /// Paints of the shape whose marker is read, or of the `use` around.
    var context: Context?
    /// From here to where these paints belong.
    var contextMap = Transform.identity
    /// Size that `use` asks of a symbol or a nested picture.
    var useSize: (width: Double?, height: Double?) = (nil, nil)
    /// Whether only boxes are wanted, and paints of the context do not matter.
    var isMeasuring = false
    /// `marker` elements around.
    var markers: [Int] = []
  }

  /// Paints that `context-fill` and `context-stroke` stand for.
  struct Context {
    var fill: SVGFill?
    var stroke: SVGStroke?
  }

  let tree: SVGTree
  let options: SVGOptions
  let source: String
  /// How deep documents lie in each other.
  let nesting: Int
  /// Elements that are being read which others refer to: one that refers to itself is left out.
  var active: [Int] = []
  /// References among masks and patterns that count as none.
  private(set) lazy var cuts = ReferenceCuts(tree)
  /// Filters that were found to lead back to themselves.
  var recursive: Set<Int> = []
  /// Computed weights, sizes and lines of text, by the elements that set them.
  var weights: [Int: Int] = [:]
  var fontSizes: [Int: Double] = [:]
  var decorators: [String: [Int: Int?]] = [:]
  /// Outlines of shapes and walks along them, by the list of attributes that they are from.
  var outlines: [Int: SVGOutline] = [:]
  var walks: [Int: PathWalk] = [:]
  /// Stops of gradients, by the elements that hold them.
  var stops: [Int: [(offset: Double, color: SVGColor)]] = [:]
  /// Pictures that were read, by the attributes of the elements that show them.
  var pictures: [Int: SVGLoadedPicture?] = [:]
  /// Size of the picture, logical units.
  var viewport = Size(100, 100)
  let budget: ReadingBudget
  /// Items made, those of patterns and markers each time.
  private var items = 0
  private(set) var failure: SVGError?

  init(tree: SVGTree, options: SVGOptions, source: String, nesting: Int, budget: ReadingBudget) {
    (self.tree, self.options, self.source, self.nesting, self.budget) = (tree, options, source, nesting, budget)
  }

  /// The element's own attribute; long ones count.
  func attribute(_ name: String, of node: Int) -> String? { counted(tree.attribute(name, of: node)) }

  /// The attribute of the element, or of the nearest one around it that has it; long ones count.
  func inherited(_ name: String, of node: Int) -> String? { counted(tree.inherited(name, of: node)) }

  private func counted(_ value: String?) -> String? {
    guard let value, value.utf8.count > 64 else { return value }
    budget.spend(.bytes, value.utf8.count)
    return value
  }

  /// Counts what reading takes; false, and reading fails, where it is too much.
  func spend(_ kind: ReadingBudget.Kind, _ amount: Int, at node: Int) -> Bool {
    budget.spend(kind, amount)
    guard failure == nil else { return false }
    guard let reason = budget.refusal else { return true }
    failure = SVGError(source: source, line: tree[node].line, reason: reason)
    return false
  }

  /// Whether an element may be read.
  func visit(_ node: Int) -> Bool { spend(.visits, 1, at: node) }

  /// Whether one more item may be made.
  func count(_ node: Int) -> Bool {
    items += 1
    if items <= SVGLimits.elements { return true }
    if failure == nil {
      failure = SVGError(
        source: source, line: tree[node].line,
        reason: "more than \(SVGLimits.elements) shapes, those of markers and patterns counted each time")
    }
    return false
  }

  /// Runs `body` unless `node` is being read already.
  func once<Result>(_ node: Int, _ body: () -> Result?) -> Result? {
    guard !active.contains(node), active.count < SVGLimits.references else { return nil }
    active.append(node)
    defer { active.removeLast() }
    return body()
  }

  // MARK: elements

  static let shapes: Set<String> = ["rect", "circle", "ellipse", "line", "polyline", "polygon", "path"]
  private static let graphics: Set<String> = shapes.union(["a", "g", "image", "svg", "switch", "text", "use"])

  /// Adds what the element draws.
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

  /// Adds what `fill` adds, under the element's transform, opacity, clip, mask and filters.
  func addGroup(_ node: Int, _ state: State, to parent: inout SVGGroup, _ fill: (inout SVGGroup, State) -> Void) {
    var group = SVGGroup()
    // A transform about the element's own box waits for that.
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
      // A filter that cannot be had hides the element.
      guard let filters = filters(value, of: node, group, state) else { return }
      group.filters = filters
      group.measure()
    }
    guard addClip(of: node, state, to: &group), state.isInClip || addMask(of: node, state, to: &group) else { return }
    if group.children.isEmpty && group.filters.isEmpty { return }
    append(group, to: &parent)
  }

  func append(_ group: SVGGroup, to parent: inout SVGGroup) {
    // What changes nothing needs no group.
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
    // One that leads back to itself counts as none.
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
