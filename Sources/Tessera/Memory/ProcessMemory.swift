internal import CTesseraSystem

/// Memory settings of the process.
public enum ProcessMemory {
  /// Returns freed memory to the kernel early: free memory above 128 KiB at the end of the heap, and each block of that size when it is
  /// freed. All threads share one heap instead of each keeping its own.
  ///
  /// By default the C library keeps up to twice the largest block that was ever freed, such as a decoded photo. The setting affects the
  /// whole process, so the program decides: call it at startup, before other threads exist. The player does. It has no effect with
  /// allocators other than glibc's.
  public static func keepsLittle() { ts_memory_keep_little() }
}
