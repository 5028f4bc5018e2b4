public import Tessera
public import TesseraKit
internal import TesseraRender
internal import TesseraScene

extension HeadlessStage {
  /// Creates a stage with the scene in `yaml` and settles it.
  ///
  /// Size, scale, background, direction and safe area are the scene's unless the caller sets them.
  ///
  /// - Parameters:
  ///   - yaml: The scene.
  ///   - width: Overrides the scene's, logical units.
  ///   - height: Overrides the scene's, logical units.
  ///   - scale: Overrides the scene's, device pixels per logical unit.
  ///   - directory: Base directory of relative paths in the scene.
  ///   - threads: Number of worker threads; with 0, jobs run on the caller's thread.
  ///   - registry: Node types that the scene may use.
  /// - Throws: All errors and warnings of the scene, each with line and column; fonts of the scene that cannot be added.
  public convenience init(
    scene yaml: String, width: Double? = nil, height: Double? = nil, scale: Double? = nil, directory: String = "", threads: Int = 0,
    registry: NodeRegistry = .standard
  ) throws {
    try self.init(
      Scene.parse(text: yaml, directory: directory, registry: registry), width: width, height: height, scale: scale, threads: threads)
  }

  /// Creates a stage with the scene file at `path` and settles it, like ``init(scene:width:height:scale:directory:threads:registry:)``.
  public convenience init(
    sceneFile path: String, width: Double? = nil, height: Double? = nil, scale: Double? = nil, threads: Int = 0,
    registry: NodeRegistry = .standard
  ) throws {
    try self.init(
      Scene.load(file: path, registry: registry), width: width, height: height, scale: scale, threads: threads)
  }

  private convenience init(_ scene: Scene, width: Double?, height: Double?, scale: Double?, threads: Int) throws {
    if !scene.warnings.isEmpty { throw TestFailure(scene.warnings.map(\.description).joined(separator: "\n")) }
    try TestFonts.add(scene.fonts)
    guard let width = width ?? scene.size?.width, let height = height ?? scene.size?.height else {
      throw TestFailure("\(scene.name) does not say its `size`, and the test gives none")
    }
    let data = SceneData()
    data.begin(in: SceneEnvironment(of: scene, size: Size(width, height), scale: scale))
    try self.init(
      width: width, height: height, scale: scale ?? scene.scale ?? 1, background: scene.background ?? .theme(.ground),
      direction: scene.direction ?? .ltr, threads: threads, settled: false
    ) { try scene.makeRoot(data: data) }
    stage.safeAreaInsets = scene.safeArea ?? .zero
    stage.useKeyboard(scene.keyboard)
    try settle()
  }
}
