import TesseraKit
import TesseraScene

/// A scene file: made into nodes, written, read again and written the same; then laid out, drawn, and drawn again a little later.
@Sendable func readScene(_ input: [UInt8]) {
  let scene: Scene
  do throws(SceneErrors) {
    scene = try Scene.parse(bytes: input, name: "fuzz", registry: .standard)
  } catch {
    precondition(!error.errors.isEmpty && !error.description.isEmpty, "an error that says nothing")
    return
  }
  let writer = SceneWriter(registry: .standard)
  guard let root = try? scene.makeRoot() else { return }
  var left = mostNodes
  guard fits(root, &left) else { return }
  if let written = try? writer.text(of: root) {
    do {
      let again = try Scene.parse(text: written, name: "written", registry: .standard).makeRoot()
      let twice = try writer.text(of: again)
      precondition(twice == written, "written, read and written again:\n\(written)\nbecame\n\(twice)")
    } catch {
      fatalError("what was written cannot be read: \(error)\n\(written)")
    }
  }
  show(root, direction: scene.direction ?? .ltr)
}

/// Most nodes of a scene that is written and drawn. A list can repeat one element 10,000 times, and a node takes milliseconds where the code is not
/// optimised and the sanitizer looks at each access.
private let mostNodes = _isDebugAssertConfiguration() ? 200 : 10_000

private func fits(_ node: AnyNode, _ left: inout Int) -> Bool {
  left -= 1
  return left >= 0 && node.sceneChildren.allSatisfy { fits($0, &left) }
}

/// Shows a node at two moments.
private func show(_ root: AnyNode, direction: LayoutDirection) {
  let clock = ManualClock()
  guard
    let stage = try? Stage(
      size: Size(160, 120), scale: 1, root: root, clock: clock, workers: WorkerPool(threads: 0), background: .white, direction: direction)
  else { return }
  stage.onError = { precondition(!$0.description.isEmpty, "an error that says nothing") }
  for _ in 0..<2 {
    guard (try? stage.settle()) != nil else { return }
    clock.advance(by: 0.1)
  }
}

/// Half of the mutations are of bytes; the others put a scene in the place, of node types and attributes that the registry has.
@Sendable func mutateScene(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  guard seed % 2 == 0 else { return mutateBytes(bytes, size, most) }
  var text = SceneText(seed: seed / 2, registry: .standard)
  let new = Array(text.scene().utf8)
  guard !new.isEmpty, new.count <= most else { return mutateBytes(bytes, size, most) }
  bytes.update(from: new, count: new.count)
  return new.count
}
