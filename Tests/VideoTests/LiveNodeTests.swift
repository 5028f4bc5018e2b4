import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import TesseraVideo
import Testing

@testable import TesseraScene
@testable import VideoPlugin

/// Video nodes whose source is a camera or a live stream.
@Suite struct LiveNodeTests {
  private let sessions = FakeSessions()

  private func node(_ source: String = "camera:") -> VideoNode {
    let node = VideoNode(source)
    sessions.attach(to: node)
    return node
  }

  private func signals(of node: VideoNode) -> Locked<[String]> {
    let told = Locked<[String]>([])
    @Sendable func note(_ text: String) { told.withLock { $0.append(text) } }
    node.on(Video.ready) { facts in note("ready \(Int(facts.width))x\(Int(facts.height))") }
    node.on(Video.stalled) { isStalled in note("stalled \(isStalled)") }
    node.on(Video.failed) { reason in note(reason) }
    node.on(Video.end) { note("end") }
    return told
  }

  private func red(_ stage: HeadlessStage) -> Int { Clips.pixel(stage.framebuffer, 40, 30).0 }

  @Test func theNewestPictureOfACameraIsShown() throws {
    let node = node("camera:USB Camera")
    (node.captureSize, node.frameRate, node.captureFormat, node.controls) = (Size(320, 240), 15, .yuyv, ["brightness": 3])
    let told = signals(of: node)
    let stage = try HeadlessStage(width: 80, height: 60) { node }
    let session = try #require(sessions.sessions.first)
    var wanted = CameraRequest("USB Camera")
    (wanted.width, wanted.height, wanted.framesPerSecond, wanted.format) = (320, 240, 15, .yuyv)
    #expect(session.start.target == .init(source: .camera("USB Camera"), camera: wanted) && session.start.controls == ["brightness": 3])
    session.begin()
    for number in [10, 20, 30] { session.receive(.picture(TestPicture(number))) }
    try stage.settle()
    // The first one waited for the loop, and the others were dropped.
    #expect(red(stage) == 10)
    session.receive(.picture(TestPicture(40)))
    try stage.settle()
    #expect(red(stage) == 40 && told.withLock { $0 } == ["ready 64x48"])
    // Controls and mirroring need no new session, the size does.
    (node.controls, node.isMirrored) = (["brightness": 9], true)
    try stage.settle()
    session.receive(.picture(TestPicture(50)))
    try stage.settle()
    #expect(session.controls.withLock { $0 } == [["brightness": 9]] && Clips.pixel(stage.framebuffer, 40, 30).1 == 50)
    node.captureSize = Size(640, 480)
    try stage.settle()
    // The picture stays until the other size arrives.
    #expect(session.isStopped.withLock { $0 } && sessions.sessions.count == 2 && red(stage) == 50)
    sessions.sessions[1].begin(width: 128, height: 96)
    sessions.sessions[1].receive(.picture(TestPicture(60, width: 128, height: 96)))
    try stage.settle()
    #expect(red(stage) == 60 && told.withLock { $0 } == ["ready 64x48", "ready 128x96"])
    node.source = "camera:/dev/video1"
    try stage.settle()
    #expect(sessions.sessions.count == 3 && red(stage) == 255)
  }

