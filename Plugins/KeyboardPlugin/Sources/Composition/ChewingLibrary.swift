#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Functions of libchewing, opened at first use: nothing links it. Any thread; a context is used by one thread at a time.
struct ChewingLibrary: Sendable {
  typealias Context = OpaquePointer
  typealias Make = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeRawPointer?) -> Context?
  typealias End = @convention(c) (Context) -> Void
  typealias Act = @convention(c) (Context) -> Int32
  typealias Give = @convention(c) (Context, Int32) -> Int32
  typealias Text = @convention(c) (Context) -> UnsafePointer<CChar>?

  let make: Make
  let delete: End
  /// Keys.
  let key: Give
  let setRearward: @convention(c) (Context, Int32) -> Void
  let space, backspace: Act
  /// Texts: converted syllables, the letters of the next one, and text that became final.
  let buffer, letters, committed: Text
  let hasCommitted, commit, clean, cleanLetters: Act
  /// Candidates: a list for each length of words, the longest first.
  let open, close, firstList, hasNextList, nextList, count: Act
  let enumerate: End
  let hasNext: Act
  let next: Text
  let choose: Give

  /// The library; nil if it is missing.
  static let shared = ChewingLibrary()
  /// Message if the library is missing.
  static let missing = "Zhuyin needs libchewing.so.3 (Debian package libchewing3); without it the keys type their signs"

  private init?() {
    guard let library = dlopen("libchewing.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
    func find<Function>(_ name: String) -> Function? {
      // The types above are those of chewing.h and chewingio.h, which have been the same since version 0.4.
      dlsym(library, "chewing_" + name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard let make: Make = find("new2"), let delete: End = find("delete"), let key: Give = find("handle_Default"),
      let setRearward: @convention(c) (Context, Int32) -> Void = find("set_phraseChoiceRearward"),
      let space: Act = find("handle_Space"), let backspace: Act = find("handle_Backspace"), let buffer: Text = find("buffer_String_static"),
      let letters: Text = find("bopomofo_String_static"), let committed: Text = find("commit_String_static"),
      let hasCommitted: Act = find("commit_Check"), let commit: Act = find("commit_preedit_buf"),
      let clean: Act = find("clean_preedit_buf"), let cleanLetters: Act = find("clean_bopomofo_buf"), let open: Act = find("cand_open"),
      let close: Act = find("cand_close"), let firstList: Act = find("cand_list_first"),
      let hasNextList: Act = find("cand_list_has_next"), let nextList: Act = find("cand_list_next"),
      let count: Act = find("cand_TotalChoice"), let enumerate: End = find("cand_Enumerate"), let hasNext: Act = find("cand_hasNext"),
      let next: Text = find("cand_String_static"), let choose: Give = find("cand_choose_by_index")
    else {
      dlclose(library)
      return nil
    }
    self.setRearward = setRearward
    (self.make, self.delete, self.key, self.space, self.backspace) = (make, delete, key, space, backspace)
    (self.buffer, self.letters, self.committed, self.hasCommitted) = (buffer, letters, committed, hasCommitted)
    (self.commit, self.clean, self.cleanLetters, self.open, self.close) = (commit, clean, cleanLetters, open, close)
    (self.firstList, self.hasNextList, self.nextList, self.count) = (firstList, hasNextList, nextList, count)
    (self.enumerate, self.hasNext, self.next, self.choose) = (enumerate, hasNext, next, choose)
  }
}
