import Foundation
import GIFCodec
import TesseraPictures
import TesseraRender
import Testing

/// Files with known frames. `PICTURE_CASES` names a folder with more of them than the fixtures are.
@Suite struct GIFConformanceTests {
  static let folder = ProcessInfo.processInfo.environment["PICTURE_CASES"].map { URL(fileURLWithPath: $0) }

  /// A case: what a file of settings says, by section.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var sections: [String: [String: String]] = [:]
    var testDescription: String { name }

    init(name: String, text: String) {
      self.name = name
      var section = ""
      for line in text.split(separator: "\n") {
        if line.hasPrefix("[") {
          section = String(line.dropFirst().prefix { $0 != "]" })
        } else if let equals = line.firstIndex(of: "=") {
          let key = line[..<equals].trimmingCharacters(in: .whitespaces)
          sections[section, default: [:]][key] = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        }
      }
    }
  }

  static func url(_ name: String) -> URL {
    let known = Fixtures.folder.appendingPathComponent("gif/\(name)")
    return FileManager.default.fileExists(atPath: known.path) ? known : (folder ?? Fixtures.folder).appendingPathComponent("gif/\(name)")
  }

  static let cases: [Case] = {
    let root = (folder ?? Fixtures.folder).appendingPathComponent("gif")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return files.filter { $0.hasSuffix(".conf") }.sorted().compactMap { file in
      // Comments in the settings are not always UTF-8.
      (try? Data(contentsOf: root.appendingPathComponent(file))).map {
        Case(name: String(file.dropLast(5)), text: String(decoding: $0, as: UTF8.self))
      }
    }
  }()

  @Test func thereAreCases() { #expect(Self.cases.count >= 34) }

  @Test(arguments: cases) func framesDelaysAndLoopsMatchTheCase(_ test: Case) throws {
    let config = try #require(test.sections["config"])
    let data = PictureData([UInt8](try Data(contentsOf: Self.url(#require(config["input"])))), name: test.name)
    let wanted = (config["frames"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let codecs = PictureCodecs([GIFCodec()])
    // The case lists no frame of a file with an extension of text and an image; the image is shown by every browser, and here.
    if wanted.isEmpty && test.name != "plain-text" {
      #expect(throws: PictureError.self) { try codecs.decode(data, PictureRequest(width: 100, height: 100)) }
      return
    }
    let header = try codecs.header(of: data)
    #expect(header.width == Int(config["width"] ?? "") && header.height == Int(config["height"] ?? ""))
    let still = try codecs.decode(data, PictureRequest(width: header.width, height: header.height))
    var pixels = [still.rgba]
    if let frames = try codecs.frames(of: data) {
      pixels = try frames.allPixels()
      #expect(pixels[0] == still.rgba)
      let delays = wanted.map { Double(test.sections[$0]?["delay"] ?? "0").map { $0 / 100 } }
      // Cases join an image without a delay with the next one. Browsers show both, and so does Tessera.
      let listed = frames.delays.indices.filter { frames.delays[$0] > 0 || delays.allSatisfy { $0 == 0 } }
      #expect(listed.map { frames.delays[$0] } == delays)
      pixels = listed.map { pixels[$0] }
      let loops = config["loop-count"] ?? ""
      #expect(frames.loopCount == (loops == "infinite" ? 0 : (Int(loops) ?? -2) + 1))
    }
    guard test.name != "plain-text" else { return }
    #expect(pixels.count == wanted.count)
    for (frame, found) in zip(wanted, pixels) {
      let file = try #require(test.sections[frame]?["pixels"])
      #expect(found == [UInt8](try Data(contentsOf: Self.url(file))), "\(frame)")
    }
  }
}
