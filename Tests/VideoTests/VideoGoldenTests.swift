import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

/// Pictures of video nodes.
@Suite struct VideoGoldenTests {
  private func stage(_ mode: ThemeMode, _ content: AnyNode) throws -> HeadlessStage {
    let stage = try HeadlessStage(width: 320, height: 180) { content }
    stage.stage.environment[\.theme].mode = mode
    return stage
  }

  private func player(captions: String) -> VideoPlayerNode {
    let player = VideoPlayerNode(Clips.clip)
    (player.subtitles, player.canExpand) = (captions, true)
    return player
  }

  @Test func aPlayerInTheModes() throws {
    let captions = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString).vtt")
    defer { try? FileManager.default.removeItem(at: captions) }
    try Data("WEBVTT\n\n00:00.000 --> 00:04.000\nA train <i>passes</i>\n".utf8).write(to: captions)
    for mode in [ThemeMode.light, .dark, .contrast, .paper] {
      let stage = try stage(mode, player(captions: captions.path))
      if mode == .paper { stage.stage.textAntialiasing = .bilevel }
      try stage.advance(by: 0.5)
      let picture = mode == .paper ? try stage.framebuffer.converted(to: .mono1) : stage.framebuffer
      try expectGolden(picture, "player-\(mode)")
    }
  }

  @Test func contentModesAndRotation() throws {
    let row = BoxNode()
    row.style.direction = .row
    for (name, content) in [(Clips.fixture("turned-90.mp4"), ContentMode.fit), (Clips.clip, .fill), (Clips.fixture("vp9-odd.webm"), .fit)] {
      let node = VideoNode(name, contentMode: content)
      (node.style.flexGrow, node.style.flexBasis, node.background) = (1, .points(0), .color(Color(red: 0.5, green: 0.5, blue: 0.5)))
      row.addSubnode(node)
    }
    try expectGolden(stage(.light, row).framebuffer, "modes-of-content")
  }
}
