internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Checks a YAML tree against the registry and converts it to scene nodes. Single use.
struct SceneReader {
  let tree: YAMLTree
  let registry: NodeRegistry
  var values: ValueReader
  var nodes: [SceneNode] = []
  /// Style of the last node of each type.
  var lastStyles: [String: SceneNode.SharedStyle] = [:]

  /// Settings for all nodes of a type, by type.
  var defaults: [String: SettingGroup] = [:]
  /// Shared settings, by name.
  var sharedStyles: [String: SettingGroup] = [:]
  /// Nodes that place some of their children by ids.
  var naming: [NamingNode] = []
  /// Location of each id.
  var ids: [String: Place] = [:]
  static let topKeys = [
    "tessera", "size", "scale", "background", "direction", "safeArea", "keyboard", "environment", "theme", "defaults", "styles", "fonts",
    "messages",
    "definitions",
    "data",
    "screens", "overlays", "root",
  ]
  /// Names in `screens` of the scene.
  var screenNames: [String] = []
  /// Indices of the root and the screens in the tree.
  var nodeRoots: [Int32] = []
  /// Types of nodes by id; nil before the first use.
  var nodeTypes: [String: String]?
  /// Type whose signals are being read.
  var actingType: NodeTypeDescriptor?
  /// Names in `overlays` of the scene.
  var overlayNames: [String] = []

  init(tree: YAMLTree, directory: String, registry: NodeRegistry, errors: ErrorCollector) {
    self.tree = tree
    self.registry = registry
    values = ValueReader(tree: tree, directory: directory, errors: errors)
  }

  var errors: ErrorCollector {
    get { values.errors }
    set { values.errors = newValue }
  }

  /// Reads the whole file. Afterwards `nodes` holds the nodes, or `errors` is not empty.
  mutating func readScene() -> SceneHeader {
    var header = SceneHeader()
    guard tree.root >= 0 else {
      errors.add(at: Place(line: 1, column: 1), "the file is empty; the smallest scene is `{tessera: 1, root: {type: box}}`")
      return header
    }
    guard case .map(let entries) = tree[tree.root].content else {
      errors.add(at: tree.place(tree.root), "a scene must be a map that begins with `tessera: 1`, got \(tree.describe(tree.root))")
      return header
    }
    guard checkVersion(entries) else { return header }
    // Nodes need theme, defaults and styles, wherever they are in the file. The theme is first because it may add tokens.
    for entry in entries where entry.key == "messages" { readMessages(entry.value) }
    for entry in entries where entry.key == "theme" { header.theme = readTheme(entry.value) }
    values.allowsBindings = true
    for entry in entries where entry.key == "defaults" { readDefaults(entry.value) }
    for entry in entries where entry.key == "styles" { readStyles(entry.value) }
    values.allowsBindings = false
    for entry in entries where !errors.isFull { read(entry, into: &header) }
    header.addTheme()
    let screens = entries.first { $0.key == "screens" }.flatMap { map($0.value, "`screens` of the scene") } ?? []
    screenNames = screens.map(\.key)
    let overlays = entries.first { $0.key == "overlays" }.flatMap { map($0.value, "`overlays` of the scene") } ?? []
    overlayNames = overlays.map(\.key)
    if let root = entries.first(where: { $0.key == "root" }) {
      nodeRoots = [root.value] + (screens + overlays).map(\.value)
      readNodes(from: root.value, as: .child)
      for screen in screens where !errors.isFull { readNodes(from: screen.value, as: .screen(screen.key)) }
      for overlay in overlays where !errors.isFull { readNodes(from: overlay.value, as: .overlay(overlay.key)) }
      checkNames()
    } else {
      errors.add(at: tree.place(tree.root), "the key `root` is missing; it is the node that contains all others")
    }
    return header
  }

  private mutating func checkVersion(_ entries: [YAMLTree.Entry]) -> Bool {
    guard let entry = entries.first(where: { $0.key == "tessera" }) else {
      let near = nearestName(to: "tessera", among: entries.map(\.key))
      if let wrong = entries.first(where: { $0.key == near }) {
        errors.add(
          at: wrong.keyPlace, "the key `tessera` is missing; the first line must be `tessera: \(Scene.version)`, not `\(wrong.key)`",
          suggestion: "tessera")
        return false
      }
      let place = tree.place(tree.root)
      errors.add(at: place, "the key `tessera` is missing; add `tessera: \(Scene.version)` as the first line")
      return false
    }
    guard case .scalar(let text, true) = tree[entry.value].content, NumberText.read(text) == .number(Double(Scene.version)) else {
      errors.add(
        at: tree.place(entry.value),
        "version of the scene format must be \(Scene.version), got \(tree.describe(entry.value))")
      return false
    }
    return true
  }

  private mutating func read(_ entry: YAMLTree.Entry, into header: inout SceneHeader) {
    func named(_ name: String) -> String { "`\(name)` of the scene" }
    switch entry.key {
    case "tessera", "theme", "messages", "defaults", "styles", "definitions", "screens", "overlays", "root": break
    case "data": header.data = readData(entry.value)
    case "size":
      if case .broken = tree[entry.value].content { return }
      guard case .list = tree[entry.value].content else {
        let got = tree.describe(entry.value)
        errors.add(at: tree.place(entry.value), "`size` of the scene must be [width, height], for example [800, 480], got \(got)")
        return
      }
      guard let value = values.read(entry.value, as: .list(.number(0...100_000)), name: named("size")) else { return }
      if let point = value.point {
        header.size = Size(point.x, point.y)
      } else {
        errors.add(at: tree.place(entry.value), "`size` of the scene must be two numbers: [width, height], for example [800, 480]")
      }
    case "scale": header.scale = values.read(entry.value, as: .number(0.1...16), name: named("scale"))?.number
    case "background": header.background = values.read(entry.value, as: .color, name: named("background"))?.color
    case "direction":
      let word = values.read(entry.value, as: .choice(["ltr", "rtl"]), name: named("direction"))?.text
      header.direction = word.map { $0 == "rtl" ? .rtl : .ltr }
    case "safeArea":
      let length = AttributeKind.number(0...100_000)
      guard let value = values.read(entry.value, as: .either([length, .list(length)]), name: named("safeArea")) else { return }
      let lengths = value.list?.compactMap(\.number) ?? value.number.map { [$0, $0, $0, $0] } ?? []
      if lengths.count == 4 {
        header.safeArea = Insets(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
      } else {
        errors.add(at: tree.place(entry.value), "`safeArea` of the scene must be one number, or four: [top, right, bottom, left]")
      }
    case "keyboard": header.keyboard = readKeyboard(entry.value)
    case "environment":
      header.environment = values.read(entry.value, as: registry.environmentKind, name: named("environment"))
      guard let value = header.environment else { return }
      do { try BoxNode().setAttribute("environment", to: value) } catch {
        errors.add(at: tree.place(entry.value), "`environment` of the scene \((error as? AttributeError)?.reason ?? "\(error)")")
      }
    case "fonts":
      let list = values.read(entry.value, as: .list(.asset), name: named("fonts"))?.list
      header.fonts = list?.compactMap(\.text) ?? []
      for font in header.fonts where Scene.isURL(font) {
        errors.add(.warning, at: tree.place(entry.value), "`fonts` of the scene has the URL `\(font)`; fonts are read from files only")
      }
    default:
      errors.add(
        at: entry.keyPlace, "unknown key `\(entry.key)` of the scene; valid are \(Self.topKeys.joined(separator: ", "))",
        suggestion: nearestName(to: entry.key, among: Self.topKeys))
    }
  }
}
