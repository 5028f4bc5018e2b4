public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraMessages
public import TesseraRender

/// Parsed and validated scene file: plain data, from which any number of node trees can be created.
///
/// Immutable; any thread. The format is described in docs/scene-files.md.
public struct Scene: Sendable {
  /// Version of the format that this build reads and writes.
  public static let version = 1

  /// File name given by the caller.
  public let name: String
  /// Design size in logical units; nil if the file does not set it.
  public let size: Size?
  /// Device pixels per logical unit; nil if the file does not set it.
  public let scale: Double?
  /// Colour behind the root node; nil if the file does not set it.
  public let background: Color?
  /// Direction of lines and rows; nil if the file does not set it.
  public let direction: LayoutDirection?
  /// Insets that exclude rounded corners, cut-outs and bezels of the screen, logical units; nil if the file does not set them.
  public let safeArea: Insets?
  /// Layouts of the on-screen keyboard that is shown while a field has the focus, empty by the locale; nil if the file has no `keyboard`.
  public let keyboard: [String]?
  /// Font files and directories of fonts, as paths that can be opened directly.
  public let fonts: [String]
  /// All nodes, parents before their children and siblings in order; the root is the first.
  public let nodes: [SceneNode]
  /// Non-fatal problems: missing files, duplicate ids.
  public let warnings: [SceneError]

  let registry: NodeRegistry
  /// Base of relative paths.
  let directory: String
  /// Values of `data:`, a map or null.
  let initialData: DataValue
  /// Index after the subtree of each node; empty if nothing follows data.
  let ends: [Int]
  /// Whether an expression reads `env.time`.
  let readsTime: Bool
  /// Screens that actions push, by name.
  let screens: [String: Int]
  /// Overlays that actions present, by name.
  let overlays: [String: Int]

  /// Messages in the languages of the scene; nil if the file names none.
  public let messages: MessageCatalog?
  /// Words of standard nodes in those messages: keys such as `tessera.copy`.
  public let words: StandardWords
  /// Keys of the messages that the scene names, sorted.
  public let messageKeys: [String]
  /// Whether a key of a message is computed, so that `messageKeys` is not complete.
  public let computesMessageKeys: Bool

  /// Whether any node follows data, events or the environment.
  var isLive: Bool { !ends.isEmpty }

  init(reader: SceneReader, header: SceneHeader, registry: NodeRegistry) {
    name = reader.errors.file
    (size, scale, background, direction, fonts) = (header.size, header.scale, header.background, header.direction, header.fonts)
    safeArea = header.safeArea
    keyboard = header.keyboard
    // The environment of the scene is set on its root, which may override it.
    nodes = header.environment.map { reader.nodes.prefix(1).map(SceneNode.inheriting($0)) + reader.nodes.dropFirst() } ?? reader.nodes
    warnings = reader.errors.warnings
    directory = reader.values.directory
    initialData = header.data
    (messages, words) = (reader.values.catalog, reader.values.words)
    messageKeys = reader.values.messageKeys.sorted()
    computesMessageKeys = reader.values.computesMessageKeys
    readsTime = reader.values.readsTime
    var (screens, overlays): ([String: Int], [String: Int]) = ([:], [:])
    for (number, node) in reader.nodes.enumerated() {
      if case .screen(let name) = node.role { screens[name] = number }
      if case .overlay(let name) = node.role { overlays[name] = number }
    }
    (self.screens, self.overlays) = (screens, overlays)
    ends = reader.nodes.contains { $0.live != nil || $0.role != .child } ? Self.ends(of: reader.nodes) : []
    self.registry = registry
  }

  /// Reads and validates a file; relative paths in it are relative to its directory.
  ///
  /// - Parameters:
  ///   - file: path of the scene file.
  ///   - registry: node types that it may use.
  /// - Throws: all errors of the file together, each with line and column; one of kind ``SceneError/Kind/unreadable`` if the file does not
  ///   exist.
  /// - Complexity: O(n) in the size of the file with expanded aliases, which ``SceneLimits`` limits.
  public static func load(file: String, registry: NodeRegistry) throws(SceneErrors) -> Scene {
    switch FileReading.bytes(of: file, limit: SceneLimits.bytes) {
    case .success(let bytes): return try read(bytes, name: file, directory: FileReading.directory(of: file), registry: registry)
    case .failure(let error):
      throw SceneErrors([SceneError(kind: .unreadable, file: file, message: error.message)])
    }
  }

  /// Parses and validates a text.
  ///
  /// - Parameters:
  ///   - text: scene in YAML or JSON.
  ///   - name: name of the text in errors.
  ///   - directory: base directory of relative paths; empty means the working directory.
  ///   - registry: node types that it may use.
  public static func parse(
    text: String, name: String = "scene", directory: String = "", registry: NodeRegistry
  ) throws(SceneErrors) -> Scene {
    try read(Array(text.utf8), name: name, directory: directory, registry: registry)
  }

  /// Parses and validates arbitrary bytes: invalid input is an error, never a trap.
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
      errors.add(.limit, at: .none, "the file is larger than \(SceneLimits.bytes >> 20) MiB, the limit of a scene")
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

