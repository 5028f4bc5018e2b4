internal import Glibc

/// Writes to standard error. Write errors are ignored, because they cannot be reported.
func standardError(_ text: String) {
  var text = text
  text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while let base = rest.baseAddress, !rest.isEmpty {
      let count = write(STDERR_FILENO, base, rest.count)
      guard count > 0 else { return }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
