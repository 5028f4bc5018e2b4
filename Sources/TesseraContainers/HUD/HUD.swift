public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Shows statistics of the newest frames: duration, missed deadlines, draws, damage, memory.
///
/// It is drawn while compositing, with each frame that paints other content, and never causes a frame itself. While one is near the screen
/// the stage records every frame (`Stage/frameHistory`). If it covers scrolling content, that content is repainted instead of moved.
public struct HUD: AccessibleType, InitialPropertiesType {
  public static let typeName = "hud"
  public static let summary = "Graph of frame times, with the work of each frame."
  public static let traits: NodeTraits = .watchesFrames
  /// Number of frames in the graph.
  public static let frames = 120

  /// Height of the graph in milliseconds.
  public var range = 33.4
  /// Frame interval in milliseconds; longer frames are red.
  public var budget = 16.7
  /// Colour of the letters.
  public var color = Color.theme(.ink)

  /// Creates a HUD for 60 frames a second.
  public init() {}

  public static let attributes: [NodeAttribute<HUD>] = [
    .number("range", \.range, in: 1...10_000, affects: .display, help: "Height of the graph, in milliseconds."),
    .number("budget", \.budget, in: 0.1...10_000, affects: .display, help: "Frame interval, in milliseconds; longer frames are red."),
    .color("color", \.color, affects: .display, help: "Color of the text."),
  ]

  /// Not an element.
  public static func semantics(of node: Node<HUD>) -> NodeSemantics { NodeSemantics(SemanticsRole.none) }

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.drawsDirectly = true
    properties.isInteractive = false
    properties.background = .color(.theme(.surface).opacity(0.9))
    properties.border = Border(width: 1, color: .theme(.line))
    properties.cornerRadii = CornerRadii(4)
    return properties
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { Size(Double(Self.frames) + 8, 96) }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    guard let history = context.frameHistory else { return }
    let records = history.newest(Self.frames)
    let area = context.contentRect.inset(by: Insets(4))
    guard area.width > 0, area.height > 0 else { return }
    let lines = Self.lines(records, missed: history.counts.missed)
    let dot = max(1, (area.width / (22 * PixelLetters.advance)).rounded(.down))
    let step = (PixelLetters.height + 3) * dot
    let letters = color.resolved(in: context.environment)
    for (number, line) in lines.enumerated() {
      PixelLetters.draw(line, at: Point(area.minX, area.minY + Double(number) * step), dot: dot, color: letters, in: canvas)
    }
    let theme = context.environment.theme
    let top = area.minY + Double(lines.count) * step
    drawGraph(records, in: Rect(area.minX, top, area.width, area.maxY - top), theme, canvas)
  }

  /// Lines of text.
  static func lines(_ records: [FrameRecord], missed: Int) -> [String] {
    func number(_ value: Double) -> String {
      guard value.isFinite, value < 1e6 else { return "-" }
      let tenths = Int((value * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)"
    }
    let sorted = records.map { $0.seconds * 1000 }.sorted()
    guard let last = records.last, let longest = sorted.last else { return ["NO FRAMES"] }
    let middle = sorted[sorted.count / 2]
    return [
      "\(number(last.seconds * 1000)) MID \(number(middle)) MAX \(number(longest))",
      "MISSED \(missed) DRAWS \(last.draws)",
      "NODES \(last.nodes) JOBS \(last.jobsUnderWay)",
      "DAMAGE \(last.damagedPixels / 1000)K MEM \(number(Double(last.contentsBytes + last.pooledBytes) / 1e6))M",
    ]
  }

  private func drawGraph(_ records: [FrameRecord], in area: Rect, _ theme: Theme, _ canvas: borrowing Canvas) {
    guard area.height > 4, range > 0 else { return }
    let width = area.width / Double(Self.frames)
    let scale = area.height / (range / 1000)
    for (number, record) in records.suffix(Self.frames).enumerated() {
      let height = min(area.height, max(1, record.seconds * scale))
      let share = record.seconds * 1000 / budget
      let color = share > 1 ? theme.danger : share > 0.5 ? theme.warn : theme.good
      canvas.fill(Rect(area.minX + Double(number) * width, area.maxY - height, width, height), .color(color))
    }
    let line = area.maxY - min(area.height, budget / 1000 * scale)
    canvas.fill(Rect(area.minX, line, area.width, 1), .color(theme.ink.opacity(0.5)))
  }
}

/// Node that shows frame statistics.
public typealias HUDNode = Node<HUD>
