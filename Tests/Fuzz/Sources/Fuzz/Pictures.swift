import CMutators
import Glibc
import TesseraKit

@testable import LottieCodec
@testable import VideoFramePlugin

/// Whether pixels are premultiplied: no channel above alpha.
private func check(_ pixels: PixelBuffer) {
  pixels.withUnsafeBytes { bytes in
    for at in stride(from: 0, to: bytes.count, by: 4) {
      precondition(max(bytes[at], bytes[at + 1], bytes[at + 2]) <= bytes[at + 3], "a channel is above alpha")
    }
  }
}

/// A moving PNG: every frame in order, and the middle one after a seek, which must be the same.
@Sendable func readAPNG(_ input: [UInt8]) {
  let codec = APNGCodec()
  let data = PictureData(input, name: "fuzz")
  do throws(PictureError) {
    let header = try codec.header(of: data)
    guard header.width <= 256, header.height <= 256, let frames = try codec.frames(of: data) else { return }
    guard frames.width <= 256, frames.height <= 256, frames.delays.count <= 64 else { return }
    precondition(frames.delays.allSatisfy { $0 >= 0 && $0.isFinite }, "a delay that is none")
    guard let canvas = try? PixelBuffer(width: frames.width, height: frames.height) else { return }
    let middle = frames.delays.count / 2
    var seen: [UInt8] = []
    let reader = try frames.makeReader()
    for index in frames.delays.indices {
      let changed = try reader.decode(index, into: canvas) { false }
      precondition(changed.x >= 0 && changed.y >= 0 && changed.maxX <= frames.width && changed.maxY <= frames.height)
      check(canvas)
      if index == middle { seen = canvas.withUnsafeBytes(Array.init) }
    }
    let other = try frames.makeReader()
    for index in frames.start(for: middle)...middle { _ = try other.decode(index, into: canvas) { false } }
    precondition(canvas.withUnsafeBytes(Array.init) == seen, "a frame is another after a seek")
  } catch {
    precondition(!error.description.isEmpty, "an error that says nothing")
  }
}

/// An SVG document, drawn small and a little larger; compressed or not.
@Sendable func readSVG(_ input: [UInt8]) {
  do throws(SVGError) {
    let document = try SVGDocument(parsing: input, named: "fuzz")
    for side in [16, 64] {
      guard let pixels = try? PixelBuffer(width: side, height: side), let canvas = try? Canvas(pixels) else { continue }
      try document.draw(in: canvas, size: Size(Double(side), Double(side)), tint: .white, byteLimit: 64 << 20)
    }
  } catch {
    precondition(!error.reason.isEmpty, "an error that says nothing")
  }
  // The same as a font's document, which has colours for its variables.
  input.withUnsafeBytes { bytes in
    for glyph in 1...3 {
      let request = GlyphDocument(
        bytes: bytes, identity: 0, glyph: glyph, unitsPerEm: 1000, pixelsPerEm: 40, color: .white, palette: [.black, .clear])
      guard let pixels = SVGGlyphPainter().picture(of: request)?.pixels else { continue }
      precondition(pixels.width <= 120 && pixels.height <= 120, "a glyph is larger than three ems")
      check(pixels)
    }
  }
}

/// A Lottie animation: its beginning, its middle and its end.
@Sendable func readLottie(_ input: [UInt8]) {
  _ = input.withUnsafeBytes { LottieCodec().recognizes($0) }
  do throws(LottieError) {
    let document = try LottieDocument(parsing: input, named: "fuzz", options: LottieOptions(byteLimit: 64 << 20))
    for share in [0, 0.5, 1] {
      guard let pixels = try? PixelBuffer(width: 32, height: 32), let canvas = try? Canvas(pixels) else { continue }
      try document.draw(in: canvas, size: Size(32, 32), at: document.duration * share, byteLimit: 64 << 20)
    }
  } catch {
    precondition(!error.reason.isEmpty, "an error that says nothing")
  }
}

/// A video: its first frame, one of the middle, and one behind the end, which is one of those before.
@Sendable func readY4M(_ input: [UInt8]) {
  let file = input.withUnsafeBufferPointer { fz_file($0.baseAddress, $0.count) }
  precondition(file >= 0, "no file in memory is to be had")
  do throws(VideoError) {
    let video = try Y4MFile("/proc/self/fd/\(file)", budget: DecodingBudget(byteLimit: 1 << 20))
    precondition(video.frameCount > 0 && video.header.frameBytes <= 1 << 20)
    for index in [0, video.frameCount / 2, video.frameCount, -1] {
      let pixels = try video.picture(at: index).pixels(width: 1 + input.count % 40, height: 1 + input.count % 30)
      precondition((0..<pixels.width).allSatisfy { pixels.color(x: $0, y: pixels.height - 1).isOpaque }, "a pixel is not opaque")
    }
  } catch {
    precondition(!error.description.isEmpty, "an error that says nothing")
  }
}

/// What lies in gzip or ZIP: expanded up to a limit; the files of an archive by their names; Lottie and SVG files that are packed.
@Sendable func readArchive(_ input: [UInt8]) {
  let limit = 1 << 18
  for container in [Deflate.Container.gzip, .raw] {
    let whole = input.withUnsafeBytes { bytes in try? Deflate.expand(bytes, container, limit: limit) }
    let beginning = input.withUnsafeBytes { bytes in Deflate.beginning(of: bytes, container, limit: limit) }
    precondition(beginning.count <= limit)
    if let whole { precondition(whole.count <= limit && whole == beginning, "a beginning is not that of the whole") }
  }
  if let archive = try? ZipArchive(input, source: "fuzz") {
    for name in archive.names.prefix(16) {
      if let bytes = try? archive.bytes(of: name) { precondition(bytes.count <= LottieLimits.bytes) }
    }
  }
  readLottie(input)
  if input.starts(with: [0x1F, 0x8B]) { readSVG(input) }
}
