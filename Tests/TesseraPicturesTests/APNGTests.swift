import APNGCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import Testing

@Suite struct APNGTests {
  private typealias Frame = TestAPNG.Frame
  private static let (white, black, clear): ([UInt8], [UInt8], [UInt8]) = ([255, 255, 255, 255], [0, 0, 0, 255], [0, 0, 0, 0])
  private let codecs = PictureCodecs([APNGCodec()])

  private func dot(_ x: Int, _ y: Int, _ color: [UInt8] = white, _ disposal: UInt8 = 0, blends: Bool = false) -> Frame {
    Frame(area: PixelRect(x: x, y: y, width: 1, height: 1), color: color, disposal: disposal, blends: blends)
  }
  private func all(_ color: [UInt8], _ disposal: UInt8 = 0) -> Frame {
    Frame(area: PixelRect(x: 0, y: 0, width: 2, height: 2), color: color, disposal: disposal)
  }

  private func frames(_ png: TestAPNG) throws -> any PictureFrames {
    try #require(try codecs.frames(of: PictureData(png.bytes(), name: "a.png")))
  }

  @Test func pixelsThatAreKeptClearedAndRestored() throws {
    let (w, b, t) = (Self.white, Self.black, Self.clear)
    for (disposal, wanted) in [
      (UInt8(0), [b + b + b + b, b + w + b + b, b + w + w + b]), (1, [b + b + b + b, b + w + b + b, b + t + w + b]),
      (2, [b + b + b + b, b + w + b + b, b + b + w + b]),
    ] {
      let found = try frames(TestAPNG(frames: [all(b), dot(1, 0, w, disposal), dot(0, 1)]))
      #expect(try found.allPixels() == wanted, "disposal \(disposal)")
      #expect(found.delays == [0.1, 0.1, 0.1] && found.loopCount == 0)
    }
  }

  @Test func aFrameReplacesOrIsBlended() throws {
    let half: [UInt8] = [255, 0, 0, 128]
    let found = try frames(TestAPNG(loops: 3, frames: [all(Self.white), dot(0, 0, half), dot(1, 1, half, blends: true)])).allPixels()
    #expect(Array(found[2][0..<4]) == [128, 0, 0, 128])
    #expect(Array(found[2][12..<16]) == [255, 127, 127, 255])
  }

  @Test func aFirstFrameThatIsToBeRestoredIsCleared() throws {
    let found = try frames(TestAPNG(frames: [all(Self.white, 2), dot(0, 0)])).allPixels()
    #expect(found[1] == Self.white + Self.clear + Self.clear + Self.clear)
  }

  @Test func errorsOfChunksAreReported() throws {
    func reason(_ png: TestAPNG, _ change: (inout [UInt8]) -> Void = { _ in }) -> String {
      var bytes = png.bytes()
      change(&bytes)
      do {
        _ = try codecs.frames(of: PictureData(bytes, name: "a.png"))
        return "read"
      } catch {
        return error.description
      }
    }
    let good = TestAPNG(frames: [all(Self.white), dot(0, 0)])
    #expect(reason(good) == "read")
    #expect(reason(TestAPNG(frames: [all(Self.white), dot(2, 0)])).contains("frame 1 has 1 x 1 pixels at 2, 0 of 2 x 2"))
    #expect(reason(good) { $0.removeLast(20) }.contains("in the middle of frame"))
    // Without its second frame's pixels, and with a number that is not the next.
    let control = good.bytes().count - 12 - 12 - 4 - (2 + 5 + 5 + 4)
    #expect(reason(good) { $0.removeSubrange(control..<$0.count - 12) }.contains("the pixels of frame 1 are missing"))
    #expect(reason(good) { $0[control + 11] = 9 }.contains("not in order: number 2 is missing"))
  }

  @Test func aStillPNGIsOneFrame() throws {
    let one = PictureData(TestAPNG(frames: [all(Self.white)]).bytes(), name: "one.png")
    #expect(try codecs.frames(of: one) == nil)
    #expect(try codecs.decode(one, PictureRequest(width: 2, height: 2)).rgba == [UInt8](repeating: 255, count: 16))
  }
}
