import Tessera
import TesseraGeometry
import TesseraTestSupport

extension HeadlessStage {
  /// Where a node's box is seen on the stage.
  func seen(_ node: AnyNode) -> Rect? { stage.convert(.zero, from: node).map { Rect(origin: $0, size: node.frame.size) } }

  /// What is reported while `body` runs and all that it asked for is done.
  func reported(_ body: () throws -> Void) throws -> [String] {
    let before = errors.count
    try body()
    try stage.settle()
    return errors.dropFirst(before).map(\.description)
  }
}
