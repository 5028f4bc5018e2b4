/// Tells Swift's `CommandLine` what the program was called with, in place of the part of Swift's runtime that does. With another C library than glibc
/// it is empty, and the runtime does.
///
/// On Linux the runtime looks for the arguments on the stack, whose place it reads from `/proc/self/maps`: a line for every piece of every library,
/// before `main`, and nothing where there is no `/proc`. glibc hands them over. A program that links this does not link that part of the runtime.
#pragma once
