public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// A scene file that was read and checked: plain data, from which any number of node trees can be made.
///
/// Immutable; any thread. The format is described in docs/scene-files.md.
public struct Scene: Sendable {
  /// The version of the format that this build reads and writes.
  public static let version = 1

  /// The file it came from, as the caller named it.
  public let name: String
  /// The size it was made for, logical units; nil where the file does not say.
  public let size: Size?
  /// Device pixels a logical unit; nil where the file does not say.
  public let scale: Double?
  /// What lies beneath the root node; nil where the file does not say.
  public let background: Color?
  /// Where lines and rows start; nil where the file does not say.
  public let direction: LayoutDirection?
  /// How far a round corner, a cut-out or a bezel reaches into the screen from each side, logical units; nil where the file does not say.
  public let safeArea: Insets?
  /// Font files and directories of fonts, as paths that can be opened as they are.
  public let fonts: [String]
  /// All nodes, parents before their children and siblings in order; the root is the first.
  public let nodes: [SceneNode]
  /// What is probably not as it was meant, but can be shown: files that are missing, names given twice.
  public let warnings: [SceneError]

  let registry: NodeRegistry
  /// What relative paths are relative to.
  let directory: String
  /// The values of `data:`, a map or null.
  let initialData: DataValue
  /// For each node the number of the first that is not below it; empty where nothing follows data.
  let ends: [Int]
  /// Screens that actions push, by name.
  let screens: [String: Int]
  /// Overlays that actions show, by name.
  let overlays: [String: Int]

  /// Whether something follows data, events or the environment.
  var isLive: Bool { !ends.isEmpty }

  init(reader: SceneReader, header: SceneHeader, registry: NodeRegistry) {
    name = reader.errors.file
    (size, scale, background, direction, fonts) = (header.size, header.scale, header.background, header.direction, header.fonts)
    safeArea = header.safeArea
    // What the scene says for all nodes its root says, which may say otherwise.
    nodes = header.environment.map { reader.nodes.prefix(1).map(SceneNode.inheriting($0)) + reader.nodes.dropFirst() } ?? reader.nodes
    warnings = reader.errors.warnings
    directory = reader.values.directory
    initialData = header.data
    var (screens, overlays): ([String: Int], [String: Int]) = ([:], [:])
    for (number, node) in reader.nodes.enumerated() {
      if case .screen(let name) = node.role { screens[name] = number }
      if case .overlay(let name) = node.role { overlays[name] = number }
    }
    (self.screens, self.overlays) = (screens, overlays)
    ends = reader.nodes.contains { $0.live != nil || $0.role != .child } ? Self.ends(of: reader.nodes) : []
    self.registry = registry
  }

  /// Reads and checks a file; relative paths in it are relative to its directory.
  ///
  /// - Parameters:
  ///   - file: the path of the scene file.
  ///   - registry: the node types that it may use.
  /// - Throws: every error of the file at once, each with line and column; one of kind ``SceneError/Kind/unreadable`` where there is no such file.
  /// - Complexity: linear in the size of the file with its aliases written out, which ``SceneLimits`` bound.
  public static func load(file: String, registry: NodeRegistry) throws(SceneErrors) -> Scene {
    switch FileReading.bytes(of: file, limit: SceneLimits.bytes) {
    case .success(let bytes): return try read(bytes, name: file, directory: FileReading.directory(of: file), registry: registry)
    case .failure(let error):
      throw SceneErrors([SceneError(kind: .unreadable, file: file, message: error.message)])
    }
  }

  /// Reads and checks a text.
  ///
  /// - Parameters:
  ///   - text: the scene, YAML or JSON.
  ///   - name: what errors call the text.
  ///   - directory: what relative paths in it are relative to; empty: the working directory.
  ///   - registry: the node types that it may use.
  public static func parse(
    text: String, name: String = "scene", directory: String = "", registry: NodeRegistry
  ) throws(SceneErrors) -> Scene {
    try read(Array(text.utf8), name: name, directory: directory, registry: registry)
  }

  /// Reads and checks bytes, which may be anything: what is no scene is an error, never a trap.
  public static func parse(
    bytes: [UInt8], name: String = "scene", directory: String = "", registry: NodeRegistry
  ) throws(SceneErrors) -> Scene {
    try read(bytes, name: name, directory: directory, registry: registry)
  }

  private static func read(
    _ bytes: [UInt8], name: String, directory: String, registry: NodeRegistry
  ) throws(SceneErrors) -> Scene {
    var errors = ErrorCollector(file: name)
    guard bytes.count <= SceneLimits.bytes else {
      errors.add(.limit, at: .none, "the file is larger than \(SceneLimits.bytes >> 20) MiB, more than a scene may be")
      throw errors.result
    }
    let tree: YAMLTree
    do {
      tree = try YAMLComposer.compose(bytes, errors: &errors)
    } catch {
      throw errors.result
    }
    var reader = SceneReader(tree: tree, directory: directory, registry: registry, errors: errors)
    let header = reader.readScene()
    guard reader.errors.isEmpty else { throw reader.errors.result }
    return Scene(reader: reader, header: header, registry: registry)
  }

