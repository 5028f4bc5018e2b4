import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraScene
@testable import TesseraVideo
@testable import VideoPlugin

/// docs/examples/doorbell.yaml with a camera that sends a photograph, and without one.
@Suite struct DoorbellTests {
  private let sessions = FakeSessions()

  private func video(in node: AnyNode) -> VideoNode? {
    node as? VideoNode ?? node.subnodes.lazy.compactMap { video(in: $0) }.first
  }

  private func stage(_ width: Double, _ height: Double, mode: String) throws -> HeadlessStage {
    let scene = try Scene.load(file: try PackageFolder.root(of: #filePath) + "/docs/examples/doorbell.yaml", registry: .standard)
    #expect(scene.warnings.isEmpty, "\(scene.warnings)")
    let data = SceneData()
    data.onProblem = { Issue.record("\($0)") }
    data.begin(in: SceneEnvironment(of: scene, size: Size(width, height), scale: nil))
    let root = try scene.makeRoot(data: data)
    sessions.attach(to: try #require(video(in: root)))
    let h = try HeadlessStage(width: width, height: height, background: .theme(.ground), settled: false) { root }
    try data.set(.map(["name": .text(h.root.environmentValues.theme.name), "mode": .text(mode)]), at: DataPath(["env", "theme"]))
    try h.settle()
    return h
  }

  private func photograph() throws -> CameraPicture {
    let bytes = try Clips.bytes(PackageFolder.root(of: #filePath) + "/docs/examples/assets/photos/astronaut.jpg")
    let header = try JPEGCodec().header(of: PictureData(bytes))
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    let layout = CameraLayout(width: header.width, height: header.height, format: CameraPixelFormat.motionJPEG.code)
    return CameraPicture(layout, CameraMemory(UnsafeRawBufferPointer(copy)) { $0.deallocate() }, 0..<bytes.count, time: 0, source: "test")
  }

  @Test(arguments: ["light", "dark"]) func aCameraAndAPictureInItsPlace(mode: String) throws {
    let missing = VideoFileError.noSignal(source: "the camera", reason: "no camera is plugged in")
    let small = try stage(320, 240, mode: mode)
    try #require(sessions.sessions.last).receive(.failed(missing))
    try small.settle()
    try expectGolden(small.framebuffer, "doorbell-missing-\(mode)", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
    let h = try stage(800, 480, mode: mode)
    let session = try #require(sessions.sessions.last)
    let picture = try photograph()
    session.begin(width: picture.facts.width, height: picture.facts.height)
    session.receive(.picture(picture))
    try h.settle()
    try h.tap(id: "answer")
    session.receive(.failed(.noSignal(source: "the camera", reason: "it was unplugged")))
    try h.settle()
    try h.advance(by: 1)
    let shown = try h.framebuffer.resized(width: 400, height: 240)
    try expectGolden(shown, "doorbell-\(mode)", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  private static let reason = "versions of FreeType round outlines, versions of libjpeg-turbo round colors differently"
}
