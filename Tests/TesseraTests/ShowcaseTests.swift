import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct ShowcaseTests {
  /// Supported sizes of the showcase.
  enum Form: String, CaseIterable, CustomTestStringConvertible {
    case landscape, portrait, phone
    var testDescription: String { rawValue }
    var size: Size {
      switch self {
      case .landscape: Size(800, 480)
      case .portrait: Size(1080, 1920)
      case .phone: Size(540, 960)
      }
    }
  }

  private func stage(_ form: Form, threads: Int = 0) throws -> HeadlessStage {
    try HeadlessStage(
      sceneFile: try PackageFolder.root() + "/docs/examples/showcase.yaml", width: form.size.width, height: form.size.height,
      threads: threads)
  }

  private static let reason = "versions of FreeType round outlines, versions of libjpeg-turbo and libyuv round colours differently"

  @Test func inLandscapeItMatchesItsGoldenPicture() throws {
    try expectGolden(
      stage(.landscape).framebuffer, "showcase_landscape", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  /// Stored at half its size: the visible details in a quarter of the bytes.
  @Test func inPortraitItMatchesItsGoldenPicture() throws {
    let frame = try stage(.portrait).framebuffer
    try expectGolden(
      frame.resized(width: frame.width / 2, height: frame.height / 2), "showcase_portrait", tolerance: .fewPixels(64, beyond: 24),
      because: Self.reason)
  }

  @Test(arguments: Form.allCases) func threadsDoNotChangeTheResult(form: Form) throws {
    let expected = try stage(form).framebuffer
    try withEvery("threads", in: [1, 2, 4]) { threads in
      try expectEqualPixels(stage(form, threads: threads).framebuffer, expected)
    }
  }

  /// Every text fits the width of its box, and every node of the first screen is within the screen.
  @Test(arguments: Form.allCases) func nothingOfTheFirstScreenSticksOut(form: Form) throws {
    let h = try stage(form)
    let screen = Rect(size: form.size)
    for id in ["header", "hero", "countdown", "camera", "climate", "messages", "scenes", "search", "avatar", "watch", "remind"] {
      let box = try h.frame(of: id)
      #expect(box.minX >= screen.minX && box.maxX <= screen.maxX, "\(id): \(box)")
      #expect(box.minY >= screen.minY && box.maxY <= screen.maxY, "\(id): \(box)")
      #expect(box.width >= 24 && box.height >= 24, "\(id): \(box)")
    }
  }

  /// Garbage in any area is removed by repainting only that area, and nothing else changes. Shadows, blurs, transformed pictures and groups
  /// do not depend on the division of the frame.
  @Test(arguments: [UInt64(1), 2, 3]) func repaintingADamagedAreaGivesTheWholeFrame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let h = try stage(.landscape)
    let probe = BoxNode()
    probe.background = .color(Color(white: 0.5))
    probe.opacity = 0
    probe.style.position = .absolute
    h.root.addSubnode(probe)
    try h.settle()
    h.stage.setNeedsRepaint()
    try h.settle()
    let expected = try h.snapshot()
    for _ in 0..<12 {
      let width = Int.random(in: 1...240, using: &random)
      let height = Int.random(in: 1...160, using: &random)
      let area = PixelRect(
        x: Int.random(in: 0...800 - width, using: &random), y: Int.random(in: 0...480 - height, using: &random), width: width,
        height: height)
      probe.style = LayoutStyle {
        $0.position = .absolute
        $0.inset.left = .points(Double(area.x))
        $0.inset.top = .points(Double(area.y))
        $0.width = .points(Double(width))
        $0.height = .points(Double(height))
      }
      try h.settle()
      try expectEqualPixels(h.framebuffer, expected, "seed \(seed), moved to \(area)")
      let before = h.stage.statistics.damagedPixels
      h.framebuffer.clear(Color(red: 1, green: 0, blue: 1), in: area)
      h.stage.setNeedsRepaint(in: area)
      try h.settle()
      #expect(h.stage.statistics.damagedPixels - before >= area.area)
      try expectEqualPixels(h.framebuffer, expected, "seed \(seed), repainted \(area)")
    }
  }

  /// Screens smaller than the design: `when` and `variants` of the file adapt it.
  @Test(arguments: [
    ("showcase_320x240", Size(320, 240)), ("showcase_480x320", Size(480, 320)), ("showcase_480x800", Size(480, 800)),
    ("showcase_640x480", Size(640, 480)),
  ])
  func smallScreensShowTheContentThatFits(golden: String, size: Size) throws {
    let h = try HeadlessStage(
      sceneFile: try PackageFolder.root() + "/docs/examples/showcase.yaml", width: size.width, height: size.height, threads: 0)
    let screen = Rect(size: size)
    for id in ["header", "hero", "countdown", "watch", "remind", "avatar"] {
      let box = try h.frame(of: id)
      #expect(box.minX >= 0 && box.maxX <= screen.maxX && box.minY >= 0 && box.maxY <= screen.maxY, "\(id): \(box)")
    }
    let (hero, countdown) = (try h.frame(of: "hero"), try h.frame(of: "countdown"))
    #expect(countdown.minY >= hero.minY && countdown.maxY <= hero.maxY)
    for name in ["camera", "climate", "messages"] where h.root.find(name) != nil {
      #expect(try h.frame(of: name).maxY <= screen.maxY, "\(name)")
    }
    try expectGolden(h.framebuffer, golden, tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }
}

/// docs/examples/thermostat.yaml on its three supported screens.
@Suite struct ThermostatPictureTests {
  @Test(arguments: [
    ("thermostat_320x240", Size(320, 240)), ("thermostat_480x320", Size(480, 320)), ("thermostat_800x480", Size(800, 480)),
  ])
  func itMatchesItsGoldenPicture(golden: String, size: Size) throws {
    let h = try HeadlessStage(
      sceneFile: try PackageFolder.root() + "/docs/examples/thermostat.yaml", width: size.width, height: size.height, threads: 0)
    try expectGolden(
      h.framebuffer, golden, tolerance: .fewPixels(64, beyond: 24), because: "versions of FreeType round outlines differently")
  }
}
