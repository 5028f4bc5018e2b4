internal import Glibc

extension String {
  /// Whether both are the same bytes: `==` takes equivalent ones for equal too. No byte is looked at where both share their storage.
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
