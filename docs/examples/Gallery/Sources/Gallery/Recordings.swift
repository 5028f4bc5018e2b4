import TesseraKit

// What happens to the screens in their recordings.
extension Example {
  /// Something that happens to a screen in its recording.
  public enum Step: Sendable {
    /// Nothing, for so many seconds.
    case wait(Double)
    /// A finger goes from one place to another within so many seconds, and lets go.
    case drag(from: Point, to: Point, over: Double)
  }

  /// What its recording shows.
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

  /// A throw up the screen, one that is caught on its way and thrown on, and then back.
  private static let browse: [Step] = [
    .wait(0.5), .drag(from: Point(180, 540), to: Point(180, 180), over: 0.16), .wait(1.6),
    .drag(from: Point(180, 560), to: Point(180, 140), over: 0.12), .wait(0.3),
    .drag(from: Point(180, 560), to: Point(180, 200), over: 0.12),
    .wait(1.8), .drag(from: Point(180, 200), to: Point(180, 600), over: 0.14), .wait(1.6),
  ]

  /// A tap, time to look, and the finger that takes the screen away.
  private static let openAndClose: [Step] = [
    .wait(3), .drag(from: Point(180, 300), to: Point(180, 300), over: 0.05), .wait(1.2),
    .drag(from: Point(4, 400), to: Point(300, 400), over: 0.3),
    .wait(0.8),
  ]
}
