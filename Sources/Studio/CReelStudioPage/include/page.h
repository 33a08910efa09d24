// The files of the studio's page, embedded in the program. Swift has no #embed, and its compiler takes a minute for an array of a hundred
// thousand numbers.
#ifndef REEL_STUDIO_PAGE_H
#define REEL_STUDIO_PAGE_H

#include <stddef.h>

/// A file of the page.
struct reel_studio_page_file {
    /// The file's name, without a folder.
    const char *_Nonnull name;
    /// The file's bytes.
    const unsigned char *_Nonnull bytes;
    /// The number of bytes.
    ptrdiff_t count;
};

/// Returns a file by its index from 0; null after the last.
const struct reel_studio_page_file *_Nullable reel_studio_page_file(int index);

#endif
