import TesseraBase
import TesseraRender
import TesseraVideo

@testable import VideoPlugin

/// Picture of one color, with its number as red. A value.
struct TestPicture: VideoPicture {
  var facts: DecodedFrameFacts
  var number: Int

  init(_ number: Int, time: Double = 0, duration: Double = 0.1, width: Int = 64, height: Int = 48) {
    (self.number, facts) = (number, DecodedFrameFacts(time: time, duration: duration, width: width, height: height))
  }

  func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    guard number >= 0 else { throw .noSignal(source: "test", reason: "a picture is damaged") }
    do {
      let size = (width: facts.width / conversion.shrink, height: facts.height / conversion.shrink)
      let pixels = try PixelBuffer(width: size.width, height: size.height, format: .xrgb8888)
      pixels.withUnsafeMutableBytes { bytes in
        for at in bytes.indices { bytes[at] = at % 4 == 2 ? UInt8(number) : at % 4 == 3 ? 255 : conversion.isMirrored ? 50 : 0 }
      }
      return pixels
    } catch { throw .outOfMemory(source: "test") }
  }
}

/// Sessions of a node, whose events the test sends. Any thread.
final class FakeSessions: Sendable {
  final class Session: LiveSession {
    let start: LivePlayback.Start
    let receive: @Sendable (LiveEvent) -> Void
    let isStopped = Locked(false)
    let controls = Locked<[[String: Int]]>([])

    init(_ start: LivePlayback.Start, _ receive: @escaping @Sendable (LiveEvent) -> Void) { (self.start, self.receive) = (start, receive) }

    func stop() { isStopped.withLock { $0 = true } }
    func setControls(_ values: [String: Int]) { controls.withLock { $0.append(values) } }

    func begin(width: Int = 64, height: Int = 48, container: String = "test", videoTracks: Int = 1, audioTracks: Int = 0) {
      var info = VideoFileInfo(container: container, codec: "YUYV", width: width, height: height)
      (info.videoTrackCount, info.audioTrackCount) = (videoTracks, audioTracks)
      receive(.started(info))
    }
  }

  private let all = Locked<[Session]>([])

  var sessions: [Session] { all.withLock { $0 } }

  func attach(to node: VideoNode) {
    node.storage.opener.withLock {
      $0.live = { [all] start, _, receive throws(VideoFileError) in
        let session = Session(start, receive)
        all.withLock { $0.append(session) }
        return session
      }
    }
  }
}
