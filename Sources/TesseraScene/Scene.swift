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

  init(reader: SceneReader, header: SceneHeader, registry: NodeRegistry) {
    name = reader.errors.file
    (size, scale, background, direction, fonts) = (header.size, header.scale, header.background, header.direction, header.fonts)
    safeArea = header.safeArea
    nodes = reader.nodes
    warnings = reader.errors.warnings
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
      throw SceneErrors([SceneError(kind: .unreadable, file: file, message: "the scene file cannot be read: \(error.message)")])
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

  /// Makes the node tree that the file describes; each call makes new nodes. Any thread.
  ///
  /// - Throws: only where a node type refuses now what it took when the file was checked.
  public func makeRoot() throws(SceneErrors) -> AnyNode {
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

extension Scene {
  /// Has `set` name the scene's fonts in place of those of an earlier reading, and returns what could not be added.
  public func useFonts(in set: FontSet) -> [RenderError] { set.use(fonts.filter(FileReading.exists)) }
}

/// One node of a scene file, with shared styles and defaults applied.
public struct SceneNode: Sendable, Hashable {
  /// One attribute, of the kind that the node's type declares.
  public struct Attribute: Sendable, Hashable {
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
  /// Where it stands in the file, from 1.
  public let line: Int
  /// Where it stands in its line, from 1.
  public let column: Int

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
  var fonts: [String] = []
}
