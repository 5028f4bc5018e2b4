import TesseraContainers
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Scenes of docs/examples on screens of other sizes than their design.
@Suite struct ExampleTests {
  private func stage(_ name: String, _ width: Double, _ height: Double) throws -> HeadlessStage {
    try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/\(name).yaml", width: width, height: height)
  }

  private func scrolls(_ node: AnyNode) -> [ScrollNode] {
    ((node as? ScrollNode).map { [$0] } ?? []) + node.subnodes.flatMap { scrolls($0) }
  }

  @Test(arguments: ["fields", "photos", "controls"]) func smallScreensScroll(name: String) throws {
    let h = try stage(name, 320, 240)
    let scroll = try #require(scrolls(h.root).first { $0.frame.height > 100 })
    let content = try #require(scroll.contentBounds)
    #expect(content.height > scroll.frame.height && content.width <= scroll.frame.width, "\(name)")
    let wide = try stage(name, 1080, 1920)
    let other = try #require(scrolls(wide.root).first)
    #expect(try #require(other.contentBounds).height <= other.frame.height)
  }

  @Test func everyPageOfScreensScrolls() throws {
    let h = try stage("screens", 320, 240)
    #expect(scrolls(h.root).count >= 2)
  }

  @Test(arguments: [(1080.0, 1920.0), (1920.0, 1080.0), (480.0, 800.0)]) func theThermostatIsConsistent(width: Double, height: Double)
    throws
  {
    let h = try stage("thermostat", width, height)
    let (dial, panel) = (h.frame(of: try h.node("dial")), h.frame(of: try h.node("panel")))
    let both = Rect(
      min(dial.minX, panel.minX), min(dial.minY, panel.minY), max(dial.maxX, panel.maxX) - min(dial.minX, panel.minX),
      max(dial.maxY, panel.maxY) - min(dial.minY, panel.minY))
    #expect(abs(both.midX - width / 2) <= 1 && abs(both.midY - height / 2) <= 1, "\(both)")
    for id in ["cooler", "warmer"] { #expect(h.frame(of: try h.node(id)).width <= 240) }
    #expect(max(panel.minX - dial.maxX, panel.minY - dial.maxY) <= 80)
  }

  @Test func theSettingsFollowTheLanguage() throws {
    let h = try stage("settings-languages", 800, 480)
    for language in ["ar", "ja"] {
      try h.root.sceneData?.set(.text(language), at: DataPath(["env", "locale"]))
      try h.settle()
      try expectGolden(h.framebuffer, "settings-languages-\(language)")
    }
    // Hindi has this word only in the messages of the example.
    try h.root.sceneData?.set(.text("hi"), at: DataPath(["env", "locale"]))
    try h.settle()
    #expect(try h.node("use").resolvedSemantics.value == "कोई डेटा नहीं")
  }

  @Test func theReaderIsReadable() throws {
    let h = try stage("reader", 800, 480)
    try expectGolden(h.framebuffer, "reader-light")
    try h.tap(id: "dark")
    let size = try h.node("letters")
    for _ in 0..<4 {
      h.stage.perform(.increment, on: SemanticsID(node: size.serial))
      try h.settle()
    }
    try h.tap(id: "next")
    try h.tap(id: "read")
    // Transitions of the buttons end; the next second of the timer has not begun.
    h.clock.advance(by: 0.9)
    try h.settle()
    try expectGolden(h.framebuffer, "reader-dark-large")
    #expect(h.stage.semanticsTree.liveRegions.count == 1)
  }

  @Test func controlsShowAndChangeTheirData() throws {
    let h = try stage("controls", 800, 480)
    try expectGolden(h.framebuffer, "controls")
    let sound = try h.node("sound")
    #expect(sound.environment[\.isEnabled])
    try h.tap(id: "boost")
    #expect(!sound.environment[\.isEnabled] && sound.resolvedSemantics.isDisabled == true)
    let degrees = try #require(try h.node("degrees") as? SliderNode)
    h.stage.perform(.increment, on: SemanticsID(node: degrees.serial))
    try h.settle()
    #expect(degrees.amount == 190 && h.stage.semanticsTree.text().contains("190 °C"))
  }

  @Test func partsShowAndChangeTheirData() throws {
    let h = try stage("controls-more", 800, 480)
    try h.tap(id: "quick")
    try h.tap(id: "person")
    #expect(try #require(try h.node("quick") as? ChipNode).isSelected)
    #expect(try #require(try h.node("person") as? CardNode).isSelected)
    let (dots, stars, steps) = (try h.node("dots"), try h.node("stars"), try h.node("steps"))
    #expect(h.stage.perform(.increment, on: SemanticsID(node: stars.serial)))
    #expect(h.stage.perform(.expand, on: SemanticsID(node: steps.serial, part: 0)))
    try h.settle()
    #expect(try #require(try h.node("stars") as? RatingNode).amount == 4)
    #expect(h.stage.semanticsTree.text().contains("Wash the lentils."))
    #expect(h.stage.perform(.increment, on: SemanticsID(node: dots.serial)))
    #expect(try #require(dots as? PageDotsNode).page == 2)
  }

  @Test func theAppointmentFormSharesItsData() throws {
    let h = try stage("pickers", 800, 480)
    let (day, time, more) = (try h.node("day"), try h.node("time"), try h.node("more"))
    #expect(h.stage.perform(.increment, on: SemanticsID(node: time.serial, part: 0)))
    #expect(try #require(time as? TimePickerNode).time == ClockTime(hour: 10, minute: 30))
    let key = try #require(day.semanticsParts.first { $0.semantics.label == "Monday, 16 November 2026" }?.key)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: day.serial, part: key)))
    #expect(try #require(day as? MonthCalendarNode).date == CalendarDate("2026-11-16"))
    #expect(h.stage.perform(.expand, on: SemanticsID(node: more.serial)))
    try h.advance(by: 0.5)
    #expect(h.stage.semanticsTree.text().contains("Duplicate"))
    #expect(h.errors.isEmpty)
  }

  @Test func theFirstAppSharesItsDataBetweenTwoScreens() throws {
    let h = try stage("first-app", 360, 480)
    let amount = try h.node("amount")
    #expect(amount.environment[\.isEnabled])
    try h.tap(id: "power")
    #expect(!amount.environment[\.isEnabled])
    try h.tap(id: "settings")
    try h.advance(by: 1)
    try h.tap(id: "dark")
    try h.advance(by: 1)
    #expect(amount.environment[\.colorScheme] == .dark)
    try h.tap(id: "back")
    try h.advance(by: 1)
    #expect((h.root as? ScreensNode)?.screens.count == 1)
  }

  @Test func motionIsMirrored() throws {
    let h = try stage("motion", 480, 270)
    h.stage.direction = .rtl
    try h.settle()
    let (menu, details, ring) = (try h.node("menu"), try h.node("details"), try h.node("ring"))
    #expect(h.frame(of: menu).midX < 60 && h.frame(of: details).minX == 24 && h.frame(of: ring).midX > 400)
  }

  @Test(arguments: ["feed", "network", "progressive"]) func examplesWithServersAreRead(name: String) throws {
    let scene = try Scene.load(file: try PackageFolder.root() + "/docs/examples/\(name).yaml", registry: .standard)
    #expect(scene.warnings.isEmpty, "\(scene.warnings)")
    let data = SceneData()
    data.onProblem = { Issue.record("\($0)") }
    _ = try scene.makeRoot(data: data)
  }
}
