internal import CTesseraSystem

/// What the process as a whole does with memory.
public enum ProcessMemory {
  /// Has freed memory go back to the kernel early: whatever is free at the end of the heap beyond 128 KiB, and every block of that size when it is freed.
  /// All threads share one heap, rather than one each that keeps what it has.
  ///
  /// Without it the C library keeps up to twice the largest block that was ever freed, such as a decoded photograph. It counts for the whole process, so it is
  /// the program's to say, at its start, before other threads, as the player does. With another allocator than glibc's it does nothing.
  public static func keepsLittle() { ts_memory_keep_little() }
}
