internal import Glibc
internal import Tessera
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraRender
internal import TesseraScene

extension Player {
  /// Reads the scene; its fonts are added apart, since a picture can be decoded meanwhile.
  static func read(_ path: String, _ message: (String) -> Void) throws(PlayerError) -> Scene {
    do throws(SceneErrors) {
      let scene = try Scene.load(file: path, registry: .standard)
      for warning in scene.warnings { message(warning.description) }
      return scene
    } catch {
      throw .scene(error)
    }
  }

  /// Registers the fonts that the scene names, and forgets those of an earlier reading.
  func useFonts(of scene: Scene) {
    for error in scene.useFonts(in: fonts) { message("\(scene.name): warning: \(error)") }
  }

  /// Adds font files, and what can be read of folders of them.
  static func addFonts(_ paths: [String], _ message: (String) -> Void) throws(PlayerError) {
    for path in paths {
      do throws(RenderError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          for error in try FontLibrary.shared.add(directory: path) { message("warning: \(error)") }
        } else {
          try FontLibrary.shared.add(file: path)
        }
      } catch {
        throw .setting("\(error)")
      }
    }
  }

  /// Opens the device that the options name, and puts the terminal under it into graphics mode.
  static func openScreen(_ options: PlayerOptions, _ scene: Scene, _ message: @escaping @Sendable (String) -> Void) throws(PlayerError) -> (
    any ScreenDisplay
  )? {
    do throws(DeviceError) {
      let screen: any ScreenDisplay
      switch options.display {
      #if Framebuffer
        case .framebuffer(let path):
          screen = try FramebufferDisplay(path: path, rotation: options.rotation, dithers: options.dithers)
      #endif
      #if ModeSetting
        case .modeSetting(let path, let connector, let mode):
          let display = try ModeSettingDisplay(
            path: path, connector: connector, mode: mode, depth: options.depth, rotation: options.rotation, dithers: options.dithers)
          display.onProblem = { message("warning: \($0)") }
          screen = display
      #endif
      #if Streams
        case .panel(let path, let width, let height, let format):
          // No terminal lies beneath it.
          let info = PanelInfo(name: "the simulated panel \(path)", width: width, height: height, format: format)
          let panel = SimulatedPanel(info, path: path)
          let display = try PanelDisplay(panel, rotation: options.rotation)
          // Where that is not possible, nothing that follows is.
          try panel.writePicture()
          let say = Once(message)
          display.onProblem = { say("warning: \($0)") }
          return display
      #endif
      #if Window
        case .window:
          // As large as the stage would be on a desktop of one pixel a unit.
          let size = options.size ?? scene.size ?? Size(800, 480)
          let scale = options.scale ?? scene.scale ?? 1
          func side(_ length: Double) -> Int { Int(min(16384, max(1, (length * scale).rounded()))) }
          let title = scene.name.split(separator: "/").last.map(String.init) ?? "Tessera"
          return try WindowDisplay(title: title, width: side(size.width), height: side(size.height))
      #endif
      // Displays that this program was built without are turned away when the options are read.
      default: return nil
      }
      if options.terminal != "" {
        do throws(DeviceError) {
          // Without a console there is nothing to keep quiet.
          try VirtualTerminal.take(path: options.terminal)
        } catch {
          // The picture is shown all the same; only the console may write over it.
          message("warning: \(error)")
        }
      }
      return screen
    } catch {
      throw .device(error)
    }
  }

  #if VNC
    /// Listens for VNC viewers and says where.
    func openVNC(_ options: VNCOptions) throws(DeviceError) -> VNCDisplay {
      var options = options
      options.name = scene.name.split(separator: "/").last.map(String.init) ?? options.name
      let vnc = try VNCDisplay(options, width: stage.framebuffer.width, height: stage.framebuffer.height)
      let host = options.address.isEmpty ? "127.0.0.1" : options.address
      message("VNC viewers are served at \(host.contains(":") ? "[\(host)]" : host):\(vnc.options.port)")
      stage.attach(vnc)
      self.vnc = vnc
      return vnc
    }
  #endif

  /// Logical size and scale: the display's pixels where there is one.
  static func stageSize(
    _ options: PlayerOptions, _ scene: Scene, _ screen: (any ScreenDisplay)?
  ) -> (size: Size, scale: Double) {
    let scale = (options.scale ?? scene.scale ?? 1) * (screen?.contentScale ?? 1)
    guard let pixels = screen?.frameSize else { return (options.size ?? scene.size ?? Size(800, 480), scale) }
    return (Size(Double(pixels.width) / scale, Double(pixels.height) / scale), scale)
  }
}
