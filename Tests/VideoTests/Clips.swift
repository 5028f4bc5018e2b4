import Foundation
import TesseraRender
import TesseraVideo
import Testing

/// Videos that the tests read. Without FFmpeg's libraries these tests fail: `.ci/deps` installs them.
enum Clips {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  /// 100 frames of 320 x 180 in 4 seconds, with the number of the frame in eight blocks.
  static let clip = folder.appending(path: "../../docs/examples/assets/video/clip.mp4").standardizedFileURL.path
  static func fixture(_ name: String) -> String { folder.appending(path: "Fixtures/\(name)").path }

  static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  static func open(_ path: String) throws -> any VideoSource { try LibavDecoder().open(VideoFileInput(path), VideoOptions()) }

  /// Reads the number of the clip's frame from its blocks, which are drawn at `scale`.
  static func number(in pixels: PixelBuffer, scale: Double = 1) -> Int {
    (0..<8).reduce(0) { sum, bit in
      let (x, y) = (Int((Double(40 + bit * 30 + 15) * scale).rounded()), Int((170 * scale).rounded()))
      return sum << 1 | (pixel(pixels, x, y).1 > 128 ? 1 : 0)
    }
  }

  static func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> (Int, Int, Int) {
    pixels.withUnsafeBytes { bytes in
      let at = y * pixels.stride + x * 4
      return (Int(bytes[at + 2]), Int(bytes[at + 1]), Int(bytes[at]))
    }
  }
}
