internal import TesseraGeometry
internal import TesseraRender

/// Counts what one frame takes. Lives for one drawing, on one thread.
final class LottieBudget {
  private var layers = LottieLimits.drawnLayers
  private var paths = LottieLimits.drawnPaths
  private var vertices = LottieLimits.drawnVertices
  private var pixels = LottieLimits.pixels
  /// Bytes that layers may still hold.
  private var room: Int
  private let isCancelled: () -> Bool
  /// Why the drawing ended early; nil: it did not.
  private(set) var refusal: String?

  init(byteLimit: Int = .max, isCancelled: @escaping () -> Bool = { false }) { (room, self.isCancelled) = (byteLimit, isCancelled) }

  var isOver: Bool { refusal != nil }

  /// Counts a layer; false: the drawing is over.
  func spendLayer() -> Bool {
    layers -= 1
    if layers < 0 { refuse("a frame draws more than \(LottieLimits.drawnLayers) layers") }
    if isCancelled() { refuse("the drawing was cancelled") }
    return !isOver
  }

  /// Counts a path; false: there are too many.
  func spendPath(vertices count: Int = 0) -> Bool {
    paths -= 1
    vertices -= count
    if paths < 0 { refuse("a frame draws more than \(LottieLimits.drawnPaths) paths") }
    if vertices < 0 { refuse("a frame draws more than \(LottieLimits.drawnVertices) vertices") }
    return !isOver
  }

  /// Runs `body` while so many layers of so many pixels are held; does nothing if that is too much.
  /// - Parameter work: how often their pixels are computed.
  func holding(_ area: PixelRect, layers: Int = 1, work: Int = 1, _ body: () -> Void) {
    // Sides are those of a canvas: no product overflows.
    let bytes = area.area * layers * 4
    pixels -= area.area * work
    if pixels < 0 { refuse("the layers of a frame have more than \(LottieLimits.pixels) pixels") }
    if let reason = DecodingBudget.refusal(of: bytes, limit: room, for: "a layer of \(area.width) x \(area.height)") { refuse(reason) }
    guard !isOver else { return }
    room -= bytes
    body()
    room += bytes
  }

  private func refuse(_ reason: String) { refusal = refusal ?? reason }
}
