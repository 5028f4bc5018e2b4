internal import TesseraGeometry
internal import TesseraRender

/// Resource counters of one frame. Used for one drawing, on one thread.
final class LottieBudget {
  private var layers = LottieLimits.drawnLayers
  private var paths = LottieLimits.drawnPaths
  private var vertices = LottieLimits.drawnVertices
  private var pixels = LottieLimits.pixels
  /// Bytes that layers may still allocate.
  private var room: Int
  private let isCancelled: () -> Bool
  /// Reason why the drawing ended early; nil if it did not.
  private(set) var refusal: String?

  init(byteLimit: Int = .max, isCancelled: @escaping () -> Bool = { false }) { (room, self.isCancelled) = (byteLimit, isCancelled) }

  var isOver: Bool { refusal != nil }

  /// Counts a layer. Returns false if the drawing has ended.
  func spendLayer() -> Bool {
    layers -= 1
    if layers < 0 { refuse("a frame draws more than \(LottieLimits.drawnLayers) layers") }
    if isCancelled() { refuse("the drawing was cancelled") }
    return !isOver
  }

  /// Counts a path. Returns false if the limit is exceeded.
  func spendPath(vertices count: Int = 0) -> Bool {
    paths -= 1
    vertices -= count
    if paths < 0 { refuse("a frame draws more than \(LottieLimits.drawnPaths) paths") }
    if vertices < 0 { refuse("a frame draws more than \(LottieLimits.drawnVertices) vertices") }
    return !isOver
  }

  /// Reserves the memory of `layers` buffers of this area while `body` runs. Does nothing if that exceeds the limit.
  /// - Parameter work: number of times that their pixels are computed.
  func holding(_ area: PixelRect, layers: Int = 1, work: Int = 1, _ body: () -> Void) {
    // Sides are those of a canvas, so no product overflows.
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
