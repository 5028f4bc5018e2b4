import TesseraKit
import TesseraScene

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argumentCount: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private let registry = {
  var registry = NodeRegistry()
  do {
    try registry.add(TextNodePlugin.self)
    try registry.add(ShapeNodePlugin.self)
  } catch {
    preconditionFailure("an empty registry takes the standard plugins: \(error)")
  }
  return registry
}()

/// Reads arbitrary bytes as a scene file.
///
/// What is a scene is made into nodes and written, and what was written must be read again and be written the same.
private func readOne(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: length))
  let scene: Scene
  do throws(SceneErrors) {
    scene = try Scene.parse(bytes: input, name: "fuzz", registry: registry)
  } catch {
    precondition(!error.errors.isEmpty && !error.description.isEmpty, "an error that says nothing")
    return 0
  }
  let writer = SceneWriter(registry: registry)
  guard let root = try? scene.makeRoot(), let written = try? writer.text(of: root) else { return 0 }
  do {
    let again = try Scene.parse(text: written, name: "written", registry: registry).makeRoot()
    let twice = try writer.text(of: again)
    precondition(twice == written, "written, read and written again:\n\(written)\nbecame\n\(twice)")
  } catch {
    fatalError("what was written cannot be read: \(error)\n\(written)")
  }
  return 0
}

@main struct FuzzScene {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments, readOne)
  }
}
