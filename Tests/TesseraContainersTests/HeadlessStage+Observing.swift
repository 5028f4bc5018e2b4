import Tessera
import TesseraGeometry
import TesseraTestSupport

extension HeadlessStage {
  /// Where a node's box is seen on the stage.
  func seen(_ node: AnyNode) -> Rect? { stage.convert(.zero, from: node).map { Rect(origin: $0, size: node.frame.size) } }
}
