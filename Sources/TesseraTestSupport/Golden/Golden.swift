internal import ImagePlugin
internal import TesseraDevices
public import TesseraRender

/// Throws if `buffer` differs from the golden `Golden/<name>.png` in the folder of the test target, or if there is no such golden.
///
/// On failure a picture of reference, difference (darker means more alike) and actual, side by side, is written to
/// `.build/golden-failures/<target>/<name>.png` of the package, and the message names it. Look at it. If the new picture is right, run the
/// tests once with TESSERA_ACCEPT_GOLDENS=1. This stores the new picture, unless the old one is within the tolerance.
///
/// Drawing is deterministic. If the text libraries are those of the file `drawn-with.txt` next to the pictures, no channel may differ by
/// more than 2 of 255 (rounding of instruction sets), regardless of `tolerance`, which is for other releases of these libraries. With
/// `TESSERA_COMPOSITOR=pixman` in the environment a channel may differ by 1 of 255.
///
/// Write `name` as a literal, or as an element of a list of literals: ``unusedGoldens(file:)`` searches for it in the sources.
/// - Parameters:
///   - buffer: The picture drawn.
///   - name: File name of the golden without its extension.
///   - tolerance: Permitted difference.
///   - reason: Reason of the tolerance: what rounds or rasterizes differently, and where. At least one sentence; empty for `.exact`.
///   - file: The test's own file. The picture is searched for in `Golden` next to it or in the nearest parent folder that has one.
public func expectGolden(
  _ buffer: PixelBuffer, _ name: String, tolerance: PixelTolerance = .exact, because reason: String = "", file: StaticString = #filePath
) throws {
  if tolerance != .exact, reason.isEmpty { throw TestFailure("golden \(name): a tolerance (\(tolerance)) needs a reason") }
  let folder = try goldenFolder(for: "\(file)")
  let path = folder + "/" + name + ".png"
  // Encode to PNG and decode, so that both sides have the same loss in translucent pixels.
  let encoded = try PNGEncoder.encode(buffer)
  let actual = try argb(ImageDecoder.decode(bytes: encoded))
  let accepts = (Files.environment("TESSERA_ACCEPT_GOLDENS") ?? "").isEmpty == false
  guard Files.exists(path) else {
    if accepts { return try Files.write(encoded, to: path) }
    let kept = try failurePath(name, folder)
    try Files.write(encoded, to: kept)
    throw TestFailure("golden \(name): no \(path). The picture is in \(kept): where it is right, run once with TESSERA_ACCEPT_GOLDENS=1")
  }
  let reference = try argb(ImageDecoder.decode(bytes: Files.read(path)))
  let limited = try wasDrawnHere(folder) ? tolerance.limited : tolerance
  let tolerance = Files.environment("TESSERA_COMPOSITOR") == "pixman" ? limited.withOneLevel : limited
  do {
    try expectEqualPixels(actual, reference, tolerance: tolerance, "golden \(name), actual against reference")
  } catch {
    if accepts { return try Files.write(encoded, to: path) }
    let kept = try failurePath(name, folder)
    try Files.write(PNGEncoder.encode(sideBySide(reference, actual)), to: kept)
    throw TestFailure(
      "\(error)" + (reason.isEmpty ? "" : " [tolerance: \(reason)]")
        + ". Reference, difference and actual are side by side in \(kept): where the actual picture is right, run once with TESSERA_ACCEPT_GOLDENS=1"
    )
  }
}

/// Returns the pictures in the `Golden` folder of the test target of `file` that no source file of the target names in quotation marks.
///
/// One test per target: `#expect(try unusedGoldens() == [])`.
public func unusedGoldens(file: StaticString = #filePath) throws -> [String] {
  let folder = try goldenFolder(for: "\(file)")
  var sources = ""
  for path in Files.files(below: Files.folder(of: folder), suffix: ".swift") {
    sources += String(decoding: try Files.read(path), as: UTF8.self)
  }
  return Files.list(folder).filter { $0.hasSuffix(".png") && !sources.contains("\"" + $0.dropLast(4) + "\"") }
}

/// Returns the folder `Golden` next to `file` or in the nearest parent folder, within the package.
private func goldenFolder(for file: String) throws -> String {
  let package = try PackageFolder.root(ofPath: file)
  var folder = Files.folder(of: file)
  while folder.utf8.count > package.utf8.count {
    if Files.isFolder(folder + "/Golden") { return folder + "/Golden" }
    folder = Files.folder(of: folder)
  }
  throw TestFailure("no folder `Golden` next to \(file) or above it; create one in the folder of the test target")
}

/// Whether the goldens of a folder were drawn with the text libraries of this machine.
private func wasDrawnHere(_ folder: String) throws -> Bool {
  let path = folder + "/drawn-with.txt"
  guard Files.exists(path) else { return false }
  return String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n").first == FontLibrary.engineVersions[...]
}

private func failurePath(_ name: String, _ golden: String) throws -> String {
  try PackageFolder.root(ofPath: golden + "/x") + "/.build/golden-failures/" + Files.name(of: Files.folder(of: golden)) + "/" + name
    + ".png"
}

/// Returns reference, difference and actual in a row on grey.
private func sideBySide(_ reference: PixelBuffer, _ actual: PixelBuffer) throws -> PixelBuffer {
  let gap = 8
  let width = max(reference.width, actual.width)
  let height = max(reference.height, actual.height)
  let sheet = try PixelBuffer(width: 3 * width + 4 * gap, height: height + 2 * gap)
  sheet.clear(Color(white: 0.5))
  let canvas = try Canvas(sheet)
  canvas.draw(reference, atPixel: gap, gap)
  canvas.draw(try amplifiedDifference(reference, actual), atPixel: 2 * gap + width, gap)
  canvas.draw(actual, atPixel: 3 * gap + 2 * width, gap)
  return sheet
}

/// Returns black for equal pixels, and brighter ones for larger differences: a difference of 1 of 255 is already visible.
///
/// Red outside of the common area.
private func amplifiedDifference(_ a: PixelBuffer, _ b: PixelBuffer) throws -> PixelBuffer {
  let result = try PixelBuffer(width: max(a.width, b.width), height: max(a.height, b.height))
  result.clear(Color(red: 1, green: 0, blue: 0))
  let (width, height) = (min(a.width, b.width), min(a.height, b.height))
  a.withUnsafeBytes { p in
    b.withUnsafeBytes { q in
      result.withUnsafeMutableBytes { out in
        for y in 0..<height {
          for x in 0..<width * 4 {
            let difference = abs(Int(p[y * a.stride + x]) - Int(q[y * b.stride + x]))
            out[y * result.stride + x] = x % 4 == 3 ? 255 : UInt8(difference == 0 ? 0 : min(255, 64 + 4 * difference))
          }
        }
      }
    }
  }
  return result
}
