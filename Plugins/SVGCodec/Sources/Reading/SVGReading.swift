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
  /// Items made, those of patterns and markers each time.
  private var items = 0
  private(set) var failure: SVGError?

  init(tree: SVGTree, options: SVGOptions, source: String, nesting: Int) {
    (self.tree, self.options, self.source, self.nesting) = (tree, options, source, nesting)
  }

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
    guard Self.graphics.contains(tag), failure == nil, isShown(node), passesConditions(node) else { return }
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

  func isShown(_ node: Int) -> Bool { tree.attribute("display", of: node) != "none" }

  func passesConditions(_ node: Int) -> Bool {
    if tree.attribute("requiredExtensions", of: node).map({ !$0.isEmpty }) == true { return false }
    guard let languages = tree.attribute("systemLanguage", of: node) else { return true }
    return languages.split(separator: ",").contains { language in
      let language = language.trimmed
      return options.languages.contains { $0 == language || language.hasPrefix($0 + "-") }
    }
  }

  // MARK: groups

  /// Adds what `fill` adds, under the element's transform, opacity, clip, mask and filters.
  func addGroup(_ node: Int, _ state: State, to parent: inout SVGGroup, _ fill: (inout SVGGroup, State) -> Void) {
    var group = SVGGroup()
    guard let transform = transform(of: node, state) else { return }
    group.transform = transform
    if !state.isInClip {
      if let text = tree.attribute("opacity", of: node), let opacity = svgShare(text.trimmed) { group.opacity = min(max(opacity, 0), 1) }
      group.blend = blend(tree.attribute("mix-blend-mode", of: node))
      group.isIsolated = tree.attribute("isolation", of: node) == "isolate"
    }
    var inner = state
    inner.contextMap = transform.then(state.contextMap)
    fill(&group, inner)
    group.measure()
    if !state.isInClip, let value = tree.attribute("filter", of: node), value != "none" {
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
    guard let value = tree.attribute("clip-path", of: node), value != "none", let (id, _) = svgLink(value), let target = tree.ids[id],
      tree[target].tag == "clipPath"
    else { return true }
    // One that leads back to itself counts as none.
    guard !active.contains(target) else { return true }
    guard let clip = clip(target, bounds: group.bounds, state) else { return false }
    group.clip = clip
    return true
  }

  private func addMask(of node: Int, _ state: State, to group: inout SVGGroup) -> Bool {
    guard let value = tree.attribute("mask", of: node), value != "none", let (id, _) = svgLink(value), let target = tree.ids[id],
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

  /// The element's transform about its origin; nil where it leaves nothing to draw.
  func transform(of node: Int, _ state: State, _ name: String = "transform") -> Transform? {
    guard let text = tree.attribute(name, of: node), var t = Transform(svg: text) else { return .identity }
    if name == "transform" || name == "patternTransform" || name == "gradientTransform",
      let origin = tree.attribute("transform-origin", of: node)
    {
      let p = self.origin(origin, node, state)
      t = Transform.translation(-p.x, -p.y).then(t).then(.translation(p.x, p.y))
    }
    return t.isInvertible ? t : nil
  }

  private func origin(_ text: String, _ node: Int, _ state: State) -> Point {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let vertical = ["top", "bottom"]
    // "top left" is as well as "left top".
    if words.count == 2, vertical.contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    if words.count == 1, vertical.contains(words[0]) { words = ["center", words[0]] }
    func place(_ word: String?, _ axis: Axis) -> Double {
      switch word {
      case nil, "center": pixels(SVGLength(50, .percent), axis, of: node, state)
      case "left", "top": 0
      case "right", "bottom": pixels(SVGLength(100, .percent), axis, of: node, state)
      case let word?: SVGLength(word).map { pixels($0, axis, of: node, state) } ?? 0
      }
    }
    return Point(place(words.first, .x), place(words.count > 1 ? words[1] : nil, .y))
  }
}
