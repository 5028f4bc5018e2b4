import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// The value behind stacks and tabs: no stage, no clock.
@Suite struct ScreenStackTests {
  private func known(_ title: String, _ presentation: Screen.Presentation = .page) -> ScreenStack.Known {
    let node = ScreenNode(Screen(title))
    node.presentation = presentation
    return ScreenStack.Known(node)
  }

  private func stack(_ count: Int) -> ScreenStack {
    var stack = ScreenStack()
    stack.size = Size(100, 200)
    for number in 0..<count { _ = stack.push(known("\(number)"), .none, decoration: ScreenDecoration()) }
    stack.recordLayout(of: stack.entries.map(\.node))
    _ = stack.updateAppearance(isVisible: true)
    return stack
  }

  private func words(_ told: [ScreenStack.Told]) -> [String] { told.map { "\($0.node.value.title) \($0.step)" } }

  @Test(arguments: [(1, [0]), (2, [1, 0]), (4, [1, 2, 1, 0]), (6, [1, 4, 3, 2, 1, 0])])
  func depthsFollowTheNavigationActions(count: Int, depths: [Int]) {
    let stack = stack(count)
    #expect(stack.entries.indices.map(stack.depth) == depths)
  }

  @Test(arguments: [(0, RangeMode.full), (1, .minimum), (2, .visibleOnly), (3, .lowMemory), (40, .lowMemory), (-1, .full)])
  func depthsHaveTheirModes(depth: Int, mode: RangeMode) {
    #expect(RangeMode(visibilityDepth: depth) == mode)
    #expect(RangeMode.full.limited(to: mode) == mode && mode.limited(to: .full) == mode)
    #expect(RangeMode.lowMemory.limited(to: mode) == .lowMemory)
  }