  /// Nodes stand before those below them, and each with all that is below it in a row.
  private static func ends(of nodes: [SceneNode]) -> [Int] {
    var ends = nodes.indices.map { $0 + 1 }
    for number in nodes.indices.reversed() {
      if let parent = nodes[number].parent { ends[parent] = max(ends[parent], ends[number]) }
    }
    return ends
  }

  /// What rows and headers of a list are made like.
  func templates(of number: Int) -> (item: Int?, header: Int?) {
    var result: (item: Int?, header: Int?) = (nil, nil)
    var i = number + 1
    while i < ends[number] {
      if nodes[i].role == .item { result.item = i }
      if nodes[i].role == .header { result.header = i }
      i = ends[i]
    }
    return result
  }

  /// Makes the node tree that the file describes; each call makes new nodes. Any thread.
  ///
  /// Nodes whose attributes, style, children or rows follow data do so as long as they are there.
  ///
  /// - Parameter data: the values; those of the scene's `data:` are added where they are missing. nil: those alone. `AnyNode.sceneData` has them.
  /// - Throws: only where a node type refuses now what it took when the file was checked.
  public func makeRoot(data: SceneData? = nil) throws(SceneErrors) -> AnyNode {
    if isLive {
      let data = data ?? SceneData()
      data.fill(from: initialData)
      data.beginUnlessTold(self)
      return try SceneInstance(self, data).make(0, in: nil)
    }
    var made: [AnyNode] = []
    made.reserveCapacity(nodes.count)
    for description in nodes {
      do {
        let node = try registry.makeNode(description.type)
        try description.apply(to: node)
        if let parent = description.parent { made[parent].addSceneChild(node) }
        made.append(node)
      } catch {
        throw SceneErrors([SceneError(file: name, line: description.line, column: description.column, message: "\(error)")])
      }
    }
    if let data {
      data.beginUnlessTold(self)
      SceneInstance(self, data).follow(made[0])
    }
    return made[0]
  }

  /// Adds the scene's fonts to `library` and returns what could not be added; files that are not there are among ``warnings`` already.
  public func addFonts(to library: FontLibrary = .shared) -> [RenderError] {
    var failures: [RenderError] = []
    for path in fonts where FileReading.exists(path) {
      if FileReading.isDirectory(path) {
        do throws(RenderError) { failures += try library.add(directory: path) } catch { failures.append(error) }
      } else {
        do throws(RenderError) { _ = try library.add(file: path) } catch { failures.append(error) }
      }
    }
    return failures
  }
}

extension AnyNode {
  /// The data that the tree of a scene follows, at its root; nil: none. Any thread.
  public var sceneData: SceneData? { self[data: LiveGroup.Key.self]?.instance.data }
}

extension Scene {
  /// Has `set` name the scene's fonts in place of those of an earlier reading, and returns what could not be added.
  public func useFonts(in set: FontSet) -> [RenderError] { set.use(fonts.filter(FileReading.exists)) }
}

/// One node of a scene file, with shared styles and defaults applied.
public struct SceneNode: Sendable, Equatable {
  /// One attribute, of the kind that the node's type declares.
  public struct Attribute: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value; files are paths that can be opened as they are.
    public var value: AttributeValue
  }

  /// The registered name of its type.
  public let type: String
  /// Its name; empty where it has none.
  public let id: String
  /// How it takes part in layout.
  public let style: LayoutStyle
  /// What is set, each name once.
  public let attributes: [Attribute]
  /// Index of the parent; nil for the root.
  public let parent: Int?
  /// What follows data, events and the environment; nil: nothing.
  let live: SceneNodeLive?
  /// What it is to its parent.
  let role: SceneNodeRole
  /// Where it stands in the file, from 1.
  public let line: Int
  /// Where it stands in its line, from 1.
  public let column: Int

  /// Returns what makes of a node one that says what `environment` says, but for what it says itself.
  static func inheriting(_ environment: AttributeValue) -> (SceneNode) -> SceneNode {
    { node in
      var attributes = node.attributes
      let own = attributes.firstIndex { $0.name == "environment" }
      if let own, case .map(let pairs) = attributes[own].value, case .map(let inherited) = environment {
        attributes[own].value = .map(inherited.filter { pair in !pairs.contains { $0.key == pair.key } } + pairs)
      } else {
        attributes.append(Attribute(name: "environment", value: environment))
      }
      return SceneNode(
        type: node.type, id: node.id, style: node.style, attributes: attributes, parent: node.parent, live: node.live,
        role: node.role, line: node.line, column: node.column)
    }
  }

  /// Sets everything but the children.
  func apply(to node: AnyNode) throws {
    node.id = id
    node.style = style
    for attribute in attributes { try node.setAttribute(attribute.name, to: attribute.value) }
  }
}

/// What stands at the top of a file beside the nodes.
struct SceneHeader {
  var size: Size?
  var scale: Double?
  var background: Color?
  var direction: LayoutDirection?
  var safeArea: Insets?
  var environment: AttributeValue?
  var theme: AttributeValue?
  var fonts: [String] = []
  var data = DataValue.null

  /// Makes the theme a value of the environment, which may not name another.
  mutating func addTheme() {
    guard let theme else { return }
    var pairs: [(key: String, value: AttributeValue)] = []
    if case .map(let said)? = environment { pairs = said.filter { $0.key != "theme" } }
    environment = .map(pairs + [("theme", theme)])
  }
}
