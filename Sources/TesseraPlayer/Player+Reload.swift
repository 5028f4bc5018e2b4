internal import Tessera
internal import TesseraDevices
internal import TesseraKit
internal import TesseraRender
internal import TesseraScene

extension Player {
  /// Reads the scene again. User input to nodes with an `id` is preserved. An error leaves everything unchanged; in watch mode it is shown
  /// over the scene.
  func reload(_ stage: Stage) {
    let old = scene
    do throws(PlayerError) {
      let new = try Player.read(options.scene, message)
      let root: AnyNode
      // The notice is not part of the scene.
      notice?.removeFromSupernode()
      notice = nil
      do throws(SceneErrors) { root = try new.update(stage.root, from: old, data: data) } catch { throw .scene(error) }
      scene = new
      stage.root = root
      let fontGeneration = FontLibrary.shared.generation
      useFonts(of: new)
      stage.background = new.background ?? .theme(.ground)
      stage.direction = new.direction ?? .ltr
      stage.safeAreaInsets = options.safeArea ?? new.safeArea ?? .zero
      useKeyboard(of: new)
      let size = Player.stageSize(options, new, screen)
      data.resize(to: size.size, scale: size.scale)
      if screen == nil || screen?.frameSize != nil, size.size != stage.size || size.scale != stage.scale {
        do { try stage.resize(to: size.size, scale: size.scale) } catch { throw PlayerError.setting("\(error)") }
      }
      refreshFiles(hasNewFonts: FontLibrary.shared.generation != fontGeneration)
    } catch {
      message("error: \(error)")
      if options.watches { show("\(error)", on: stage) }
    }
    watcher?.watch(scene.files)
  }

  /// Invalidates nodes that show files, so that their stamps are checked. If fonts have changed, invalidates all nodes, because text sizes
  /// may differ.
  private func refreshFiles(hasNewFonts: Bool) {
    var stack = [stage.root]
    while let node = stack.popLast() {
      stack += node.subnodes
      if hasNewFonts || node.descriptor.attributes.contains(where: { $0.kind == .asset && node.attribute($0.name) != nil }) {
        node.setNeedsLayout()
        node.setNeedsDisplay()
      }
    }
  }

  /// Shows a message over the last valid frame.
  private func show(_ text: String, on stage: Stage) {
    notice?.removeFromSupernode()
    notice = nil
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      default: quoted += scalar.value < 0x20 ? " " : String(scalar)
      }
    }
    let scene =
      "{tessera: 1, root: {type: box, style: {position: absolute, left: 0, right: 0, bottom: 0, padding: 12}, background: '#8C1D18', "
      + "children: [{type: text, string: \"\(quoted)\", color: '#FFFFFF', fontSize: 14}]}}"
    guard let node = try? Scene.parse(text: scene, name: "notice", registry: .standard).makeRoot() else { return }
    stage.root.addSubnode(node)
    notice = node
  }
}

extension Scene {
  /// Files that a node refers to.
  func assets(of node: SceneNode) -> [String] {
    let type = NodeRegistry.standard[node.type]
    return node.attributes.compactMap { type?.kind(of: $0.name) == .asset ? $0.value.text : nil }
  }

  /// Scene file and all files that it refers to.
  var files: [String] { [name] + nodes.flatMap { assets(of: $0) }.filter { !Self.isURL($0) } + fonts }
}
