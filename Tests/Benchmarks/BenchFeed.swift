internal import Glibc
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraLayout

/// Case `rainforest`: a feed of 1,000 cards with photographs.
extension BenchHarness {
  /// Creates a card: a blurred photograph as background, the photograph, a gradient, title and description.
  private static func card(_ photo: String, _ title: String, _ text: String) -> AnyNode {
    func place(_ node: AnyNode, _ x: Double, _ y: Double, _ width: Double, _ height: Double?) {
      node.style.position = .absolute
      node.style.inset.left = .points(x)
      node.style.inset.top = .points(y)
      node.style.width = .points(width)
      if let height { node.style.height = .points(height) }
    }
    let card = BoxNode()
    card.style.height = .points(640)
    let back = ImageNode(file: photo, contentMode: .fill)
    back.blur = 30
    place(back, 0, 0, 1080, 640)
    let feature = ImageNode(file: photo, contentMode: .fill)
    place(feature, 0, 0, 1080, 440)
    let shade = BoxNode()
    shade.background = .gradient(
      .linear(
        from: Point(0, 0), to: Point(0, 440),
        stops: [GradientStop(0, Color(white: 0, alpha: 0.7)), GradientStop(1, Color(white: 0, alpha: 0))]))
    place(shade, 0, 0, 1080, 440)
    let heading = TextNode(title, font: Font("Noto Sans", size: 40, weight: .bold), color: .white)
    place(heading, 32, 24, 1016, nil)
    let body = TextNode(text, font: Font("Noto Sans", size: 22), color: .white)
    body.lineLimit = 5
    place(body, 32, 460, 1016, nil)
    for node in [back, feature, shade, heading, body] as [AnyNode] { card.addSubnode(node) }
    // The content of a card appears together, and moves as one picture.
    card.rasterizesSubtree = true
    return card
  }

  /// Returns the number of visible rows that have no node yet, or whose content is not on the screen.
  private static func unfinished(_ rows: ClosedRange<Int>, of table: TableNode) -> Int {
    let drawn = table.visibleElements.compactMap { table.node(for: $0)?.hasPendingDraws == false ? $0.index?.item : nil }
    return rows.count { !drawn.contains($0) }
  }

  func rainforest() throws {
    let names = ["astronaut", "chelsea", "coffee", "rocket"]
    let photos = names.map { "\(data)/photos/\($0).jpg" }
    let lines = try BenchData.lines("\(data)/cards.txt").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    func feed() -> TableNode {
      let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<1000))) { k in
        let line = lines[k % lines.count]
        return Self.card(photos[k % photos.count], line[0], line.count > 1 ? line[1] : "")
      }
      table.rowHeight = 640
      table.separator = nil
      table.showsIndicators = false
      table.background = .color(.black)
      table.ready = .full
      return table
    }
    // A real feed has a different photograph on each card, so none may be decoded or blurred before its card appears.
    let limit = ImageCache.shared.byteLimit
    ImageCache.shared.byteLimit = 0
    defer { ImageCache.shared.byteLimit = limit }
    let count = extent(600, small: 24)
    for step in extent == .full ? [12, 60] : [60] {
      let table = feed()
      let clock = ManualClock()
      let workers = WorkerPool(threads: extent(2, small: 0))
      let stage = try Stage(
        size: Size(1080, 1920), root: table, clock: extent == .full ? RealClock() as any StageClock : clock, workers: workers)
      try stage.settle()
      var loopTimes: [Double] = []
      var misses = 0
      var blank = (frames: 0, cards: 0)
      let pace = BenchPace(extent, workers: workers, manual: clock)
      // The first frame is already on the screen.
      for frame in 1...count {
        pace.wait(for: frame)
        table.contentOffset = Point(0, Double(frame * step))
        let cpu = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
        let hasPainted = try stage.frame()
        loopTimes.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - cpu)
        if pace.misses(frame, hasPainted: hasPainted) { misses += 1 }
        let rows = (frame * step / 640)...min(999, (frame * step + 1919) / 640)
        let cards = Self.unfinished(rows, of: table)
        blank.cards += cards
        if cards > 0 { blank.frames += 1 }
      }
      loopTimes.sort()
      let note = "\(step) px a frame, two workers, 60 Hz, \(count) frames"
      value("loop_p50_\(step)", loopTimes[count / 2], "ms", "work of the loop's thread a frame; " + note)
      value("loop_p99_\(step)", loopTimes[count * 99 / 100], "ms", "the same; " + note)
      value("loop_max_\(step)", loopTimes[count - 1], "ms", "the same; " + note)
      value("misses_\(step)", Double(misses), "", "frames that were not done 16.7 ms after they were due; " + note)
      value("blank_\(step)", Double(blank.frames), "", "frames in which a card in view had no node or content still to be drawn; " + note)
      value("blank_cards_\(step)", Double(blank.cards), "", "such cards in all frames")
      try picture("feed_\(step)", stage.framebuffer)
      if extent == .small { continue }
      // The same feed, with all work on the loop.
      let plain = feed()
      let alone = try Stage(size: Size(1080, 1920), root: plain, clock: ManualClock(), workers: WorkerPool(threads: 0))
      plain.ready = .visibleOnly
      let decoded = ImageCache.shared.statistics.misses
      try alone.settle()
      var times: [Double] = []
      for frame in 0..<count {
        plain.contentOffset = Point(0, Double(frame * step))
        times.append(try time { try alone.settle() }.cpu)
      }
      let late = times.filter { $0 > BenchPace.interval }.count
      times.sort()
      value(
        "sync_p99_\(step)", times[count * 99 / 100], "ms",
        "the same feed made, laid out, decoded and drawn in the loop when it comes into view")
      value("sync_max_\(step)", times[count - 1], "ms", "the same")
      value(
        "sync_decoded_\(step)", Double(ImageCache.shared.statistics.misses - decoded), "",
        "photographs decoded meanwhile, each blurred or not")
      value("sync_misses_\(step)", Double(late), "", "its frames of more than 16.7 ms")
    }
    value("rss", Self.status("VmRSS"), "MB", "at the end")
  }
}
