internal import ImagePlugin
internal import TesseraDevices
public import TesseraRender

/// Throws where `buffer` is not the picture kept as `Golden/<name>.png` in the folder of the test target, or where none is kept.
///
/// On failure a picture of reference, difference (the darker, the more alike) and actual, side by side, goes to
/// `.build/golden-failures/<target>/<name>.png` of the package, and the message names it. Look at it; where the new picture is right, run
/// the tests once with TESSERA_ACCEPT_GOLDENS=1: that keeps the new picture (and changes nothing where the old one is within the
/// tolerance).
///
/// Drawing is deterministic. Where the text libraries are those that the file `drawn-with.txt` beside the pictures names, no channel may differ by more
/// than 2 of 255 (what instruction sets round differently), whatever `tolerance` says: that is for other releases of these libraries. With
/// `TESSERA_COMPOSITOR=pixman` in the environment a channel may differ by 1 of 255.
///
/// Write `name` out as a literal, or as an element of a list of literals: ``unusedGoldens(file:)`` looks for it in the sources.
/// - Parameters:
///   - buffer: The picture drawn.
///   - name: That of the golden's file, without its end.
///   - tolerance: How much may differ.
///   - reason: Why it may: what rounds or rasterizes differently, and where. Not shorter than a sentence; nothing for `.exact`.
///   - file: The test's own file; the picture is looked for in `Golden` beside it or in the nearest folder above that has one.
public func expectGolden(
  _ buffer: PixelBuffer, _ name: String, tolerance: PixelTolerance = .exact, because reason: String = "", file: StaticString = #filePath
) throws {
  if tolerance != .exact, reason.isEmpty { throw TestFailure("golden \(name): a tolerance (\(tolerance)) needs a reason") }
  let folder = try goldenFolder(for: "\(file)")
  let path = folder + "/" + name + ".png"
  // Through PNG and back, so that both sides lose the same where pixels are translucent.
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

/// The pictures in the `Golden` folder of the test target of `file` that no source file of the target names in quotation marks.
///
/// One test a target: `#expect(try unusedGoldens() == [])`.
public func unusedGoldens(file: StaticString = #filePath) throws -> [String] {
  let folder = try goldenFolder(for: "\(file)")
  var sources = ""
  for path in Files.files(below: Files.folder(of: folder), suffix: ".swift") {
    sources += String(decoding: try Files.read(path), as: UTF8.self)
  }
  return Files.list(folder).filter { $0.hasSuffix(".png") && !sources.contains("\"" + $0.dropLast(4) + "\"") }
}

/// The folder `Golden` beside `file` or in the nearest folder above, inside of the package.
private func goldenFolder(for file: String) throws -> String {
  let package = try PackageFolder.root(ofPath: file)
  var folder = Files.folder(of: file)
  while folder.utf8.count > package.utf8.count {
    if Files.isFolder(folder + "/Golden") { return folder + "/Golden" }
    folder = Files.folder(of: folder)
  }
  throw TestFailure("no folder `Golden` beside \(file) or above it: make one in the folder of the test target")
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

/// Reference, difference and actual in a row on grey.
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

/// Black where both are the same, brighter the more they differ: a difference of 1 of 255 is seen already.
///
/// Red outside of what both have.
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
