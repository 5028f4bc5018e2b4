import Testing
@testable import Tessera
import TesseraRender

/// Background color of the stage.
@Suite struct StageBackgroundTests {
  private func color(_ stage: Stage) throws -> String {
    try stage.settle()
    return stage.framebuffer.color(x: 50, y: 50).hex
  }

  @Test func theBackgroundFollowsTheColorSchemeOfTheRoot() throws {
    let root = BoxNode()
    let stage = try manualStage(root: root)
    stage.background = .dynamic(light: .white, dark: .black)
    #expect(try color(stage) == "#ffffff")
    stage.environment[\.colorScheme] = .dark
    #expect(try color(stage) == "#000000")
    root.environment[\.colorScheme] = .light
    #expect(try color(stage) == "#ffffff")
    root.environment.inherit(\.colorScheme)
    #expect(try color(stage) == "#000000")
    stage.background = .dynamic(light: .black, dark: Color(rgb: 0x3366CC))
    #expect(try color(stage) == "#3366cc")
    let other = BoxNode()
    other.environment[\.colorScheme] = .light
    stage.root = other
    #expect(try color(stage) == "#000000")
  }

  @Test func aSchemeThatChangesNothingPaintsNothing() throws {
    let stage = try manualStage()
    stage.background = Color(rgb: 0x3366CC)
    _ = try color(stage)
    let before = stage.statistics.damagedPixels
    stage.environment[\.colorScheme] = .dark
    #expect(try color(stage) == "#3366cc" && stage.statistics.damagedPixels == before)
  }
}
