import CMutators
import TesseraKit

/// Something that reads what others wrote.
struct Surface: Sendable {
  /// Reads any bytes. Traps where a promise does not hold.
  var read: @Sendable ([UInt8]) -> Void
  /// Mutates `size` bytes where `most` have room, and returns how many there are; nil: as any bytes.
  var mutate: (@Sendable (_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int)?

  static let all: [String: Surface] = [
    "scene": Surface(read: readScene, mutate: mutateScene),
    "svg": Surface(read: readSVG),
    "lottie": Surface(read: readLottie),
    "apng": Surface(read: readAPNG) { fz_png_mutate($0, $1, $2, $3) },
    "markup": Surface(read: readMarkup),
    "y4m": Surface(read: readY4M),
    "script": Surface(read: readScript),
    "options": Surface(read: readOptions),
    "evdev": Surface(read: readEvdev),
    "data": Surface(read: readData),
    "journal": Surface(read: readJournal),
    "archive": Surface(read: readArchive),
    "subtitles": Surface(read: readSubtitles),
    "tile": Surface(read: readTile),
    "tiles": Surface(read: readTiles),
    "map-style": Surface(read: readMapStyle),
    "message": Surface(read: readMessage),
    "sound": Surface(read: readSound),
    "mp4": Surface(read: readVideo),
    "webm": Surface(read: readVideo),
    "bus": Surface(read: readBus),
    "braille": Surface(read: readBraille),
  ]

  /// What is fuzzed: the program is called `fuzz_` and a name.
  static let current: Surface = {
    let name = CommandLine.arguments[0].split(separator: "/").last?.drop { $0 != "_" }.dropFirst() ?? ""
    guard let surface = all[String(name)] else {
      fatalError("call the program fuzz_NAME, with one of \(all.keys.sorted().joined(separator: ", "))")
    }
    return surface
  }()
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argumentCount: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Mutates bytes as libFuzzer does by itself.
@_silgen_name("LLVMFuzzerMutate") func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int) -> Int

/// libFuzzer looks for this name, and asks it for every mutation.
@_cdecl("LLVMFuzzerCustomMutator") func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  Surface.current.mutate?(bytes, size, most, seed) ?? mutateBytes(bytes, size, most)
}

@main struct Fuzz {
  static func main() {
    FontLibrary.shared.usesSystemFonts = false
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = Surface.current
    _ = runDriver(&count, &arguments) { bytes, length in
      Surface.current.read(Array(UnsafeBufferPointer(start: bytes, count: length)))
      return 0
    }
  }
}
