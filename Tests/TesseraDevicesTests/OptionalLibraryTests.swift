import CTesseraLibrary
import Glibc
import Synchronization
import Testing

/// Calls of the function that starts a library.
private let starts = Mutex(0)

/// Libraries that are opened at first use.
@Suite struct OptionalLibraryTests {
  /// A library in static memory, as its users have it.
  private final class Library: @unchecked Sendable {
    // @unchecked: the members are written before the first call of `open`, which may come from any thread.
    let pointer = UnsafeMutablePointer<tl_library>.allocate(capacity: 1)
    let slots = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 4)
    private let symbols = UnsafeMutablePointer<tl_symbol>.allocate(capacity: 4)
    private var texts: [UnsafeMutablePointer<CChar>] = []

    init(
      _ names: [String], _ functions: [(name: String, isOptional: Bool)], version: String? = nil,
      start: (@convention(c) (UnsafeMutablePointer<CChar>?) -> Bool)? = nil
    ) {
      slots.initialize(repeating: nil, count: 4)
      pointer.initialize(to: tl_library())
      for (i, function) in functions.enumerated() {
        symbols[i] = tl_symbol(name: text(function.name), slot: UnsafeMutableRawPointer(slots + i), is_optional: function.isOptional)
      }
      pointer.pointee.purpose = text("the test")
      pointer.pointee.names = (text(names[0]), names.count > 1 ? text(names[1]) : nil, nil, nil)
      pointer.pointee.package = text("libtest1")
      pointer.pointee.version = version.map { text($0) }
      pointer.pointee.symbols = UnsafePointer(symbols)
      pointer.pointee.symbol_count = functions.count
      pointer.pointee.start = start
    }

    deinit {
      for text in texts { free(text) }
      symbols.deallocate()
      slots.deallocate()
      pointer.deallocate()
    }

    private func text(_ string: String) -> UnsafePointer<CChar> {
      guard let copy = strdup(string) else { fatalError("no memory") }
      texts.append(copy)
      return UnsafePointer(copy)
    }

    func open() -> Bool { tl_open(pointer) }
    var problem: String { withUnsafeBytes(of: pointer.pointee.problem) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
  }

  @Test func symbolsOfTheFirstFileThatIsThereAreResolved() throws {
    let library = Library(["libnowhere.so.9", "libm.so.6"], [("cos", false), ("nothing_of_this_name", true)])
    #expect(library.open() && library.problem.isEmpty && library.slots[1] == nil)
    typealias Cosine = @convention(c) (Double) -> Double
    // The type is that of cos in math.h.
    let cosine = unsafeBitCast(try #require(library.slots[0]), to: Cosine.self)
    #expect(cosine(0) == 1)
  }

  @Test func aMissingLibraryIsNamedWithItsPackage() {
    let library = Library(["libnowhere.so.9", "libnowhere.so.8"], [("cos", false)])
    #expect(!library.open() && !library.open())
    #expect(
      library.problem.hasPrefix("the test needs libnowhere.so.9 (Debian: libtest1): libnowhere.so.9: cannot open"), "\(library.problem)")
  }

  @Test func aMissingFunctionIsNamedWithTheVersion() {
    let library = Library(["libm.so.6"], [("cos", false), ("nothing_of_this_name", false)], version: "7.5")
    #expect(!library.open())
    #expect(
      library.problem
        == "the test needs the function nothing_of_this_name, which the installed libm.so.6 does not have; version 7.5 or later is required"
    )
  }

  @Test func aLibraryThatDoesNotStartIsRefusedWithItsReason() {
    let library = Library(["libm.so.6"], [("cos", false)]) { problem in
      if let problem { strcpy(problem, "too old") }
      return false
    }
    #expect(!library.open() && library.problem == "too old")
  }

  @Test func manyThreadsOpenALibraryOnce() async {
    let library = Library(["libm.so.6"], [("cos", false)]) { _ in
      starts.withLock { $0 += 1 }
      return true
    }
    let opened = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 { group.addTask { library.open() } }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(opened && starts.withLock { $0 } == 1)
  }
}
