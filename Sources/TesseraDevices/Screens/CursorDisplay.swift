public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Draws a cursor over the frames of another display; damages only its old and new position. Loop thread.
///
/// The stage's frame is preserved: pixels below the cursor are restored after the frame is presented.
public final class CursorDisplay: Display {
  private let display: any Display
  private let mask: [[UInt8]]
  private var location: (x: Int, y: Int)?
  private var saved: [UInt8] = []

  /// Adds a cursor to `display`.
  ///
  /// - Parameters:
  ///   - display: display of the frames.
  ///   - scale: size of a cursor pixel in whole device pixels, at least 1.
  public init(over display: any Display, scale: Int = 1) {
    self.display = display
    let scale = min(8, max(1, scale))
    mask = Self.picture.flatMap { row -> [[UInt8]] in
      let wide = row.utf8.flatMap { [UInt8](repeating: $0, count: scale) }
      return [[UInt8]](repeating: wide, count: scale)
    }
  }

  /// An arrow with its hot spot at the tip: `#` black, `.` white, else transparent.
  private static let picture = [
    "#", "##", "#.#", "#..#", "#...#", "#....#", "#.....#", "#......#", "#.......#", "#........#", "#.........#", "#......#####",
    "#...#..#", "#..##..#", "#.#  #..#", "##   #..#", "#     #..#", "      #..#", "       ##",
  ]

  public var isReady: Bool { display.isReady }
  public var isAsleep: Bool { display.isAsleep }
  public var refresh: DisplayRefresh { display.refresh }
  public func setPower(_ isOn: Bool) -> Bool { display.setPower(isOn) }
  public var textAntialiasing: TextAntialiasing { display.textAntialiasing }
  public var colorDepth: ColorDepth { display.colorDepth }

  /// Moves the cursor to a pixel of the frame, or hides it.
  public func move(to place: (x: Int, y: Int)?, on stage: Stage) {
    if let location, let place, location == place { return }
    if let area { stage.setNeedsRepaint(in: area) }
    location = place
    if let area { stage.setNeedsRepaint(in: area) }
  }

  private var area: PixelRect? {
    location.map { PixelRect(x: $0.x, y: $0.y, width: mask.reduce(0) { max($0, $1.count) }, height: mask.count) }
  }

  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    guard let area, frame.format == .argb8888 else { return try display.present(frame, damage: damage, at: time) }
    let seen = area.intersection(frame.bounds)
    guard !seen.isEmpty else { return try display.present(frame, damage: damage, at: time) }
    frame.withUnsafeMutableBytes { bytes in
      saved.removeAll(keepingCapacity: true)
      for y in seen.y..<seen.maxY {
        let start = y * frame.stride + seen.x * 4
        saved.append(contentsOf: bytes[start..<start + seen.width * 4])
        let row = mask[y - area.y]
        for x in seen.x..<max(seen.x, min(seen.maxX, area.x + row.count)) where row[x - area.x] != UInt8(ascii: " ") {
          let level: UInt8 = row[x - area.x] == UInt8(ascii: "#") ? 0 : 255
          for channel in 0..<3 { bytes[start + (x - seen.x) * 4 + channel] = level }
          bytes[start + (x - seen.x) * 4 + 3] = 255
        }
      }
    }
    defer {
      frame.withUnsafeMutableBytes { bytes in
        for y in seen.y..<seen.maxY {
          let start = y * frame.stride + seen.x * 4
          let from = (y - seen.y) * seen.width * 4
          bytes[start..<start + seen.width * 4].copyBytes(from: saved[from..<from + seen.width * 4])
        }
      }
    }
    try display.present(frame, damage: damage, at: time)
  }
}