  /// Returns the index after the subtree of each node. Nodes are in depth-first order.
  private static func ends(of nodes: [SceneNode]) -> [Int] {
    var ends = nodes.indices.map { $0 + 1 }
    for number in nodes.indices.reversed() {
      if let parent = nodes[number].parent { ends[parent] = max(ends[parent], ends[number]) }
    }
    return ends
  }

  /// Returns the template nodes of rows and headers of a list.
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

  /// Creates the node tree of the scene; each call creates new nodes. Any thread.
  ///
  /// Nodes whose attributes, style, children or rows follow data do so for their lifetime.
  ///
  /// - Parameter data: the values; missing ones are added from the scene's `data:`. nil means only those. `AnyNode.sceneData` returns them.
  /// - Throws: only if a node type rejects a value that it accepted when the file was checked.
  public func makeRoot(data: SceneData? = nil) throws(SceneErrors) -> AnyNode {
    if isLive {
      let data = data ?? SceneData()
      data.fill(from: initialData)
      data.beginUnlessTold(self)
      return try SceneInstance(self, data).make(0, in: nil)
    }
    var made: [AnyNode] = []
    made.reserveCapacity(nodes.count)
    var children: [Int: [AnyNode]] = [:]
    for description in nodes {
      do {
        let node = try registry.makeNode(description.type)
        try description.apply(to: node)
        if let data, data.recordsPlaces { node[data: ScenePlace.Key.self] = ScenePlace(description) }
        if let parent = description.parent { children[parent, default: []].append(node) }
        made.append(node)
      } catch {
        throw SceneErrors([SceneError(file: name, line: description.line, column: description.column, message: "\(error)")])
      }
    }
    // From the root down: a node that is added has no subnodes yet that its place could change.
    for parent in children.keys.sorted() { made[parent].addSceneChildren(children[parent] ?? []) }
    setWords(of: made[0])
    if let data {
      data.beginUnlessTold(self)
      SceneInstance(self, data).bindEnvironment(of: made[0])
    }
    return made[0]
  }

  /// Sets the words of standard nodes for the tree of the scene. Any thread.
  func setWords(of root: AnyNode) {
    if !words.isEmpty { root.environment[\.words] = words } else { root.environment.inherit(\.words) }
  }

  /// Adds the scene's fonts to `library`. Returns the errors of fonts that could not be added; missing files are already in ``warnings``.
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
  /// Data followed by the tree of a scene, at its root; nil if it follows no data. Any thread.
  public var sceneData: SceneData? { self[data: LiveGroup.Key.self]?.instance.data }
}

extension Scene {
  /// Sets the scene's fonts in `set`, replacing those of an earlier version. Returns the errors of fonts that could not be added.
  public func useFonts(in set: FontSet) -> [RenderError] { set.use(fonts.filter(FileReading.exists)) }
}

/// Node of a scene file, with shared styles and defaults applied.
public struct SceneNode: Sendable, Equatable {
  /// Attribute, of the kind that the node's type declares.
  public struct Attribute: Sendable, Equatable {
    /// Name of the attribute.
    public var name: String
    /// Value of the attribute; files are paths that can be opened directly.
    public var value: AttributeValue
  }

  /// Registered name of its type.
  public let type: String
  /// Its id; empty if it has none.
  public let id: String
  /// Layout style.
  public var style: LayoutStyle { sharedStyle.style }
  /// Its style, one object for successive nodes of a type with equal styles: a style is most of a node's size.
  let sharedStyle: SharedStyle
  /// Attributes that are set, each name once.
  public let attributes: [Attribute]
  /// Index of the parent; nil for the root.
  public let parent: Int?
  /// Parts that follow data, events and the environment; nil if none do.
  let live: SceneNodeLive?
  /// Role for its parent.
  let role: SceneNodeRole
  /// Line in the file, from 1.
  public let line: Int
  /// Column in its line, from 1.
  public let column: Int

  /// Layout style that nodes share.
  final class SharedStyle: Sendable, Equatable {
    let style: LayoutStyle

    init(_ style: LayoutStyle) { self.style = style }

    static func == (a: SharedStyle, b: SharedStyle) -> Bool { a === b || a.style == b.style }
  }

  /// Returns a function that adds values of `environment` to a node; the node's own values override them.
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
        type: node.type, id: node.id, sharedStyle: node.sharedStyle, attributes: attributes, parent: node.parent, live: node.live,
        role: node.role, line: node.line, column: node.column)
    }
  }

  /// Sets all properties except the children.
  func apply(to node: AnyNode) throws {
    node.id = id
    node.style = style
    for attribute in attributes { try node.setAttribute(attribute.name, to: attribute.value) }
  }
}

/// Top-level settings of a file, except the nodes.
struct SceneHeader {
  var size: Size?
  var scale: Double?
  var background: Color?
  var direction: LayoutDirection?
  var safeArea: Insets?
  var keyboard: [String]?
  var environment: AttributeValue?
  var theme: AttributeValue?
  var fonts: [String] = []
  var data = DataValue.null

  /// Adds the theme to the environment, replacing any theme there.
  mutating func addTheme() {
    guard let theme else { return }
    var pairs: [(key: String, value: AttributeValue)] = []
    if case .map(let said)? = environment { pairs = said.filter { $0.key != "theme" } }
    environment = .map(pairs + [("theme", theme)])
  }
}
