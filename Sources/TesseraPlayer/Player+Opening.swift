internal import Glibc
internal import Tessera
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraRender
internal import TesseraScene

extension Player {
  /// Reads the scene. Its fonts are added separately, because a picture can be decoded in parallel.
  static func read(_ path: String, _ message: (String) -> Void) throws(PlayerError) -> Scene {
    do throws(SceneErrors) {
      let scene = try Scene.load(file: path, registry: .standard)
      for warning in scene.warnings { message(warning.description) }
      return scene
    } catch {
      throw .scene(error)
    }
  }

  /// Registers the scene's fonts and removes those of an earlier version.
  func useFonts(of scene: Scene) {
    for error in scene.useFonts(in: fonts) { message("\(scene.name): warning: \(error)") }
  }

  /// Adds font files, and the readable fonts of folders.
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

  /// Opens the device of the options, and sets its terminal to graphics mode.
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
          // This display has no terminal.
          let info = PanelInfo(name: "the simulated panel \(path)", width: width, height: height, format: format)
          let panel = SimulatedPanel(info, path: path)
          let display = try PanelDisplay(panel, rotation: options.rotation)
          // Fail now if the file cannot be written.
          try panel.writePicture()
          let say = Once(message)
          display.onProblem = { say("warning: \($0)") }
          return display
      #endif
      #if Window
        case .window:
          // The size of the stage on a desktop with one pixel per unit.
          let size = options.size ?? scene.size ?? Size(800, 480)
          let scale = options.scale ?? scene.scale ?? 1
          func side(_ length: Double) -> Int { Int(min(16384, max(1, (length * scale).rounded()))) }
          let title = scene.name.split(separator: "/").last.map(String.init) ?? "Tessera"
          return try WindowDisplay(title: title, width: side(size.width), height: side(size.height))
      #endif
      // Displays that are not in this build are rejected when the options are parsed.
      default: return nil
      }
      if options.terminal != "" {
        do throws(DeviceError) {
          // Without a console there is no output to suppress.
          try VirtualTerminal.acquire(path: options.terminal)
        } catch {
          // Continue: the only consequence is that the console may write over the picture.
          message("warning: \(error)")
        }
      }
      return screen
    } catch {
      throw .device(error)
    }
  }

  #if VNC
    /// Listens for VNC clients and prints the address.
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

  /// Returns the logical size and scale, from the display's pixels if there is a display.
  static func stageSize(
    _ options: PlayerOptions, _ scene: Scene, _ screen: (any ScreenDisplay)?
  ) -> (size: Size, scale: Double) {
    let scale = (options.scale ?? scene.scale ?? 1) * (screen?.contentScale ?? 1)
    guard let pixels = screen?.frameSize else { return (options.size ?? scene.size ?? Size(800, 480), scale) }
    return (Size(Double(pixels.width) / scale, Double(pixels.height) / scale), scale)
  }
}
