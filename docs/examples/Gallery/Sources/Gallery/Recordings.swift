import TesseraKit

// Touches in the recordings of the screens.
extension Example {
  /// One step of a recording.
  public enum Step: Sendable {
    /// Waits, in seconds.
    case wait(Double)
    /// Drags a finger from one place to another and lifts it; `over` is in seconds.
    case drag(from: Point, to: Point, over: Double)
  }

  /// Steps of the recording of this screen.
  public var steps: [Step] {
    switch name {
    case "chat":
      [
        .wait(0.5), .drag(from: Point(180, 180), to: Point(180, 560), over: 0.14), .wait(1.5),
        .drag(from: Point(180, 180), to: Point(180, 580), over: 0.1),
        .wait(1.8), .drag(from: Point(180, 180), to: Point(180, 580), over: 0.1), .wait(1.6),
      ]
    case "days":
      [
        .wait(0.5), .drag(from: Point(320, 330), to: Point(120, 334), over: 0.14), .wait(1.0),
        .drag(from: Point(180, 560), to: Point(182, 260), over: 0.15),
        .wait(1.6), .drag(from: Point(320, 330), to: Point(120, 334), over: 0.12), .wait(1.0),
      ]
    case "shelves":
      [
        .wait(0.4), .drag(from: Point(300, 200), to: Point(110, 202), over: 0.14), .wait(1.2),
        .drag(from: Point(180, 520), to: Point(180, 220), over: 0.15),
        .wait(3), .drag(from: Point(300, 330), to: Point(60, 332), over: 0.12), .wait(1.6),
      ]
    case "home": [.wait(0.3), .drag(from: Point(312, 40), to: Point(312, 40), over: 0.05), .wait(0.5)]
    case "mosaic": Self.browse + Self.openAndClose
    default: Self.browse
    }
  }

  /// Throws the list up, catches and throws it again, then throws it back.
  private static let browse: [Step] = [
    .wait(0.5), .drag(from: Point(180, 540), to: Point(180, 180), over: 0.16), .wait(1.6),
    .drag(from: Point(180, 560), to: Point(180, 140), over: 0.12), .wait(0.3),
    .drag(from: Point(180, 560), to: Point(180, 200), over: 0.12),
    .wait(1.8), .drag(from: Point(180, 200), to: Point(180, 600), over: 0.14), .wait(1.6),
  ]

  /// Opens a screen with a tap, and closes it with a swipe from the left edge.
  private static let openAndClose: [Step] = [
    .wait(3), .drag(from: Point(180, 300), to: Point(180, 300), over: 0.05), .wait(1.2),
    .drag(from: Point(4, 400), to: Point(300, 400), over: 0.3),
    .wait(0.8),
  ]
}
