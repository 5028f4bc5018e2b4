internal import TesseraGeometry
internal import TesseraKit
internal import TesseraLayout

/// Case `controls`: a page of 200 mixed controls at 800 x 1280 on one core: its first frame, a change of the color mode, a dragged slider.
extension BenchHarness {
  func controls() throws {
    // The first page prepares fonts and icons of the process, as a splash screen does.
    _ = try page()
    let rounds = extent(20, small: 2)
    var first: [Double] = []
    for _ in 0..<rounds {
      var shown: (Stage, ManualClock, [SliderNode])?
      first.append(try time { shown = try page() }.cpu)
      guard shown != nil else { continue }
    }
    value("first_p50", Self.percentile(first.sorted(), 50), "ms", "CPU time of nodes, layout, draws and the first frame of 200 controls")
    let (stage, clock, sliders) = try page()
    try picture("controls", stage.framebuffer)
    try changeModes(stage, clock, rounds)
    try drag(sliders, stage, clock)
    let before = stage.statistics
    for _ in 0..<60 {
      clock.advance(by: 1.0 / 60)
      try stage.frame()
    }
    let after = stage.statistics
    value("rest_draws", Double(after.draws - before.draws), "", "draws in a second without input")
    value("rest_pixels", Double(after.damagedPixels - before.damagedPixels), "", "painted pixels in a second without input")
  }

  private func changeModes(_ stage: Stage, _ clock: ManualClock, _ rounds: Int) throws {
    var times: [Double] = []
    let draws = stage.statistics.draws
    for round in 0..<rounds {
      var theme = Theme()
      theme.mode = round.isMultiple(of: 2) ? .dark : .light
      times.append(
        try time {
          stage.root.environment[\.theme] = theme
          try stage.settle()
        }.cpu)
      if round == 0 { try picture("controls_dark", stage.framebuffer) }
      clock.advance(by: 1)
      try stage.settle()
    }
    value("mode_p50", Self.percentile(times.sorted(), 50), "ms", "CPU time of a change between light and dark: draws and frames")
    value("mode_draws", Double(stage.statistics.draws - draws) / Double(rounds), "", "draws a change")
  }

  /// Drags each slider to the end and back.
  private func drag(_ sliders: [SliderNode], _ stage: Stage, _ clock: ManualClock) throws {
    var (loop, whole): ([Double], [Double]) = ([], [])
    let history = FrameHistory(capacity: 1)
    stage.frameHistory = history
    defer { stage.frameHistory = nil }
    let steps = extent(60, small: 4)
    for slider in sliders {
      for step in 0...steps {
        let phase: Touch.Phase = step == 0 ? .began : step == steps ? .ended : .moved
        let share = 0.1 + 0.8 * Double(step) / Double(steps)
        guard let place = stage.convert(Point(slider.frame.width * share, slider.frame.height / 2), from: slider) else { continue }
        clock.advance(by: 1.0 / 60)
        stage.send(.touch(Touch(id: 1, phase: phase, location: place, time: clock.now)))
        whole.append(try time { try stage.settle() }.cpu)
        for frame in history.newest() { loop.append((frame.seconds - frame[.composite] - frame[.present]) * 1e3) }
      }
      clock.advance(by: 1)
      try stage.settle()
    }
    value("drag_loop_p50", Self.percentile(loop.sorted(), 50), "ms", "work of the loop except painting in a frame of a dragged slider")
    value("drag_p50", Self.percentile(whole.sorted(), 50), "ms", "CPU time of the whole frame, draw and painting included")
  }

  /// Shows the page and returns it with its sliders.
  private func page() throws -> (Stage, ManualClock, [SliderNode]) {
    let clock = ManualClock()
    let root = BoxNode()
    (root.style.wrap, root.style.alignContent, root.style.padding, root.style.gap) = (.wrap, .flexStart, LayoutEdges(8), .points(8))
    var sliders: [SliderNode] = []
    for number in 0..<200 {
      let node = control(number)
      if let slider = node as? SliderNode, sliders.count < 4 { sliders.append(slider) }
      root.addSubnode(node)
    }
    let stage = try Stage(
      size: Size(800, 1280), root: root, clock: clock, workers: WorkerPool(threads: 0), background: .theme(.ground))
    try stage.settle()
    return (stage, clock, sliders)
  }

  private func control(_ number: Int) -> AnyNode {
    let share = Double(number % 10) / 10
    func wide(_ node: AnyNode, _ width: Double) -> AnyNode {
      node.style.width = .points(width)
      return node
    }
    switch number % 10 {
    case 0: return SwitchNode(Switch("Heating", isOn: number.isMultiple(of: 20)))
    case 1: return CheckboxNode(Checkbox("Notify", state: number.isMultiple(of: 3) ? .on : .off))
    case 2: return wide(SliderNode(Slider(share * 100, label: "Level")), 160)
    case 3: return StepperNode(Stepper(Double(number), in: 0...300, label: "Count"))
    case 4: return wide(SegmentedNode(Segmented("Day", ["Day", "Week", "Year"], label: "Range")), 200)
    case 5: return wide(ProgressNode(Progress(share)), 120)
    case 6: return ProgressRingNode(ProgressRing(share))
    case 7: return RatingNode(Rating(Double(number % 6), label: "Rating"))
    case 8: return ChipNode(Chip("Filter \(number)", isSelected: number.isMultiple(of: 4)))
    default: return ButtonNode(Button("Button \(number)"))
    }
  }
}