  @Test func aPushNotifiesBothScreensInOrder() {
    var stack = stack(1)
    _ = stack.push(known("new"), .slide, decoration: ScreenDecoration())
    // Before a layout has it nothing moves, but it is known to come.
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["0 willDisappear", "new willAppear"])
    stack.move(to: 0)
    #expect(stack.entries[1].presence.value == 0)
    stack.recordLayout(of: stack.entries.map(\.node))
    stack.move(to: 0)
    stack.move(to: 0.2)
    #expect(stack.entries[1].presence.value > 0.5 && stack.updateAppearance(isVisible: true).told.isEmpty)
    stack.move(to: 1)
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["0 didDisappear", "new didAppear"])
  }

  @Test func sceneScreensAppearImmediatelyAndLeaveByTransition() throws {
    let node = ScreensNode()
    for title in ["page", "sheet"] { #expect(Screens.acceptChild(ScreenNode(Screen(title)), node: node)) }
    #expect(node.host.stack.entries.map(\.presence) == [ScreenPresence(1), ScreenPresence(1)])
    let sheet = try #require(node.pop())
    let leaving = try #require(node.host.stack.entries.first { $0.node === sheet })
    #expect(leaving.isLeaving && leaving.transition == .slide && leaving.presence.isMoving && leaving.presence.value == 1)
  }

  @Test func aPopDuringAPushReversesFromItsCurrentPosition() {
    var stack = stack(1)
    _ = stack.push(known("new"), .slide, decoration: ScreenDecoration())
    stack.recordLayout(of: stack.entries.map(\.node))
    _ = stack.updateAppearance(isVisible: true)
    stack.move(to: 0)
    stack.move(to: 0.1)
    let before = stack.entries[1].presence
    _ = stack.pop(nil)
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["new willDisappear", "0 willAppear"])
    stack.move(to: 0.1)
    let after = stack.entries[1].presence
    #expect(after.value == before.value && after.velocity == before.velocity && before.velocity > 0)
    stack.move(to: 0.101)
    #expect(abs(stack.entries[1].presence.value - before.value) < 0.02)
    stack.move(to: 5)
    let (told, gone) = stack.updateAppearance(isVisible: true)
    #expect(words(told) == ["new didDisappear", "0 didAppear"] && gone.map(\.node.value.title) == ["new"])
  }

  @Test func aScreenBelowASheetStaysVisible() {
    var stack = stack(2)
    _ = stack.push(known("sheet", .sheet), .none, decoration: ScreenDecoration())
    stack.recordLayout(of: stack.entries.map(\.node))
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["sheet willAppear", "sheet didAppear"])
    #expect(stack.entries.map(\.appearance) == [.hidden, .visible, .visible])
    #expect(stack.placements.filter(\.isInert).map { ($0.node as? ScreenNode)?.value.title } == ["0", "1"])
  }

  @Test func aReleasedScreenStaysOrIsPopped() {
    var stack = stack(2)
    stack.beginBack()
    stack.moveBack(to: 0.7)
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["1 willDisappear", "0 willAppear"])
    stack.endBack(goes: false, velocity: 0)
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["0 willDisappear", "1 willAppear"])
    stack.move(to: 0)
    stack.move(to: 9)
    #expect(words(stack.updateAppearance(isVisible: true).told) == ["0 didDisappear", "1 didAppear"] && stack.screens.count == 2)
    stack.beginBack()
    stack.moveBack(to: 0.2)
    stack.endBack(goes: true, velocity: -2)
    _ = stack.updateAppearance(isVisible: true)
    stack.move(to: 10)
    stack.move(to: 19)
    #expect(stack.updateAppearance(isVisible: true).gone.count == 1 && stack.screens.count == 1)
  }

  /// Whatever happens: what each screen is told goes round in order, exactly one screen that fills the container is on top, and when nothing moves
  /// any more all is as if it had never moved.
  @Test(arguments: 0..<60) func everyScreenReceivesTheStepsOfRandomChangesInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stack = stack(1)
    var last: [ScreenNode: ScreenStep] = [stack.entries[0].node: .didAppear]
    var history: [String] = []
    var time = 0.0
    var all: [ScreenStack.Known] = []
    var isVisible = true
    func follow() {
      let (told, gone) = stack.updateAppearance(isVisible: isVisible)
      for (node, step) in told.map({ ($0.node, $0.step) }) {
        history.append("\(node.value.title) \(step)")
        let before = last[node] ?? .didDisappear
        let allowed: [ScreenStep] =
          switch before {
          case .didDisappear: [.willAppear]
          case .willAppear: [.didAppear, .willDisappear]
          case .didAppear: [.willDisappear]
          case .willDisappear: [.didDisappear, .willAppear]
          }
        #expect(allowed.contains(step), "seed \(seed): \(history.suffix(12))")
        last[node] = step
      }
      for entry in gone { #expect(last[entry.node] ?? .didDisappear == .didDisappear, "seed \(seed): \(history.suffix(12))") }
      for i in stack.entries.indices where isVisible && stack.shows(i) {
        let isSeen = stack.isSeen(i)
        #expect(isSeen, "seed \(seed): a screen that shows is seen, \(history.suffix(12))")
      }
    }
    for _ in 0..<200 {
      let transition = ScreenTransition(ScreenTransition.Kind.allCases.randomElement(using: &random) ?? .none, duration: 0.3)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2:
        let presentation = Screen.Presentation.allCases.randomElement(using: &random) ?? .page
        if Int.random(in: 0..<4, using: &random) == 0, let old = all.randomElement(using: &random) {
          _ = stack.push(old, transition, decoration: ScreenDecoration())
        } else {
          all.append(known("n\(all.count)", presentation))
          _ = stack.push(all[all.count - 1], transition, decoration: ScreenDecoration())
        }
      case 3, 4: if stack.screens.count > 1 { _ = stack.pop(Bool.random(using: &random) ? transition : nil) }
      case 5: if let target = stack.screens.randomElement(using: &random) { _ = stack.pop(to: target, transition) }
      case 6:
        all.append(known("n\(all.count)"))
        _ = stack.replace(with: all[all.count - 1], transition, decoration: ScreenDecoration())
      case 7: stack.beginBack()
      case 8:
        stack.moveBack(to: Double.random(in: 0...1, using: &random))
        stack.endBack(goes: Bool.random(using: &random), velocity: Double.random(in: -3...3, using: &random))
      case 9: if Int.random(in: 0..<5, using: &random) == 0 { isVisible.toggle() }
      default: break
      }
      if Bool.random(using: &random) { stack.recordLayout(of: stack.entries.map(\.node)) }
      if Bool.random(using: &random) { follow() }
      time += Double.random(in: 0...0.2, using: &random)
      if isVisible { stack.move(to: time) } else { stack.finish() }
      follow()
    }
    isVisible = true
    while stack.held != nil { stack.endBack(goes: false, velocity: 0) }
    stack.recordLayout(of: stack.entries.map(\.node))
    stack.move(to: time + 1)
    stack.move(to: time + 60)
    follow()
    let isStill = !stack.isMoving && stack.entries.allSatisfy { !$0.isLeaving }
    #expect(isStill)
    for i in stack.entries.indices {
      let (appearance, shows) = (stack.entries[i].appearance, stack.shows(i))
      #expect(appearance == (shows ? .visible : .hidden), "seed \(seed): \(history.suffix(12))")
    }
    let isInPlace = stack.placements.allSatisfy { $0.offset == .zero || stack.entries[stack.index(of: $0.node) ?? 0].appearance == .hidden }
    #expect(isInPlace)
  }
}
