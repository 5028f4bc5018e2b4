internal import Glibc

extension String {
  /// Returns whether both strings have the same bytes: `==` also treats equivalent strings as equal. Strings that share storage are not
  /// compared by byte.
  func hasBytes(of other: String) -> Bool {
    var (a, b) = (self, other)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        guard a.count == b.count else { return false }
        guard let x = a.baseAddress, let y = b.baseAddress, x != y else { return true }
        return memcmp(x, y, a.count) == 0
      }
    }
  }
}
