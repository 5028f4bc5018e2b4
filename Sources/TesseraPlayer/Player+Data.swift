internal import Tessera
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraScene

extension Player {
  /// Creates the data from the options.
  static func makeData(
    _ options: PlayerOptions, _ scene: Scene, _ message: @escaping @Sendable (String) -> Void
  ) throws(PlayerError) -> SceneData {
    let data = SceneData(try options.dataFile.map { file throws(PlayerError) in try loadData(file) } ?? .map([:]))
    data.onProblem = { message($0.description) }
    if let theme = options.theme {
      do throws(SceneErrors) { try data.setTheme(theme, registry: .standard) } catch { throw .scene(error) }
    }
    scene.addDefaults(to: data)
    for setting in options.dataSettings {
      do throws(DataError) { try data.set(setting.value, at: setting.path) } catch { throw .setting("--set \(setting.path): \(error)") }
    }
    return data
  }

  /// Warns of values in the options and the data file that nothing in the scene reads.
  func warnOfUnreadValues() {
    // A file that can no longer be read is reported when it changes.
    if let file = options.dataFile, let given = try? Player.loadData(file) {
      for warning in data.misspellingWarnings(in: given) { message("warning: \(file): \(warning)") }
    }
    for setting in options.dataSettings {
      if let warning = data.unreadWarning(for: setting.path) { message("warning: --set \(setting.path): \(warning)") }
    }
  }

  private static func loadData(_ file: String) throws(PlayerError) -> DataValue {
    do throws(SceneErrors) {
      let value = try DataValue.load(file: file)
      guard case .map = value else {
        throw SceneErrors([SceneError(file: file, message: "the data must be a map of named values, got \(value.kindName)")])
      }
      return value
    } catch {
      throw .scene(error)
    }
  }

  /// Watches the data file, and listens at the data socket.
  func connectData() throws(DeviceError) {
    if options.watches, let file = options.dataFile {
      let watcher = try FileWatcher { [weak self] _ in self?.reloadData() }
      watcher.watch([file])
      stage.attach(watcher)
      dataWatcher = watcher
    }
    guard let path = options.dataSocket else { return }
    let server = try DataServer(path, data)
    data.onEvent = server.eventHandler
    server.attach(to: stage)
    dataServer = server
  }

  /// Applies the current content of the data file. Values that are no longer in the file stay.
  private func reloadData() {
    guard let file = options.dataFile else { return }
    do throws(PlayerError) {
      guard case .map(let values) = try Player.loadData(file) else { return }
      do throws(DataError) {
        try data.set(values.keys.sorted().map { (DataPath([$0]), values[$0] ?? .null) })
      } catch {
        message("warning: \(file): \(error)")
      }
    } catch {
      // Keep the last valid values.
      message("error: \(error)")
    }
  }

  /// Returns the environment values of the scene.
  static func environment(_ options: PlayerOptions, _ scene: Scene, size: Size, scale: Double) -> SceneEnvironment {
    var environment = SceneEnvironment(of: scene, size: size, scale: scale)
    if options.input.wheelIsEncoder, options.hasInput { environment.input = .keys }
    if options.display == .window { environment.input = .pointer }
    return environment
  }
}