  @Test func aCameraThatFailsKeepsItsLastPicture() throws {
    let node = node()
    let told = signals(of: node)
    let stage = try HeadlessStage(width: 80, height: 60) { node }
    let session = try #require(sessions.sessions.first)
    let missing = VideoFileError.noSignal(source: "the camera", reason: "no camera is plugged in")
    for _ in 0..<3 {
      session.receive(.failed(missing))
      try stage.settle()
    }
    session.begin()
    session.receive(.picture(TestPicture(10)))
    try stage.settle()
    session.receive(.failed(.noSignal(source: "the camera", reason: "it was unplugged")))
    try stage.settle()
    #expect(red(stage) == 10)
    session.begin()
    session.receive(.picture(TestPicture(20)))
    try stage.settle()
    #expect(
      red(stage) == 20
        && told.withLock { $0 } == [
          "no picture from the camera: no camera is plugged in", "ready 64x48", "stalled true",
          "no picture from the camera: it was unplugged", "stalled false",
        ], "\(told.withLock { $0 })")
    #expect(stage.errors.isEmpty)
  }

  @Test func withoutAHandlerAFailureIsAnErrorOfTheStage() throws {
    let node = node()
    let stage = try HeadlessStage(width: 80, height: 60) { node }
    try #require(sessions.sessions.first).receive(.failed(.noSignal(source: "the camera", reason: "no camera is plugged in")))
    let error = #expect(throws: TestFailure.self) { try stage.settle() }
    #expect("\(try #require(error))".contains("no picture from the camera: no camera is plugged in"))
  }

  @Test func aSessionRunsOnlyWhileVisibleAndPlaying() throws {
    let node = node()
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try HeadlessStage(width: 80, height: 60) { root }
    func running() -> Int { sessions.sessions.count { !$0.isStopped.withLock { $0 } } }
    #expect(running() == 1)
    sessions.sessions[0].begin()
    sessions.sessions[0].receive(.picture(TestPicture(10)))
    try stage.settle()
    node.pause()
    try stage.settle()
    // The picture stays; those of the ended session are ignored.
    sessions.sessions[0].receive(.picture(TestPicture(20)))
    try stage.settle()
    #expect(running() == 0 && red(stage) == 10)
    node.play()
    try stage.settle()
    #expect(running() == 1 && sessions.sessions.count == 2)
    node.removeFromSupernode()
    try stage.settle()
    #expect(running() == 0 && node.storage.live.withLock { $0.shown == nil })
  }

  @Test func aNodeThatIsReleasedEndsItsSession() throws {
    var node: VideoNode? = node()
    var stage: HeadlessStage? = try HeadlessStage(width: 80, height: 60) { [node] in node! }
    let session = try #require(sessions.sessions.first)
    (node, stage) = (nil, nil)
    #expect(session.isStopped.withLock { $0 })
    session.receive(.picture(TestPicture(1)))
    #expect(stage == nil)
  }

  @Test func aStreamIsShownByTheClockOfTheStage() throws {
    let node = node("https://host/live.m3u8")
    let told = signals(of: node)
    let stage = try HeadlessStage(width: 80, height: 60) { node }
    let session = try #require(sessions.sessions.first)
    session.begin()
    for number in 0..<3 { session.receive(.picture(TestPicture(number * 10 + 10, time: 50 + Double(number) / 10))) }
    try stage.settle()
    #expect(red(stage) == 10)
    try stage.advance(by: 0.1, step: 0.1)
    #expect(red(stage) == 20)
    for _ in 0..<30 { session.receive(.picture(TestPicture(-1))) }
    try stage.advance(by: 0.1, step: 0.1)
    try stage.advance(by: 1.2, step: 0.1)
    session.receive(.ended)
    try stage.settle()
    #expect(
      red(stage) == 30
        && told.withLock { $0 } == ["ready 64x48", "stalled true", "no picture from test: a picture is damaged", "stalled false", "end"],
      "\(told.withLock { $0 })")
  }

  @Test func sourcesAreRecognized() {
    for (text, wanted) in [
      ("camera:", LiveSource.camera(nil)), ("CAMERA:/dev/video0", .camera("/dev/video0")), ("camera:Front 2", .camera("Front 2")),
      ("rtsp://a/b", .stream("rtsp://a/b")), ("RTSPS://a", .stream("RTSPS://a")), ("http://a/b.M3U8?x=1", .stream("http://a/b.M3U8?x=1")),
      ("http://a/b.mp4", nil), ("clip.m3u8", nil), ("cameras.mp4", nil),
    ] as [(String, LiveSource?)] {
      #expect(LiveSource(text) == wanted, "\(text)")
    }
    #expect(LiveSource("http://a/b.ts", isLive: true) == .stream("http://a/b.ts") && LiveSource("b.ts", isLive: true) == nil)
    #expect(LiveSource.stream("rtsp://me:secret@host/a").shownName == "rtsp://me:***@host/a")
    #expect(LiveSource.stream("rtsp://me@host/a@b").shownName == "rtsp://me@host/a@b")
  }

  @Test func attributesOfAScene() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        root: {type: video, source: "camera:/dev/video1", captureSize: [320, 240], frameRate: 15, captureFormat: MJPG, mirrored: true, controls: {brightness: 9}}
        """, directory: "", registry: .standard)
    let node = try #require(try scene.makeRoot() as? VideoNode)
    #expect(
      node.captureSize == Size(320, 240) && node.captureFormat == .motionJPEG && node.isMirrored && node.controls == ["brightness": 9])
    #expect(node.source == "camera:/dev/video1" && node.frameRate == 15)
  }

  @Test func controlsOfASceneFollowItsData() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        data: {level: 100}
        root: {type: video, source: "camera:", controls: {bind: "{brightness: level}"}}
        """, directory: "", registry: .standard)
    let data = SceneData()
    data.begin(in: SceneEnvironment(of: scene, size: Size(80, 60), scale: nil))
    let node = try #require(try scene.makeRoot(data: data) as? VideoNode)
    sessions.attach(to: node)
    let stage = try HeadlessStage(width: 80, height: 60) { node }
    try data.set(.number(200), at: DataPath(["level"]))
    try stage.settle()
    let session = try #require(sessions.sessions.first)
    #expect(session.start.controls == ["brightness": 100] && session.controls.withLock { $0 } == [["brightness": 200]])
  }
}
