#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Functions of libhunspell, opened at first use: nothing links it. A handle is used by one thread at a time.
struct HunspellLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  let create: @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Handle?
  let destroy: @convention(c) (Handle) -> Void
  let spell: @convention(c) (Handle, UnsafePointer<CChar>) -> Int32
  let encoding: @convention(c) (Handle) -> UnsafePointer<CChar>?
  let suggest: @convention(c) (Handle, UnsafeMutablePointer<Words?>, UnsafePointer<CChar>) -> Int32
  let free: @convention(c) (Handle, UnsafeMutablePointer<Words?>, Int32) -> Void

  /// The library; nil if it is missing.
  static let shared = HunspellLibrary()
  /// Message if the library is missing.
  static let missing = "spell checking needs libhunspell-1.7.so.0 (Debian package libhunspell-1.7-0)"

  private init?() {
    guard let library = dlopen("libhunspell-1.7.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
    func find<Function>(_ name: String) -> Function? {
      // The types above are those of hunspell.h, which have been the same since version 1.3.
      dlsym(library, "Hunspell_" + name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard let create: @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Handle? = find("create"),
      let destroy: @convention(c) (Handle) -> Void = find("destroy"),
      let spell: @convention(c) (Handle, UnsafePointer<CChar>) -> Int32 = find("spell"),
      let encoding: @convention(c) (Handle) -> UnsafePointer<CChar>? = find("get_dic_encoding"),
      let suggest: @convention(c) (Handle, UnsafeMutablePointer<Words?>, UnsafePointer<CChar>) -> Int32 = find("suggest"),
      let free: @convention(c) (Handle, UnsafeMutablePointer<Words?>, Int32) -> Void = find("free_list")
    else {
      dlclose(library)
      return nil
    }
    (self.create, self.destroy, self.spell, self.encoding, self.suggest, self.free) = (create, destroy, spell, encoding, suggest, free)
  }
}

/// Conversion between UTF-8 and the encoding of a dictionary.
enum DictionaryEncoding {
  /// Converts zero-terminated bytes; nil if a letter has no code in the other encoding. `length` is that of the input.
  static func convert(_ bytes: [UInt8], from: String, to: String) -> [UInt8]? {
    let converter = iconv_open(to, from)
    // iconv_open returns -1 for an encoding that it does not know.
    guard converter != iconv_t(bitPattern: -1), let converter else { return nil }
    defer { iconv_close(converter) }
    var (input, output) = (bytes.map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: bytes.count * 4 + 4))
    let written: Int? = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (source, left, target, room) = (input.baseAddress, input.count, output.baseAddress, output.count)
        guard iconv(converter, &source, &left, &target, &room) != Int(bitPattern: UInt.max), left == 0 else { return nil }
        return output.count - room
      }
    }
    return written.map { output.prefix($0).map { UInt8(bitPattern: $0) } }
  }
}
