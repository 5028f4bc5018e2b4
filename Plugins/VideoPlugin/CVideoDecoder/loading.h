// Libraries that are loaded at first use. Any thread.
#pragma once

// Loads the first library of `files` that is installed; NULL ends them. Returns its handle, or NULL with the reason in `problem`
// (VD_MESSAGE_SIZE bytes), which names Debian's `package`.
void *vd_load_library(const char *const *files, const char *package, char *problem);
