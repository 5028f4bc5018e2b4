public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Mirrors the frames of one display on others. Loop thread.
///
/// The first display determines the pace, and its errors are thrown. A mirror that is not ready gets the missed areas with the next frame
/// that it accepts. A mirror that fails is reported once and then disabled.
public final class MirrorDisplay: Display {
  private struct Mirror {
    let display: any Display
    var missed = StaleAreas()
    var hasFailed = false
  }

  private let display: any Display
  private var mirrors: [Mirror]
  /// Handler for failed mirrors.
  public var onProblem: ((any Error) -> Void)?

  /// Adds `mirrors` to `display`.
  public init(_ display: any Display, mirrors: [any Display]) {
    self.display = display
    self.mirrors = mirrors.map { Mirror(display: $0) }
  }

  public var isReady: Bool { display.isReady }
  public var refresh: DisplayRefresh { display.refresh }
  public var isAsleep: Bool { display.isAsleep && mirrors.allSatisfy { $0.hasFailed || $0.display.isAsleep } }
  /// Switches the first display, and the mirrors that can be switched; viewers keep the last picture.
  public func setPower(_ isOn: Bool) -> Bool {
    for mirror in mirrors where !mirror.hasFailed { _ = mirror.display.setPower(isOn) }
    return display.setPower(isOn)
  }
  public var textAntialiasing: TextAntialiasing { display.textAntialiasing }
  public var colorDepth: ColorDepth { display.colorDepth }

  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    for i in mirrors.indices where !mirrors[i].hasFailed {
      mirrors[i].missed.add(damage)
      guard mirrors[i].display.isReady else { continue }
      do {
        try mirrors[i].display.present(frame, damage: mirrors[i].missed.dequeueAll(), at: time)
      } catch {
        mirrors[i].hasFailed = true
        onProblem?(error)
      }
    }
    try display.present(frame, damage: damage, at: time)
  }
}
