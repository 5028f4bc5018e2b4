import TesseraBase
import TesseraRender
import Testing

@testable import TesseraVideo

/// Cameras: the choice of a mode, the conversation with a device, and answers that contradict themselves.
@Suite struct CameraTests {
  private static let size = 320 * 240 * 2

  /// Events of a session as texts, with the mean luma of each picture's buffer.
  private func run(_ cameras: FakeCameras, _ waiter: FakeWaiter, _ request: CameraRequest = Self.request()) -> [String] {
    let events = Locked<[String]>([])
    CameraSession(request, cameras, waiter) { event in
      let text: String
      switch event {
      case .started(let info): text = "\(info.codec) \(info.width)x\(info.height)"
      case .picture(let picture):
        text = (try? picture.pixels(FrameConversion())).map { "picture \(Clips.pixel($0, 5, 5).0)" } ?? "no pixels"
      case .failed(let error): text = error.description
      case .ended: text = "ended"
      case .sound, .notice: text = "sound"
      }
      events.withLock { $0.append(text) }
    }.run()
    return events.withLock { $0 }
  }

  private static func request(_ width: Int = 320, _ height: Int = 240) -> CameraRequest {
    var request = CameraRequest()
    (request.width, request.height) = (width, height)
    return request
  }

  private func filled(_ index: Int, used: Int = Self.size, offset: Int = 0, isDamaged: Bool = false) -> Result<CameraFilled, CameraProblem>
  {
    .success(CameraFilled(index: index, used: used, offset: offset, isDamaged: isDamaged, time: 1))
  }

