import Foundation
import TesseraKit
import Testing

@testable import TesseraPlayer

/// Bytes that a reload leaves on the heap, weighed in a process in which nothing else runs.
@Suite struct ReloadHeapTests {
  /// A sanitizer has an allocator of its own, which keeps the bytes that are freed.
  private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  private static let scene = """
    tessera: 1
    size: [200, 240]
    background: light-dark(white, black)
    fonts: [changing.ttf]
    data: {title: Rooms, rooms: [{name: Kitchen, on: true}, {name: Hall, on: false}, {name: Attic, on: true}]}
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: text, id: title, font: [Noto Sans, Colors], fontSize: 20, string: {bind: title}}
        - {type: image, source: cat.jpg, style: {width: 40, height: 30}}
        - {type: button, id: go, title: Go on, style: {width: 80, height: 40}}
        - {type: editable-text, id: name, string: Name, style: {width: 100, height: 30}}
        - {type: box, background: steelblue, cornerRadius: 9, style: {width: 30, height: 20}}
        - type: table
          id: list
          style: {width: 200, height: 90}
          items: {bind: rooms}
          key: name
          item: {type: text, string: {bind: item.name}, opacity: 0.9}
    """

  /// Reloads a scene again and again.
  private final class Reloading {
    private let folder: Folder
    private let player: Player
    private let fonts: [URL]
    private let messages: Messages

    private final class Messages: Sendable {
      private let texts = Locked<[String]>([])
      func add(_ text: String) { texts.withLock { $0.append(text) } }
      var all: [String] { texts.withLock { $0 } }
    }

    init(_ scene: String = ReloadHeapTests.scene) throws {
      folder = try Folder()
      let root = Tool.fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      fonts = ["docs/examples/assets/fonts/NotoSans-Regular.ttf", "Tests/TesseraRenderTests/Fixtures/colors-v1.ttf"].map {
        root.appending(path: $0)
      }
      try FileManager.default.copyItem(
        at: root.appending(path: "docs/examples/assets/photos/cat.jpg"), to: folder.url.appending(path: "cat.jpg"))
      let messages = Messages()
      self.messages = messages
      try FileManager.default.copyItem(at: fonts[0], to: folder.url.appending(path: "changing.ttf"))
      var options = PlayerOptions(scene: try folder.write(scene, "scene.yaml"))
      options.threads = 1
      player = try Player(options) { messages.add($0) }
      try player.stage.settle()
    }

    /// Another font is in the file every tenth time, and a field is typed into.
    func reload(_ round: Int) throws {
      if round % 10 == 0 {
        let file = folder.path("changing.ttf")
        try FileManager.default.copyItem(at: fonts[round / 10 % 2], to: URL(filePath: file + ".new"))
        #expect(rename(file + ".new", file) == 0)
      }
      player.reload(player.stage)
      try player.stage.settle()
    }

    var problems: [String] { messages.all }
  }

  /// Bytes in use on all heaps, by what the C library prints of itself.
  private static func heapBytes() throws -> Int {
    typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    // The type is that of malloc_info in malloc.h, which no module of Swift has.
    let print = unsafeBitCast(try #require(dlsym(nil, "malloc_info")), to: Info.self)
    var (text, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    let stream = try #require(open_memstream(&text, &size))
    #expect(print(0, stream) == 0)
    fclose(stream)
    defer { free(text) }
    // The sums of all heaps come after the last of them.
    let report = String(cString: try #require(text))
    let sums = try #require(report.components(separatedBy: "</heap>").last)
    func sum(_ name: String) -> Int? {
      let tag = sums.components(separatedBy: "<\(name)\"").dropFirst().first ?? ""
      let size = tag.components(separatedBy: " size=\"").dropFirst().first ?? ""
      return Int(size.prefix { $0.isNumber })
    }
    let names = ["system type=\"current", "total type=\"mmap", "total type=\"rest", "total type=\"fast"]
    let sizes = names.compactMap(sum)
    try #require(sizes.count == 4, "\(sums)")
    return sizes[0] + sizes[1] - sizes[2] - sizes[3]
  }

  /// Bytes that each of some windows of reloads adds to the heap, after `rounds` that fill caches.
  private static func growth(windows: Int, of rounds: Int, _ reload: (Int) throws -> Void) throws -> [Int] {
    for round in 0..<rounds { try reload(round) }
    return try (0..<windows).map { _ in
      let before = try heapBytes()
      for round in 0..<rounds { try reload(round) }
      return try heapBytes() - before
    }
  }

  /// Caches grow once in a while, a leak in every window: the least of the windows is what counts.
  @Test(.enabled(if: !isSanitized)) func reloadsDoNotGrowTheHeap() async {
    await #expect(processExitsWith: .success) {
      let reloading = try Reloading()
      let growth = try ReloadHeapTests.growth(windows: 4, of: 60) { try reloading.reload($0) }
      print("reloads: the heap grew by \(growth) bytes in 60 each")
      #expect((growth.min() ?? .max) < 60 * 64, "\(growth)")
      #expect(reloading.problems == [])
    }
  }

  @Test(.enabled(if: !isSanitized)) func aReloadThatLeaksAHundredBytesIsDetected() async {
    await #expect(processExitsWith: .success) {
      let reloading = try Reloading("tessera: 1\nroot: {type: text, string: a}")
      let growth = try ReloadHeapTests.growth(windows: 3, of: 60) {
        try reloading.reload($0 | 1)
        _ = malloc(100)
      }
      #expect((growth.min() ?? 0) > 60 * 64, "\(growth)")
    }
  }
}
