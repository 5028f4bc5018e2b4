import Tessera
import TesseraGeometry
import TesseraRender

/// Something that a test does in the middle of a job: what would be a race on two threads is an order of steps on one. Done once.
final class Meanwhile: @unchecked Sendable, Equatable {
  // @unchecked: stages of these tests have no threads of their own; everything runs on the test's.
  private var body: (() -> Void)?
  private(set) var isDone = false

  static func == (a: Meanwhile, b: Meanwhile) -> Bool { a === b }

  /// Says what is to be done with the next ``now()``.
  func next(_ body: @escaping () -> Void) { (self.body, isDone) = (body, false) }

  /// Does it.
  func now() {
    guard let body else { return }
    self.body = nil
    body()
    isDone = true
  }
}

/// A box of one colour, in whose draw something else happens.
struct Slow: NodeType {
  static let typeName = "test-slow"
  var color = Color.black
  var meanwhile: Meanwhile?

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    meanwhile?.now()
    canvas.fill(Rect(size: context.size), .color(color))
  }
}