  @Test func theNewestPictureIsShownAndAllBuffersReturn() {
    let camera = FakeCamera { $0.filled = [self.filled(0), self.filled(1), self.filled(2), self.filled(3)] }
    let waiter = FakeWaiter([(.picture, { camera.state.withLock { #expect($0.queued == [0, 1, 2, 3]) } })])
    // Luma of buffer 3: 136, which is 140 of the full range.
    #expect(run(FakeCameras(["/dev/video0": camera]), waiter) == ["YUYV 320x240", "picture 140"])
    camera.state.withLock { state in
      #expect(state.queued == [0, 1, 2, 3])
      #expect(state.calls.first { $0.hasPrefix("setLayout") } == "setLayout YUYV 320x240" && state.calls.contains("setDuration 1000/30000"))
      #expect(state.calls.last == "setStreaming false")
    }
  }

  @Test func aCameraThatIsUnpluggedIsFoundAgain() {
    let camera = FakeCamera()
    let (first, second) = (filled(1), filled(2))
    let cameras = FakeCameras(["/dev/video0": camera])
    let waiter = FakeWaiter([
      (.picture, { camera.state.withLock { $0.filled = [first] } }),
      (
        [.picture, .error],
        {
          camera.state.withLock { $0.filled = [.failure(CameraProblem(code: CameraChoice.Code.noDevice))] }
          cameras.cameras.withLock { $0 = [:] }
        }
      ),
      // Nothing after the first pause; then a device appears.
      ([], {}), (.devices, { cameras.cameras.withLock { $0 = ["/dev/video2": camera] } }),
      (.picture, { camera.state.withLock { $0.filled = [second] } }),
    ])
    #expect(
      run(cameras, waiter) == [
        "YUYV 320x240", "picture 47", "no picture from the camera: it was unplugged", "no picture from the camera: no camera is plugged in",
        "YUYV 320x240", "picture 93",
      ])
    #expect(waiter.pauses.withLock { $0 } == [0.5, 1])
  }

  @Test func picturesThatContradictTheirBuffersAreDropped() {
    let camera = FakeCamera { state in
      // Too many bytes, too few, an offset behind them, damaged; then a good one.
      state.filled = [
        self.filled(0, used: Self.size + 1), self.filled(0, used: Self.size - 1), self.filled(0, used: 0),
        self.filled(0, used: Self.size, offset: Self.size), self.filled(0, offset: 2), self.filled(0, isDamaged: true), self.filled(1),
      ]
      state.buffers = 2
      state.length = Self.size
    }
    // At most as many buffers as there are at a time.
    let waiter = FakeWaiter(Array(repeating: (.picture, {}), count: 7))
    let events = run(FakeCameras(["/dev/video0": camera]), waiter)
    #expect(events == ["YUYV 320x240", "picture 47"], "\(events)")
  }

  @Test func aCameraThatAlwaysFailsIsClosed() {
    let camera = FakeCamera { $0.filled = Array(repeating: .failure(CameraProblem(code: CameraChoice.Code.inputOutput)), count: 40) }
    let events = run(FakeCameras(["/dev/video0": camera]), FakeWaiter(Array(repeating: (.picture, {}), count: 31)))
    #expect(events.first == "YUYV 320x240" && events.contains("no picture from the camera: Input/output error"), "\(events)")
    let silent = run(FakeCameras(["/dev/video0": FakeCamera()]), FakeWaiter([([], {})]))
    #expect(silent == ["YUYV 320x240", "no picture from the camera: no picture for 3 s"])
    let other = FakeCamera { $0.filled = [self.filled(7)] }
    let lying = run(FakeCameras(["/dev/video0": other]), FakeWaiter([(.picture, {})]))
    #expect(lying == ["YUYV 320x240", "no picture from the camera: Invalid argument"])
  }

  @Test(arguments: [
    ("stride", "a row of 639 bytes has no room for 320 pixels of YUYV"),
    ("size", "its pictures have 100 bytes; 320 x 240 pixels of YUYV need 153600"),
    ("planes", "its pictures have 3 memory planes; only one is supported"),
    ("format", "its format pRAA is not supported"),
    ("large", "it answers with 100000 x 240 pixels; the limit is 4096 x 2304"),
    ("zero", "it answers with 0 x 240 pixels; the limit is 4096 x 2304"),
  ]) func aLayoutWithFalseResultsIsRefused(what: String, reason: String) {
    let camera = FakeCamera { state in
      state.layout = { layout in
        var answer = layout
        switch what {
        case "stride": answer.stride = 639
        case "size": answer.size = 100
        case "planes": answer.planes = 3
        case "format": answer.format = 0x4141_5270
        case "large": answer.width = 100_000
        default: answer.width = 0
        }
        return answer
      }
    }
    #expect(run(FakeCameras(["/dev/video0": camera]), FakeWaiter([])) == ["no picture from the camera: \(reason)"])
  }

  @Test(arguments: [
    ("setLayout", CameraChoice.Code.busy, "another program uses it"),
    ("setStreaming", CameraChoice.Code.noSpace, "the kernel has no memory"),
    ("identity", CameraChoice.Code.access, "access is denied"), ("map", CameraChoice.Code.noMemory, "the kernel has no memory"),
    ("identity", CameraChoice.Code.noTerminal, "it is not a camera"),
  ]) func callsThatFailHaveAReason(call: String, code: Int32, reason: String) {
    let camera = FakeCamera { $0.failures = [call: code] }
    let events = run(FakeCameras(["/dev/video0": camera]), FakeWaiter([]))
    #expect(events.count == 1 && events[0].hasPrefix("no picture from the camera: \(reason)"), "\(events)")
  }

  @Test func camerasAreFoundByPathAndName() throws {
    let (front, back) = (FakeCamera { $0.identity.name = "USB Camera: Front" }, FakeCamera { $0.identity.name = "Back" })
    let decoder = FakeCamera { $0.identity.isCapture = false }
    let cameras = FakeCameras(["/dev/video0": decoder, "/dev/video1": front, "/dev/video2": back])
    for (name, path) in [(nil, "/dev/video1"), ("back", "/dev/video2"), ("usb camera", "/dev/video1"), ("/dev/video2", "/dev/video2")] {
      #expect(try Cameras.open(name, cameras).path == path)
    }
    for (name, text) in [
      ("side", "no picture from camera side: the cameras are USB Camera: Front, Back"),
      ("/dev/video0", "no picture from camera /dev/video0: it is not a camera"),
      ("/dev/video9", "no picture from camera /dev/video9: it is not plugged in"),
    ] {
      let error = #expect(throws: VideoFileError.self) { _ = try Cameras.open(name, cameras) }
      #expect(error?.description == text)
    }
    #expect(Cameras.all(cameras).map(\.path) == ["/dev/video1", "/dev/video2"])
  }

  @Test func theNearestModeIsChosen() throws {
    let webcam = [
      CameraMode(format: .motionJPEG, width: 1280, height: 720, rates: [30]),
      CameraMode(format: .motionJPEG, width: 640, height: 480, rates: [30]),
      CameraMode(format: .yuyv, width: 1280, height: 720, rates: [10]),
      CameraMode(format: .yuyv, width: 640, height: 480, rates: [15, 30]),
      CameraMode(format: .gray, width: 640, height: 480, rates: [30]),
    ]
    func chosen(_ width: Int, _ height: Int, _ rate: Double, _ format: CameraPixelFormat? = nil) throws -> String {
      var request = Self.request(width, height)
      (request.framesPerSecond, request.format) = (rate, format)
      let choice = try #require(CameraChoice.mode(webcam, for: request))
      return "\(CameraPixelFormat.text(of: choice.layout.format)) \(choice.layout.width)x\(choice.layout.height) \(choice.rate ?? 0)"
    }
    #expect(try chosen(640, 480, 30) == "YUYV 640x480 30.0")
    // Raw pictures of this size do not fit USB at this rate.
    #expect(try chosen(1280, 720, 30) == "MJPG 1280x720 30.0")
    #expect(try chosen(1280, 720, 8) == "YUYV 1280x720 10.0")
    #expect(try chosen(800, 600, 15) == "YUYV 640x480 15.0")
    #expect(try chosen(640, 480, 30, .gray) == "GREY 640x480 30.0")
    #expect(
      CameraChoice.mode(
        webcam,
        for: {
          var r = CameraRequest(); r.format = .nv12; return r
        }()) == nil)
    let range = try #require(
      CameraMode(
        CameraPixelFormat.nv12.code,
        CameraSizes(leastWidth: 32, mostWidth: 1920, stepWidth: 8, leastHeight: 32, mostHeight: 1080, stepHeight: 2)))
    #expect(range.size(near: 643, 481) == (640, 482) && range.size(near: 9999, 1) == (1920, 32))
    // Answers without a size or with crossed limits are no modes.
    #expect(CameraMode(0, CameraSizes(0, 480)) == nil)
    #expect(CameraMode(0, CameraSizes(leastWidth: 9, mostWidth: 8, stepWidth: 1, leastHeight: 1, mostHeight: 1, stepHeight: 1)) == nil)
  }

  @Test func listsWithoutAnEndAreCut() {
    let camera = FakeCamera { state in
      state.formats = Array(repeating: CameraPixelFormat.yuyv.code, count: 1000)
      state.sizes = Array(repeating: .init(640, 480), count: 1000)
      state.durations = Array(
        repeating: .init(least: .init(numerator: 0, denominator: 0), most: .init(numerator: 1, denominator: 0)), count: 1000)
      state.controls = [.init(identifier: 5, kind: .integer, title: "Gain", least: 9, most: 1, step: 0, standard: 0)]
    }
    let modes = Cameras.modes(of: camera)
    #expect(modes.count == Cameras.mostFormats * Cameras.mostSizes && modes.allSatisfy { $0.rates.isEmpty })
    #expect(Cameras.controls(of: camera).isEmpty)
  }

  @Test func controlsAreSetByNameWithinTheirRange() {
    let camera = FakeCamera { state in
      state.controls = [
        .init(identifier: 10, kind: .integer, title: "Brightness", least: -64, most: 64, step: 4, standard: 0),
        .init(identifier: 20, kind: .boolean, title: "White Balance, Automatic", least: 0, most: 1, step: 1, standard: 1),
        .init(identifier: 30, kind: nil, title: "User Controls", least: 0, most: 0, step: 0, standard: 0),
        .init(identifier: 40, kind: .menu, title: "Exposure, Auto", least: 0, most: 3, step: 1, standard: 3, isFixed: true),
      ]
    }
    #expect(Cameras.controls(of: camera).map(\.name) == ["brightness", "white_balance_automatic", "exposure_auto"])
    var request = Self.request()
    request.controls = ["brightness": 999, "white_balance_automatic": 0, "unknown": 1]
    _ = run(FakeCameras(["/dev/video0": camera]), FakeWaiter([]), request)
    // Automatic modes first; 64 is the nearest valid value.
    #expect(camera.state.withLock { $0.calls.filter { $0.hasPrefix("set ") } } == ["set 20 0", "set 10 64"])
  }
}
