@testable import ChartPlugin
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@Suite struct ChartTests {
  private func stage(_ chart: Chart, width: Double = 320, height: Double = 200) throws -> (HeadlessStage, ChartNode) {
    let node = ChartNode(chart)
    (node.style.width, node.style.height) = (.points(width), .points(height))
    return (try HeadlessStage(width: width, height: height) { node }, node)
  }

  private static let rows = """
    - {type: chart, title: Power, unit: kW, series: [{name: House, values: [0.4, 0.6, gap, 1.2, 3.1, 0.8]}, {name: Solar, values: [0, 0.3, 1.1, 2.6, 1.4, 0]}], style: {width: 256, height: 170}}
    - {type: chart, kind: area, unit: °C, values: [-4, -2, 5, 7, 4, -1], labels: [Mo, Tu, We, Th, Fr, Sa], style: {width: 256, height: 130}}
    - {type: chart, kind: bar, series: [{name: A, values: [3, 5, -2, 6]}, {name: B, values: [2, 4, 1, 3]}], labels: [One, Two, Three, Four], style: {width: 256, height: 140}}
    - {type: chart, kind: stacked-bar, series: [{name: A, values: [3, 5, 2]}, {name: B, values: [2, 4, 1]}, {name: C, values: [1, 1, 1]}], style: {width: 256, height: 120}}
    - {type: chart, kind: ring, unit: kWh, values: [12, 30, 8, 4, 2, 2, 1], labels: [Heating, Car, Kitchen, Light, Pump, Fan, TV], style: {width: 256, height: 140}}
    - {type: chart, kind: pie, values: [12, 30, 8], labels: [Heating, Car, Kitchen], style: {width: 256, height: 90}}
    - {type: chart, kind: scatter, values: [{x: 1, y: 2}, {x: 2.5, y: 3}, {x: 7, y: 4}], style: {width: 256, height: 90}}
    - {type: chart, kind: sparkline, values: [1, 3, 2, 5, 4, 6]}
    - {type: chart, style: {width: 256, height: 40}}
    """

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(Self.rows, width: 280, height: 1080)
    try expectGolden(h.framebuffer, "chart")
  }

  @Test func rightToLeft() throws {
    let h = try ControlSheet.stage(Self.rows, width: 280, height: 1080, direction: "rtl", modes: 1)
    try expectGolden(h.framebuffer, "chart-rtl")
  }

  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [280, 1080]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8, alignItems: flex-start}
          children:
        \(Self.rows.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "chart-bilevel")
  }

  @Test func timesAndZoom() throws {
    // 28 November 2026, 22:00 UTC, for 5 hours.
    let start = 1_795_903_200.0
    let points = (0...300).map { ChartPoint(start + Double($0) * 60, Double($0 % 40)) }
    let (h, node) = try stage(Chart(.line, [ChartSeries("", points: points)]).axis(.time).timeOffset(60).zooms())
    node.environment[\.locale] = "de"
    try h.settle()
    try expectGolden(h.framebuffer, "chart-time")
    let shown = Locked<ClosedRange<Double>?>(nil)
    node.on(Chart.zoom) { range in shown.withLock { $0 = range } }
    // Two fingers on places a quarter from the ends, which move to the ends.
    try h.touch(.began, at: Point(80, 100), id: 0)
    try h.touch(.began, at: Point(220, 100), id: 1)
    for step in 1...7 {
      try h.touch(.moved, at: Point(80 - Double(step) * 10, 100), id: 0)
      try h.touch(.moved, at: Point(220 + Double(step) * 10, 100), id: 1)
    }
    try h.touch(.ended, at: Point(10, 100), id: 0)
    try h.touch(.ended, at: Point(290, 100), id: 1)
    let range = try #require(shown.withLock { $0 })
    #expect(range.upperBound - range.lowerBound < 12_000 && range.lowerBound > start && range == node.shownRange)
    try expectGolden(h.framebuffer, "chart-zoomed")
    try h.key(.tab)
    try h.key(.left, modifiers: .shift)
    #expect(try #require(node.shownRange).lowerBound < range.lowerBound)
    try h.key(.character("0"))
    #expect(node.shownRange == nil)
    try h.key(.character("+"))
    #expect(try #require(node.shownRange).upperBound - node.shownRange!.lowerBound == 9000)
  }

  @Test(arguments: [60, 3600, 259_200, 3_456_000, 34_560_000, 946_080_000, 200_000_000_000])
  func ticksOfTimesAreFewAndInOrder(_ seconds: Int) throws {
    let length = Double(seconds)
    for start in [1_795_903_200.0, -1e9, 0] {
      let (_, node) = try stage(Chart(.line, [ChartSeries("", points: [ChartPoint(start, 0), ChartPoint(start + length, 1)])]).axis(.time))
      let ticks = try #require(node.value.timeAxis(start...start + length, count: 6, node.environmentValues)).ticks
      #expect((1...7).contains(ticks.count) && zip(ticks, ticks.dropFirst()).allSatisfy { $0.0 < $1.0 })
      #expect(ticks.allSatisfy { $0.0 >= start - 1 && $0.0 <= start + length + 1 && !$0.1.isEmpty })
    }
  }

  @Test func aFingerReads() throws {
    let (h, node) = try stage(Chart(.line, [1, 5, 2, 8], title: "Power", unit: "kW"))
    let reads = Locked<[Double]>([])
    node.on(Chart.read) { index in reads.withLock { $0.append(index) } }
    try h.touch(.began, at: Point(4, 120))
    #expect(node.resolvedSemantics.value == "0: 1\u{a0}kW")
    try expectGolden(h.framebuffer, "chart-reading")
    try h.touch(.moved, at: Point(280, 120))
    try h.touch(.ended, at: Point(280, 120))
    #expect(reads.withLock { $0 } == [0, 3, -1])
    #expect(node.resolvedSemantics.value == "1\u{a0}kW – 8\u{a0}kW, 8\u{a0}kW")
  }

  @Test func aPointerReadsAndLeaves() throws {
    let (h, node) = try stage(Chart(.bar, [1, 5, 2, 8], labels: ["a", "b", "c", "d"]))
    h.stage.movePointer(to: Point(170, 100))
    try h.settle()
    #expect(node.resolvedSemantics.value?.hasPrefix("c: 2") == true)
    h.stage.movePointer(to: nil)
    try h.settle()
    #expect(node.resolvedSemantics.value?.contains("–") == true)
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func keysReadAndLeaveAtTheEnds(direction: LayoutDirection) throws {
    let node = ChartNode(Chart(.line, [1, 5, 2]))
    let h = try HeadlessStage(width: 320, height: 200, direction: direction) { node }
    let reads = Locked<[Double]>([])
    node.on(Chart.read) { index in reads.withLock { $0.append(index) } }
    try h.key(.tab)
    for key in [KeyPress.Key.right, .right, .left, .end, .right, .home, .escape] { try h.key(key) }
    #expect(reads.withLock { $0 } == [0, 1, 0, 2, 0, -1])
  }

  @Test func theLegendHidesASeries() throws {
    let (h, node) = try stage(Chart(.line, [ChartSeries("A", [1, 2]), ChartSeries("B", [100, 200])]))
    #expect(node.resolvedSemantics.value == "A: 1 – 2, 2; B: 100 – 200, 200")
    let before = try h.snapshot()
    try h.tap(at: Point(52, 8))
    #expect(node.resolvedSemantics.value == "A: 1 – 2, 2")
    #expect(try pixelDifference(before, h.snapshot()).count > 0)
    try h.tap(at: Point(5, 8))
    #expect(node.resolvedSemantics.value == "A: 1 – 2, 2", "the last one stays")
    try h.tap(at: Point(52, 8))
    #expect(node.resolvedSemantics.value?.contains("B") == true)
  }

  @Test func aScreenReaderStepsThroughThePoints() throws {
    let (h, node) = try stage(Chart(.ring, [30, 10], labels: ["Car", "Light"], title: "Energy", unit: "kWh"))
    #expect(node.resolvedSemantics.role == .image && node.resolvedSemantics.label == "Energy")
    #expect(node.resolvedSemantics.value == "Car 75\u{a0}%, Light 25\u{a0}%")
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial)))
    #expect(node.resolvedSemantics.value == "Car: 30\u{a0}kWh, 75\u{a0}%")
  }

  @Test func liveDataDrawAndLayNothingOut() throws {
    let data = ChartData((0..<600).map { Double($0 % 50) }, capacity: 600)
    var chart = Chart(.line, [ChartSeries("", data)])
    (chart.window, chart.minimum, chart.maximum) = (300, 0, 60)
    let (h, _) = try stage(chart)
    let layouts = h.stage.statistics.layouts
    for i in 0..<60 {
      data.append(Double(i % 50))
      try h.advance(by: 1.0 / 60)
    }
    #expect(h.stage.statistics.layouts == layouts)
  }

  /// A live chart moves by whole pixels: the old part of the picture is the same, moved.
  @Test func aLiveChartScrollsByWholePixels() throws {
    var random = SeededGenerator(seed: 43)
    var number = 25.0
    func next() -> Double {
      number = min(48, max(2, number + Double.random(in: -2...2, using: &random)))
      return number
    }
    let data = ChartData((0..<3000).map { _ in next() }, capacity: 3000)
    var chart = Chart(.line, [ChartSeries("", data)])
    // 2,700 points: several in a column of pixels.
    (chart.window, chart.minimum, chart.maximum, chart.labels) = (2700, 0, 50, ["-"])
    let (h, _) = try stage(chart)
    let before = try h.snapshot()
    for _ in 0..<90 { data.append(next()) }
    try h.settle()
    let after = try h.snapshot()
    // The dotted lines of the axis stay.
    func row(_ picture: PixelBuffer, _ y: Int, _ x: Range<Int>) -> [Bool] { x.map { picture.color(x: $0, y: y).red < 0.2 } }
    let drawn = stride(from: 20, to: 160, by: 7).map { y in row(before, y, 60..<220).count { $0 } }
    #expect(drawn.reduce(0, +) > 50, "\(drawn)")
    let moves = (8...12).filter { move in
      stride(from: 20, to: 160, by: 7).allSatisfy { row(before, $0, 60..<220) == row(after, $0, 60 - move..<220 - move) }
    }
    #expect(moves.count == 1, "\(moves)")
  }

  @Test func scenesBindValues() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [320, 200]
        data: {powers: [1, 2, 3]}
        root: {type: chart, id: chart, values: {bind: powers}}
        """)
    let node = try #require(try h.node("chart") as? ChartNode)
    #expect(node.series.first?.data.count == 3)
  }

  @Test(
    arguments: [
      ("values: []", "values: []"), ("values: [1, gap]", "values: [1, gap]"), ("values: [{x: 2, y: 1}]", "values: [{x: 2, y: 1}]"),
      ("series: [{values: [3]}]", "values: [3]"), ("series: [{name: A, values: [3]}]", "series: [{name: A, values: [3]}]"),
      ("series: [{values: []}, {values: []}]", #"series: [{name: "", values: []}, {name: "", values: []}]"#), ("series: []", ""),
    ]) func dataAreWrittenByOneName(read: String, written: String) throws
  {
    func text(_ scene: String) throws -> String {
      try SceneWriter(registry: .standard).text(of: Scene.parse(text: scene, name: "s", registry: .standard).makeRoot())
    }
    let first = try text("tessera: 1\nroot: {type: chart, \(read)}")
    #expect(first.split(separator: "\n").dropFirst(3).joined().trimmingPrefix("  ") == written)
    #expect(try text(first) == first)
  }

  @Test func anyNumbers() throws {
    let numbers: [Double] = [0, -0.0, 1, -1, 1e15, -1e15, 1e300, -1e300, .leastNonzeroMagnitude, .nan, .infinity, -.infinity]
    var random = SeededGenerator(seed: 44)
    func number() -> Double { numbers.randomElement(using: &random)! }
    for i in 0..<80 {
      var chart = Chart(
        Chart.Kind.allCases[i % 8],
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
          let count = Int.random(in: 0...12, using: &random)
          return i % 2 == 0
            ? ChartSeries(String(repeating: "W", count: i * 9), (0..<count).map { _ in number() })
            : ChartSeries("", points: (0..<count).map { _ in ChartPoint(number(), number()) })
        })
      (chart.minimum, chart.maximum, chart.window) = (i % 3 == 0 ? number() : nil, i % 5 == 0 ? number() : nil, number())
      chart.labels = Array(repeating: String(repeating: "word ", count: i), count: i)
      let width = [1.0, 40, 320].randomElement(using: &random)!
      let height = [1.0, 40, 200].randomElement(using: &random)!
      let (h, node) = try stage(chart, width: width, height: height)
      try h.drag(from: Point(1, 1), to: Point(width - 1, height - 1), steps: 3)
      try h.key(.tab)
      for key in [KeyPress.Key.right, .end, .pageUp, .left, .enter, .escape] { try h.key(key) }
      _ = h.stage.semanticsTree.text()
      h.stage.perform(.increment, on: SemanticsID(node: node.serial))
      try h.settle()
      #expect(h.errors.isEmpty, "\(h.errors)")
    }
  }
}
