import Foundation
import Testing

/// `tessera image`: what it says of files, what it writes, and what it says where a library is missing.
@Suite struct ImageCommandTests {
  private static let pictures = Tool.fixtures.appending(path: "../../TesseraPicturesTests/Fixtures").standardizedFileURL
  private static let examples = Tool.fixtures.appending(path: "../../../docs/examples/assets").standardizedFileURL
  private func picture(_ name: String) -> String { Self.pictures.appending(path: name).path }
  private func example(_ name: String) -> String { Self.examples.appending(path: name).path }

  /// Lines of a report without the name of the file.
  private func report(_ file: String) throws -> [String] {
    let outcome = try Tool.run(["image", file])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.first == file)
    return lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces).replacing(/\s{2,}/, with: ": ") }
  }

  @Test func `a report has format, size, frames, profile and orientation`() throws {
    #expect(
      try report(picture("gif/animation.gif")) == [
        "format: GIF", "size: 2 x 2", "frames: 4 in 2.00 s, shown without end", "colors: sRGB", "alpha: yes", "file: 133 bytes",
        "decoded: 165 bytes",
      ])
    let wide = try report(picture("color/wide.jpg"))
    #expect(wide.contains("format: JPEG") && wide.contains("frames: 1") && wide.contains("colors: Wide RGB") && wide.contains("alpha: no"))
    let turned = try report(picture("avif/turned.avif"))
    #expect(turned.contains("size: 16 x 24") && turned.contains("shown: turned by 90 degrees clockwise, mirrored left to right"))
    let packed = try report(example("lottie/done.lottie"))
    #expect(
      packed.contains("format: Lottie") && packed.contains("size: 200 x 200, drawn at any size")
        && packed.contains { $0.hasPrefix("frames: 90 in 3.00 s") })
  }

  @Test func `JSON has the same facts, an element for each picture`() throws {
    let outcome = try Tool.run(["image", "--json", picture("gif/animation.gif"), picture("color/wide.png")])
    let list = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    #expect(outcome.status == 0 && list.count == 2)
    #expect(list[0]["frames"] as? Int == 4 && list[0]["durations"] as? [Double] == [0.5, 0.5, 0.5, 0.5] && list[0]["profile"] is NSNull)
    #expect(list[1]["format"] as? String == "PNG" && list[1]["width"] as? Int == 6 && list[1]["profile"] as? String == "Wide RGB")
  }

  @Test func `a picture is converted at its size, and at one that fits`() throws {
    let folder = try Folder()
    let source = try pixelsOf(example("photos/launch-pad.jpg"))
    for (size, wanted) in [(nil, source), ("112x112", fitted(source, in: 112)), ("9999x9999", source)] as [(String?, (Int, Int))] {
      let outcome = try Tool.run(
        ["image", example("photos/launch-pad.jpg"), "-o", folder.path("a.ppm")] + (size.map { ["--size", $0] } ?? []))
      #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.errors)")
      let header = String(decoding: try folder.data("a.ppm").prefix(40), as: UTF8.self)
      #expect(header.hasPrefix("P6\n\(wanted.0) \(wanted.1)\n"), "\(size ?? "its own size")")
    }
    #expect(folder.names == ["a.ppm"])
  }

  @Test func `an animation larger than the limits is refused before its canvas is made`() throws {
    let folder = try Folder()
    func side(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    for (size, reason) in [(65_535, "the maximum is 16384 per side"), (16_000, "requires 1024000089 bytes of memory")] {
      let frame: [UInt8] = [0x21, 0xF9, 4, 4, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
      let file = Array("GIF89a".utf8) + side(size) + side(size) + [0x80, 0, 0, 0, 0, 0, 255, 0, 0] + frame + frame + frame + [0x3B]
      try Data(file).write(to: URL(fileURLWithPath: folder.path("a.gif")))
      let outcome = try Tool.run(["image", folder.path("a.gif"), "-o", folder.path("a.png")])
      #expect(outcome.status == 65 && outcome.errors.contains("is too large: ") && outcome.errors.contains(reason), "\(outcome.errors)")
    }
    #expect(folder.names == ["a.gif"])
  }

  private func pixelsOf(_ file: String) throws -> (Int, Int) {
    let list = try JSONSerialization.jsonObject(with: try Tool.run(["image", "--json", file]).output) as? [[String: Any]]
    return (try #require(list?.first?["width"] as? Int), try #require(list?.first?["height"] as? Int))
  }

  private func fitted(_ size: (Int, Int), in side: Double) -> (Int, Int) {
    let share = min(side / Double(size.0), side / Double(size.1))
    return (Int((Double(size.0) * share).rounded()), Int((Double(size.1) * share).rounded()))
  }

  @Test func `a frame is selected by number and by time`() throws {
    func pixels(_ arguments: [String]) throws -> Data {
      let outcome = try Tool.run(["image", picture("gif/animation.gif"), "-o", "-"] + arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    let first = try pixels([])
    #expect(try pixels(["--frame", "0"]) == first)
    #expect(try pixels(["--frame", "2"]) != first)
    #expect(try pixels(["--time", "1.2"]) == pixels(["--frame", "2"]))
  }

  @Test func `failures have their exit status`() throws {
    let gif = picture("gif/animation.gif")
    for (arguments, status, reason) in [
      ([gif, "--frame", "9", "-o", "-"], 65, "frame 9 does not exist; the image has 4 frames (0 to 3)"),
      (["nothing.png"], 66, "cannot open nothing.png: no such file"),
      ([picture("color/wide.icc")], 65, "is not an image"),
      ([gif, gif, "-o", "-"], 64, "-o takes one picture, not 2"),
      ([gif, "--frame", "1"], 64, "need -o"),
      ([gif, "--frame", "1", "--time", "1", "-o", "-"], 64, "cannot be combined"),
      ([gif, "--size", "0x9", "-o", "-"], 64, "--size must be at least 1x1 (got 0x9)"),
      ([gif, "-o", "/nonexistent/x.png"], 73, "tessera: error: cannot create /nonexistent/x.png: no such directory"),
    ] as [([String], Int32, String)] {
      let outcome = try Tool.run(["image"] + arguments)
      #expect(outcome.status == status && outcome.errors.contains(reason), "\(arguments): \(outcome.status) \(outcome.errors)")
    }
    // The others are told all the same.
    let outcome = try Tool.run(["image", "nothing.png", gif])
    #expect(outcome.status == 66 && outcome.text.contains("format    GIF"))
  }

  @Test func `a header of any size is reported`() throws {
    let folder = try Folder()
    let file = folder.path("huge.qoi")
    // QOI: both sides 2^31 - 1, RGBA.
    try Data(Array("qoif".utf8) + [0x7F, 255, 255, 255, 0x7F, 255, 255, 255, 4, 0]).write(to: URL(filePath: file))
    let lines = try report(file)
    #expect(lines.contains("size: 2147483647 x 2147483647"), "\(lines)")
    #expect(lines.last == "decoded: not at all: a picture may have 16384 x 16384 pixels at most", "\(lines)")
    let list = try JSONSerialization.jsonObject(with: try Tool.run(["image", "--json", file]).output) as? [[String: Any]]
    #expect(list?.first?["decodedBytes"] is NSNull)
    let outcome = try Tool.run(["image", file, "-o", "-"])
    #expect(outcome.status == 65 && outcome.output.isEmpty && outcome.errors.contains("the maximum is 16384 per side"), "\(outcome.errors)")
  }

  /// The loader meets an empty file of the library's name first, and can't open it.
  @Test(arguments: [
    ("webp/small_13x1.webp", "libwebp.so.7", "WebP needs libwebp.so.7 (Debian: libwebp7)"),
    ("webp/small_13x1.webp", "libwebpdemux.so.2", "WebP needs libwebpdemux.so.2 (Debian: libwebpdemux2)"),
    ("avif/yuv420.avif", "libdav1d.so.6", "AVIF needs libdav1d.so.6 (Debian: libdav1d6)"),
    ("../../../docs/examples/assets/icons/blinds.svg", "libexpat.so.1", "SVG needs libexpat.so.1 (Debian: libexpat1)"),
  ]) func `a format whose library is missing is an error that names it`(file: String, library: String, message: String) throws {
    let folder = try Folder()
    _ = try folder.write("", library)
    let outcome = try Tool.run(["image", picture(file), "-o", "-"], limits: "export LD_LIBRARY_PATH='\(folder.url.path)'")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    // Other formats are read as before.
    let other = try Tool.run(["image", picture("gif/animation.gif")], limits: "export LD_LIBRARY_PATH='\(folder.url.path)'")
    #expect(other.status == 0 && other.errors.isEmpty)
  }

  @Test func `without lcms2 colors are taken as sRGB, and one warning says so`() throws {
    let folder = try Folder()
    _ = try folder.write("", "liblcms2.so.2")
    let limits = "export LD_LIBRARY_PATH='\(folder.url.path)'"
    let managed = try Tool.run(["image", picture("color/wide.png"), "-o", "-"])
    let plain = try Tool.run(["image", picture("color/wide.png"), "-o", "-"], limits: limits)
    #expect(managed.status == 0 && managed.errors.isEmpty && plain.status == 0)
    #expect(plain.errors.split(separator: "\n").count == 1 && plain.errors.contains("liblcms2.so.2 (Debian: liblcms2-2)"))
    #expect(plain.output != managed.output && !plain.output.isEmpty)
  }
}
