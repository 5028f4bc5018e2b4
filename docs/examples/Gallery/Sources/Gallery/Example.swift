import TesseraKit

/// One screen of the gallery.
public struct Example: Sendable {
  /// Something that happens to it in its recording.
  public enum Step: Sendable {
    /// Nothing, for so many seconds.
    case wait(Double)
    /// A finger goes from one place to another within so many seconds, and lets go.
    case drag(from: Point, to: Point, over: Double)
  }

  /// Its name, that of its pictures.
  public let name: String
  /// Its size, logical units.
  public let size: Size
  /// What lies behind it.
  public let background: Color
  /// What its recording shows.
  public let steps: [Step]
  /// Makes it.
  public let make: @Sendable () throws -> AnyNode

  /// All of them.
  public static let all: [Example] = [photoFeed, pets, shelves, days, chat, rainforest, mosaic, home]

  static let screen = Size(360, 640)

  /// A throw up the screen, and time for it to end.
  static let throwUp: [Step] = [.wait(0.5), .drag(from: Point(180, 540), to: Point(180, 180), over: 0.16), .wait(1.6)]
  /// One that is caught on its way and thrown on, and then back.
  static let browse: [Step] =
    throwUp + [
      .drag(from: Point(180, 560), to: Point(180, 140), over: 0.12), .wait(0.3),
      .drag(from: Point(180, 560), to: Point(180, 200), over: 0.12),
      .wait(1.8), .drag(from: Point(180, 200), to: Point(180, 600), over: 0.14), .wait(1.6),
    ]
}
