"""Relocatable ELF files of 64 bits, as .ci/embedded/link reads and changes them."""

import bisect, re, struct
from functools import cached_property

EXCLUDE, ALLOC, EXEC = 0x80000000, 2, 4
RELA, SYMTAB, SYMTAB_SHNDX = 4, 2, 18
SHARED = {b"swift5_typeref", b".rodata", b".data.rel.ro", b".data"}
# What functions without a name of their own are called for the linker.
NAMELESS = b"small_link_nameless"
# What a table of a type's functions has for assigning a value, by a copy or by taking it over, and what all types can have there.
ASSIGNMENTS = {b"wca": b"small_link_assign_copy", b"wta": b"small_link_assign_take"}
# R_X86_64_64 and R_AARCH64_ABS64.
ABSOLUTE = {1, 257}
# How the names of the standard library's types for text begin.
TEXTS = (b"$sSSs", b"$sSss", b"$sSJs", b"$ss7UnicodeO6Scalar")
DESCRIPTOR = re.compile(rb"^\$s(.+)M[np]$")


class Object:
    """A relocatable ELF file of 64 bits inside `data`, which is patched in place."""

    def __init__(self, data, start, name):
        self.data, self.start, self.name, self.is_reached = data, start, name, False
        offset, count, names = *struct.unpack_from("<Q", data, start + 40), *struct.unpack_from("<HH", data, start + 60)
        headers = start + offset
        first = struct.unpack_from("<IIQQQQIIQQ", data, headers)
        count = count or first[5]
        names = first[6] if names == 0xFFFF else names
        self.headers = headers
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, headers + 64 * i) for i in range(count)]
        table = start + self.sections[names][4]
        self.names = [self.text(table + section[0]) for section in self.sections]
        self.relocations, self.pieces = {}, {}
        wide, symbols = None, None
        for section in self.sections:
            if section[1] == SYMTAB: symbols = section
            if section[1] == SYMTAB_SHNDX: wide = section
        self.symbols, self.symbol_table = [], 0
        if symbols:
            self.symbol_table = start + symbols[4]
            strings = start + self.sections[symbols[6]][4]
            raw = memoryview(data)[start + symbols[4]:start + symbols[4] + symbols[5]]
            for i, (name, info, _, index, value, size) in enumerate(struct.iter_unpack("<IBBHQQ", raw)):
                if index == 0xFFFF and wide: index = struct.unpack_from("<I", data, start + wide[4] + 4 * i)[0]
                elif index >= 0xFF00: index = 0
                self.symbols.append((self.text(strings + name) if name else b"", info, index, value, size))
            raw.release()
        for i, section in enumerate(self.sections):
            if section[1] == RELA: self.relocations[section[7]] = i
        self.bias = 4 if struct.unpack_from("<H", data, start + 18)[0] == 62 else 0
        self.divide()
        self.edges, self.fields, self.labels = {}, None, None

    def divide(self):
        """Finds where the pieces of shared sections begin: mangled names, small constants and variables, each of which is kept for itself."""
        shared = {i for i, section in enumerate(self.sections)
                  if self.names[i] in SHARED and section[2] & ALLOC and section[1] == 1 and i in self.relocations}
        extents = {index: [] for index in shared}
        for _, info, index, value, size in self.symbols:
            if index in shared and info & 15 != 3: extents[index].append((value, value + size))
        for source in self.relocations:
            bias = self.bias if self.sections[source][2] & EXEC else 0
            if not self.sections[source][2] & ALLOC: continue
            for _, _, symbol, addend, _ in self.entries(source):
                _, info, index, _, _ = self.symbols[symbol]
                # What has no name is referred to by its place: tables of jumps, pointers to what other objects have.
                if index in shared and info & 15 == 3 and (addend + bias) % 4 == 0: extents[index].append((addend + bias,) * 2)
        for index, found in extents.items():
            starts, covered = [0], 0
            for begin, end in sorted(found):
                # A name inside of something that has a name is part of it.
                if begin < covered: continue
                if begin > starts[-1]: starts.append(begin)
                covered = end
            if len(starts) > 1: self.pieces[index] = starts

    def text(self, at): return bytes(self.data[at:self.data.index(b"\0", at)])

    def piece(self, index, offset):
        starts = self.pieces.get(index)
        return max(0, bisect.bisect_right(starts, offset) - 1) if starts else 0

    def names_at(self, index, piece):
        """The names of what lies in a piece."""
        if self.labels is None:
            self.labels = {}
            for name, info, section, value, _ in self.symbols:
                if section and name and info & 15 != 3: self.labels.setdefault((section, self.piece(section, value)), []).append(name)
        return self.labels.get((index, piece), ())

    @cached_property
    def descriptors(self):
        """The pieces that describe a type, each with its section."""
        self.names_at(0, 0)
        return {place for place, names in self.labels.items() if any(name.endswith(b"Mn") for name in names)}

    @cached_property
    def protocols(self):
        """Where descriptions of protocols begin, (section, offset): behind that lie requirements, to which calls refer."""
        return {(section, value) for name, _, section, value, _ in self.symbols if section and name.endswith(b"Mp")}

    def entries(self, index):
        """(place in the file, offset, symbol, addend, kind) of the section's relocations."""
        table = self.relocations.get(index)
        if table is None: return
        at, size = self.start + self.sections[table][4], self.sections[table][5]
        view = memoryview(self.data)[at:at + size]
        entries = list(struct.iter_unpack("<QQq", view))
        view.release()
        for i, (offset, info, addend) in enumerate(entries): yield at + 24 * i, offset, info >> 32, addend, info & 0xFFFFFFFF

    def references(self, index):
        """Relocations by piece: piece -> [(offset, symbol, addend, kind)]."""
        if index not in self.edges:
            pieces = self.edges[index] = {}
            for _, offset, symbol, addend, kind in self.entries(index):
                pieces.setdefault(self.piece(index, offset), []).append((offset, symbol, addend, kind))
        return self.edges[index]

    def extent(self, index, piece):
        section, starts = self.sections[index], self.pieces.get(index)
        if not starts: return 0, section[5]
        return starts[piece], starts[piece + 1] if piece + 1 < len(starts) else section[5]

    @property
    def is_table_of_types(self):
        """Whether this is the runtime's table from short names ("Si") to the standard library's types, which names them all."""
        return self.name.endswith("(MetadataLookup.cpp.o)")

    def is_foreign_type(self, symbol):
        name, _, index, _, _ = self.symbols[symbol]
        return index == 0 and DESCRIPTOR.match(name) is not None

    def is_left_out(self, index, piece, offset):
        """Whether a relocation of a type's descriptor leads to the names of its fields, which only a mirror reads (cases of own enums are printed)."""
        if offset not in self.field_pointers(index): return False
        kind = self.field_pointers(index)[offset]
        return self.is_archived or kind != 18

    def field_pointers_all(self):
        self.field_pointers(0)
        return self.fields

    def field_pointers(self, index):
        """Where descriptors of types in the section point to their fields: offset -> kind (16 class, 17 struct, 18 enum)."""
        if self.fields is None:
            self.fields = {}
            for name, info, section, value, _ in self.symbols:
                if section and name.endswith(b"Mn") and name.startswith(b"$s") and self.sections[section][1] == 1:
                    at = self.start + self.sections[section][4] + value
                    kind = self.data[at] & 31
                    if kind in (16, 17, 18): self.fields.setdefault(section, {})[value + 16] = kind
        return self.fields.get(index, {})

    def extend(self, index, more):
        """Puts bytes at the end of a section, which moves to the end of the file; how long it was."""
        at, size = struct.unpack_from("<QQ", self.data, self.headers + 64 * index + 24)
        table = bytes(self.data[at:at + size]) + more
        self.data += bytes(-len(self.data) % 8)
        struct.pack_into("<QQ", self.data, self.headers + 64 * index + 24, len(self.data), len(table))
        self.data += table
        return size

    def add_symbol(self, name):
        """The number of a new symbol, which another object defines."""
        table = next(i for i, section in enumerate(self.sections) if section[1] == SYMTAB)
        place = self.extend(self.sections[table][6], name + b"\0")
        number = self.extend(table, struct.pack("<IBBHQQ", place, 1 << 4, 0, 0, 0, 0)) // 24
        for i, section in enumerate(self.sections):
            if section[1] == SYMTAB_SHNDX: self.extend(i, bytes(4))
        self.symbol_table = struct.unpack_from("<Q", self.data, self.headers + 64 * table + 24)[0]
        self.symbols.append((name, 1 << 4, 0, 0, 0))
        return number

    def share_assignments(self):
        """Has the types of the object assign values by the functions of .ci/embedded/assignments.c, in place of two of their own each."""
        added = {}
        for table in {index for name, _, index, _, _ in self.symbols if index and name.startswith(b"$s") and name.endswith(b"WV")}:
            for at, _, symbol, _, kind in list(self.entries(table)):
                name, info, section, _, _ = self.symbols[symbol]
                if info & 15 == 3: name = self.names[section]
                shared = ASSIGNMENTS.get(name[-3:])
                if not shared or not section or kind not in ABSOLUTE: continue
                if shared not in added: added[shared] = self.add_symbol(shared)
                struct.pack_into("<Qq", self.data, at + 8, added[shared] << 32 | kind, 0)

    def share_descriptions(self):
        """Has types of the standard library that are described both for readers and for programmers be described to both as to readers: ranges in a list are
        printed without "Range(…)". Texts keep theirs, which are in quotes."""
        tables = {name: (index, value) for name, _, index, value, _ in self.symbols if index and name.startswith(b"$s") and name.endswith(b"sWP")}
        for name, (index, value) in tables.items():
            other = tables.get(name.replace(b"28CustomDebugString", b"23CustomString"))
            if b"28CustomDebugString" not in name or not other or name.startswith(TEXTS): continue
            # A table of one function stands behind the conformance to which it belongs.
            mine = [entry for entry in self.entries(index) if entry[1] == value + 8]
            theirs = [entry for entry in self.entries(other[0]) if entry[1] == other[1] + 8]
            if len(mine) == len(theirs) == 1: struct.pack_into("<Qq", self.data, mine[0][0] + 8, theirs[0][2] << 32 | theirs[0][4], theirs[0][3])

    def name_the_nameless(self):
        """Gives functions that are private to the object, such as the destroyers of closures' contexts, one name, so that a list of symbols
        (.ci/embedded/order) can put them together: they are small, and scattered each costs the pages around it."""
        wanted = {i for i, name in enumerate(self.names) if name.startswith(b".text..L")}
        found = [i for i, (_, info, index, _, _) in enumerate(self.symbols) if info & 15 == 3 and index in wanted]
        if not found or self.is_archived: return
        strings = next(section[6] for section in self.sections if section[1] == SYMTAB)
        size = self.extend(strings, NAMELESS + b"\0")
        # A local function instead of a section as such: what refers to it counts from the section's start all the same.
        for i in found: struct.pack_into("<IB", self.data, self.symbol_table + 24 * i, size, 2)

    def set_flags(self, index, flags):
        struct.pack_into("<Q", self.data, self.headers + 64 * index + 8, flags)
