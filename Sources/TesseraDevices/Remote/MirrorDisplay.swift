public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Shows the frames of one display on others as well. Loop thread.
///
/// The first display sets the pace and is the one whose errors count; another that is not ready gets what it missed with the next frame that it
/// can take, and one that fails is told about once and left out from then on.
public final class MirrorDisplay: Display {
  private struct Mirror {
    let display: any Display
    var missed = StaleAreas()
    var hasFailed = false
  }

  private let display: any Display
  private var mirrors: [Mirror]
  /// Is told why a mirror is left out.
  public var onProblem: ((any Error) -> Void)?

  /// Puts `mirrors` beside `display`.
  public init(_ display: any Display, mirrors: [any Display]) {
    self.display = display
    self.mirrors = mirrors.map { Mirror(display: $0) }
  }

  public var isReady: Bool { display.isReady }
  public var textAntialiasing: TextAntialiasing { display.textAntialiasing }
  public var colorDepth: ColorDepth { display.colorDepth }

  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    for i in mirrors.indices where !mirrors[i].hasFailed {
      mirrors[i].missed.add(damage)
      guard mirrors[i].display.isReady else { continue }
      do {
        try mirrors[i].display.present(frame, damage: mirrors[i].missed.take(), at: time)
      } catch {
        mirrors[i].hasFailed = true
        onProblem?(error)
      }
    }
    try display.present(frame, damage: damage, at: time)
  }
}
