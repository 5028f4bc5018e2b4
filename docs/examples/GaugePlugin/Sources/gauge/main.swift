// Renders a scene file that may use the node type `gauge`.
//
//   gauge SCENE.yaml PICTURE.png
@preconcurrency import Glibc
import GaugePlugin
import TesseraDevices
import TesseraKit
import TesseraScene

func fail(_ message: String) -> Never {
  fputs("gauge: \(message)\n", stderr)
  exit(1)
}

guard CommandLine.arguments.count == 3 else { fail("wants two arguments: a scene file and the PNG file to write") }

do {
  // snippet: render
  var registry = NodeRegistry.standard
  try registry.add(GaugeNodePlugin.self)
  let scene = try Scene.load(file: CommandLine.arguments[1], registry: registry)
  let picture = try await scene.makeRoot().rendered(
    size: scene.size ?? Size(480, 480), scale: scene.scale ?? 1, background: scene.background ?? .white)
  try AtomicFile.write(PNGEncoder.encode(picture), to: CommandLine.arguments[2])
  // end snippet
  print("\(CommandLine.arguments[2]): \(picture.width) x \(picture.height)")
} catch {
  fail("\(error)")
}
