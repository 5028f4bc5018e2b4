"""What of a program's objects can be reached from its start, as .ci/embedded/link asks."""

import bisect, re, struct
from objects import ALLOC, DESCRIPTOR, EXCLUDE, EXEC, RELA

RETAIN = 0x200000
INIT_ARRAY, FINI_ARRAY, NOBITS = 14, 15, 8
NAMED = {b"swift5_type_metadata", b"swift5_type_metadata_2", b"swift5_protocols"}
KEPT = (b"swift5_repla", b"swift5_acc", b"swift5_run", b"swift5_tests")
CONFORMANCE, TYPEREF, CAPTURE = b"swift5_protocol_conformances", b"swift5_typeref", b"swift5_capture"
# Only a mirror asks for it: without, it shows what a value of the standard library is made of.
REFLECTABLE = b"$ss17CustomReflectableMp"
PRINTABLE = re.compile(rb"[\x20-\x7e]+")
IDENTIFIER = re.compile(rb"(?:0[A-Za-z]*)?([0-9]+)")
STANDARD = re.compile(rb"S(?:c[A-Za-z]|[A-Za-z])")
# What stands behind the name of a type or a protocol: its kind, behind what tells private and local ones apart.
KIND = re.compile(rb"(?:[0-9]+_[0-9A-F]+LL|L[0-9_]*|L[A-Za-z])?(?:[VCOPa]|_p)")
# What stands behind a protocol where a member of it is meant, as in "the Index of a Collection": the next member, or the end of the path. `in letters`: where
# the protocol is written out, and not a pointer.
MEMBER = re.compile(rb"_?[0-9]|_?(?:A[A-Za-z]+)?Q[zZyY_]")
MEMBER_IN_LETTERS = re.compile(rb"(?:_[0-9A][0-9A-Za-z]*)?Q[zZyY_]")
TYPE, PROTOCOL, SOURCE, CONTEXT, POINTER = "type", "protocol", "conformance", "context", "pointer"


class Program:
    """All objects, and what of them is reached.

    A node is a piece of a section: (object, section, piece). A place is (object, section, offset). Beside what is reached there is what is asked for: the runtime
    looks for the record that a type conforms to a protocol only where the program has a question, which a protocol's mention in the description of another is not.
    """

    def __init__(self, objects, without=None):
        """`without`: a pattern; objects whose paths it matches are taken to be absent."""
        self.absent = {o for o, item in enumerate(objects) if without and re.search(without, item.name)}
        for item in objects: item.is_reached = False
        self.objects, self.definitions, self.spelled = objects, {}, {}
        for o, item in enumerate(objects):
            for name, info, index, value, _ in item.symbols:
                if index and info >> 4 and name:
                    self.definitions.setdefault(name, []).append((o, index, value, info >> 4))
                if index and DESCRIPTOR.match(name):
                    for word in self.words(DESCRIPTOR.match(name)[1])[-1:]: self.spelled.setdefault(word, set()).add((o, index, value))
        # Of several weak definitions the linker takes the first that it meets; what archives have, it meets in an order of its own.
        for name, found in self.definitions.items():
            if len(found) == 1: continue
            strong = [d[:3] for d in found if d[3] == 1]
            own = [d[:3] for d in found if not objects[d[0]].is_archived]
            self.definitions[name] = strong or own[:1] or [d[:3] for d in found]
        self.definitions = {name: [d[:3] for d in found] for name, found in self.definitions.items()}
        # Each object that uses such a function has one, and the linker takes that of an object that it reads: those of objects that nobody reaches do not count.
        self.copies, self.wanted = {}, set()
        for name, found in self.definitions.items():
            for definition in found if len(found) > 1 else (): self.copies.setdefault(definition[0], []).append((name, definition))
        self.reached, self.work, self.waiting = set(), [], []
        # Nodes that are asked for; descriptions of types that a name spells; conformances whose records are kept; what nodes describe.
        self.asked, self.named, self.recorded, self.kinds = set(), set(), set(), {}

    @staticmethod
    def words(text):
        """Identifiers of a mangled name, and the two letters of the standard library's own types."""
        return [word for word, _, _ in Program.identifiers(text)]

    @staticmethod
    def identifiers(text):
        """(identifier or two letters of the standard library, where it ends, whether letters in it stand for words that came before)."""
        i = 0
        while i < len(text):
            part = IDENTIFIER.match(text, i)
            if part:
                # "04makeB0": a 0, letters for words that came before, then a length.
                end = part.end() + int(part[1] or 0)
                yield text[part.end():end], end, part[0][:1] == b"0"
                i = end
                continue
            standard = STANDARD.match(text, i)
            if standard: yield standard[0], standard.end(), None
            i += 1

    @staticmethod
    def types(text):
        """Those words of a mangled name that can name a type or a protocol, and not a member ("5IndexSlQz" is the `Index` of a Collection)."""
        for word, end, is_short in Program.identifiers(text):
            if not MEMBER_IN_LETTERS.match(text, end) if is_short is None else is_short or KIND.match(text, end): yield word

    def node(self, place):
        o, index, offset = place
        return o, index, self.objects[o].piece(index, offset)

    def kind(self, node):
        """What a piece describes, None where it is something else."""
        if node not in self.kinds:
            found = None
            for name in self.objects[node[0]].names_at(*node[1:]):
                if name.startswith(b"got.$s"): found = POINTER
                elif name.startswith(b"$s"):
                    found = {b"Mn": TYPE, b"Mp": PROTOCOL, b"Mc": SOURCE}.get(name[-2:]) or (CONTEXT if name[-3:-1] == b"MX" else None)
                if found: break
            self.kinds[node] = found
        return self.kinds[node]

    def reach(self, place):
        node = self.node(place)
        if node[0] not in self.absent and node not in self.reached:
            self.reached.add(node)
            self.work.append(node)

    def ask(self, node):
        if node in self.asked: return
        self.asked.add(node)
        if self.kind(node) == POINTER:
            for _, target, _ in self.pointers(node): self.ask(self.node(target))

    def is_question(self, source, target, exact, offset):
        """Whether a pointer at `offset` of a piece asks for the type or protocol to which it leads, rather than that it takes part in a description.
        `exact`: where it leads, to the byte."""
        o, index, piece = source
        item, of, to = self.objects[o], self.kind(source), self.kind(target)
        name = item.names[index]
        if name == CONFORMANCE or name in NAMED or of in (PROTOCOL, CONTEXT, POINTER): return False
        # What a generic type requires is looked up where a name spells the type.
        if of == TYPE: return to != TYPE and source in self.named
        # A conformance names its protocol and its type first, and then what it requires, which is looked up where the conformance is.
        if of == SOURCE: return offset >= 8 and source in self.recorded
        if to == PROTOCOL and item.sections[index][2] & EXEC: return exact[1:] in self.objects[exact[0]].protocols
        if name == TYPEREF and to != TYPE:
            begin, end = item.extent(index, piece)
            at = item.start + item.sections[index][4]
            return not MEMBER.match(bytes(item.data[at + begin + offset + 4:at + end]))
        return True

    def meet(self, source, target, exact, offset):
        """Follows a pointer."""
        node = self.node(target)
        if self.kind(node) in (TYPE, PROTOCOL, POINTER) and self.is_question(source, node, exact, offset):
            self.ask(node)
            if self.kind(node) == TYPE and self.objects[source[0]].names[source[1]] == TYPEREF and node not in self.named:
                self.named.add(node)
                self.follow_pointers(node)
        self.reach(target)

    def targets(self, o, source, symbol, addend, kind):
        """Where a relocation leads: places, none outside of the objects."""
        item = self.objects[o]
        name, info, index, value, _ = item.symbols[symbol]
        is_code = item.sections[source][2] & EXEC
        if index and info & 15 == 3:
            # Of a section as such: on x86-64 an instruction's distance counts from its end, behind which constants may stand.
            more = (0,)
            if is_code: more = (4, 5, 6, 8) if item.bias and kind in (2, 4) else (0, 4, 5, 8) if item.bias else (-4, 0)
            # What code refers to may be a type's metadata, and what destroys and copies values of the type stands before that.
            if is_code and item.bias and 0 not in more and item.names[index].startswith(b".data") and not item.names_at(index, item.piece(index, addend + 4)):
                more = (0, *more)
            return [(o, index, max(0, addend + n)) for n in more]
        if info >> 4 and name in self.definitions:
            found = self.definitions[name]
            if len(found) == 1: return found
            self.wanted.add(name)
            return [d for d in found if d[0] == o or self.objects[d[0]].is_reached] or found
        return [(o, index, value)] if index else []

    def pointers(self, node):
        """(offset in the piece, place, the place to the byte) of what a piece points to, without what only mirrors and debuggers read."""
        o, index, piece = node
        item = self.objects[o]
        begin, end = item.extent(index, piece)
        for offset, symbol, addend, kind in item.references(index).get(piece, ()):
            if item.is_table_of_types and item.is_foreign_type(symbol) or item.is_left_out(index, piece, offset): continue
            exact = 0 if item.symbols[symbol][1] & 15 == 3 else addend + (item.bias if item.sections[index][2] & EXEC else 0)
            for target in self.targets(o, index, symbol, addend, kind):
                if self.objects[target[0]].names[target[1]] == CAPTURE or self.specialization(node, target): continue
                yield offset - begin, target, (target[0], target[1], target[2] + exact)
        if index in item.pieces and item.names[index] == b".rodata":
            # The assembler has put in distances within a section by itself.
            for offset in range((begin + 3) & ~3, end - 3, 4):
                for target in self.inner(o, index, offset): yield offset - begin, target, target

    def follow_pointers(self, node):
        for offset, target, exact in self.pointers(node): self.meet(node, target, exact, offset)

    def add_roots(self, o):
        item = self.objects[o]
        item.is_reached = True
        for name, definition in self.copies.get(o, ()):
            if name in self.wanted: self.reach(definition)
        for i, section in enumerate(item.sections):
            name = item.names[i]
            if section[1] in (INIT_ARRAY, FINI_ARRAY) or name.startswith((b".init", b".fini", b".ctors", b".dtors")): self.reach((o, i, 0))
            elif name == CONFORMANCE or name in NAMED:
                if section[5]: self.waiting.append((o, i))
            elif section[2] & RETAIN and name.startswith(KEPT): self.reach((o, i, 0))
            elif section[2] & RETAIN and not item.is_swift: self.reach((o, i, 0))

    def follow(self):
        while self.work:
            node = self.work.pop()
            o, index, piece = node
            item = self.objects[o]
            if not item.is_reached: self.add_roots(o)
            self.follow_pointers(node)
            if index in item.pieces and item.names[index] == TYPEREF:
                begin, end = item.extent(index, piece)
                at = item.start + item.sections[index][4]
                for run in PRINTABLE.findall(bytes(item.data[at + begin:at + end])):
                    for word in self.types(run):
                        for target in self.spelled.get(word, ()): self.meet(node, target, target, 0)

    def inner(self, o, index, offset):
        item = self.objects[o]
        to = offset + struct.unpack_from("<i", item.data, item.start + item.sections[index][4] + offset)[0]
        starts = item.pieces.get(index, ())
        for place in (to, to & ~1):
            i = bisect.bisect_left(starts, place)
            if to != offset and i < len(starts) and starts[i] == place: return [(o, index, place)]
        return []

    def pointees(self, o, index, offset):
        """What the relative pointer at `offset` leads to, indirections followed; None where it is not of these objects."""
        item = self.objects[o]
        piece = item.piece(index, offset)
        found = [t for at, symbol, addend, kind in item.references(index).get(piece, ()) if at == offset for t in self.targets(o, index, symbol, addend, kind)]
        found = found or self.inner(o, index, offset)
        if not found: return None
        result = []
        for target in found:
            to, section, place = target
            if self.objects[to].names[section].startswith((b".data", b".got")):
                entries = [e for e in self.objects[to].references(section).get(self.objects[to].piece(section, place), ()) if e[0] == place]
                ends = [t for _, symbol, addend, kind in entries for t in self.targets(to, section, symbol, addend, kind)]
                if not ends: return None
                result += ends
            else: result.append(target)
        return result

    def is_any(self, places, nodes):
        return places is None or any(self.node(place) in nodes for place in places)

    def is_asked_for(self, o, index):
        """Whether a record that waits is one that the program can ask for."""
        described = self.pointees(o, index, 0)
        if described is None: return True
        if self.objects[o].names[index] != CONFORMANCE: return self.is_any(described, self.reached)
        for to, section, place in described:
            protocols, types = self.pointees(to, section, place), self.pointees(to, section, place + 4)
            if self.objects[o].is_archived and protocols and any(protocol in self.definitions.get(REFLECTABLE, ()) for protocol in protocols): continue
            if self.is_any(protocols, self.asked) and self.is_any(types, self.asked): return True
        return False

    def specialization(self, node, target):
        """b"Mf" or b"Mb" where a generic type's description points to one of its specialisations that the library has made beforehand, by data or by a function."""
        o, index, piece = node
        if not self.objects[o].is_archived or (index, piece) not in self.objects[o].descriptors: return b""
        return next((name[-2:] for name in self.objects[target[0]].names_at(*self.node(target)[1:]) if name.endswith((b"Mf", b"Mb"))), b"")

    def specializations(self, node):
        """The lists of these of a description: (place of the relocation in the file, symbol, addend, places) of each."""
        o, index, piece = node
        item, lists, last = self.objects[o], [], None
        for at, offset, symbol, addend, kind in item.entries(index):
            if item.piece(index, offset) != piece: continue
            places = self.targets(o, index, symbol, addend, kind)
            what = next(filter(None, (self.specialization(node, place) for place in places)), b"")
            if not what: continue
            if last != (offset - 4, what): lists.append([])
            lists[-1].append((at, symbol, addend, places))
            last = (offset, what)
        return lists

    def described(self):
        """The descriptions of generic types of archives that are reached."""
        return [node for node in self.reached if self.objects[node[0]].is_archived and node[1:] in self.objects[node[0]].descriptors]

    def keep_specializations(self):
        """The runtime reads whole lists of specialisations, and an empty one has no place in them: reaches one of each list of which nothing is. Whether there was any."""
        empty = [found for node in self.described() for found in self.specializations(node) if not any(self.is_any(entry[3], self.reached) for entry in found)]
        for found in empty:
            for place in found[0][3]: self.reach(place)
        self.follow()
        return bool(empty)

    def run(self, roots):
        for name in roots:
            for place in self.definitions.get(name, ()): self.reach(place)
        for o, item in enumerate(self.objects):
            if not item.is_archived and o not in self.absent: self.add_roots(o)
        self.follow()
        while True:
            ready = [record for record in self.waiting if self.is_asked_for(*record)]
            if not ready and not self.keep_specializations(): break
            done = set(ready)
            self.waiting = [record for record in self.waiting if record not in done]
            for o, index in ready:
                for place in self.pointees(o, index, 0) or () if self.objects[o].names[index] == CONFORMANCE else ():
                    self.recorded.add(self.node(place))
                    # Its requirements have become questions.
                    if self.node(place) in self.reached: self.follow_pointers(self.node(place))
                self.reach((o, index, 0))
            self.follow()

    def size(self):
        """Bytes of the file that are reached."""
        total = 0
        for o, index, piece in self.reached:
            _, kind, flags, *_ = self.objects[o].sections[index]
            begin, end = self.objects[o].extent(index, piece)
            if flags & ALLOC and kind != NOBITS: total += end - begin
        return total

    def patch(self):
        """Changes the objects so that the linker drops the rest; how many records of each kind go."""
        dropped = {}
        for o, item in enumerate(self.objects):
            for i, section in enumerate(item.sections):
                name, flags = item.names[i], section[2]
                if name == b"swift5_backtrace" and not any(item.data[item.start + section[4]:item.start + section[4] + section[5]]):
                    # Settings of the crash reporter: zeros need no room in the file.
                    struct.pack_into("<I", item.data, item.headers + 64 * i + 4, NOBITS)
                if item.is_archived and not item.is_reached and section[1] in (INIT_ARRAY, FINI_ARRAY):
                    # The linker takes a part of an archive for a name that something unreached mentions; what starts and ends it would keep all of it.
                    item.set_flags(i, flags | EXCLUDE)
                    continue
                if name == b".eh_frame" or (section[1] == RELA and item.names[section[7]] == b".eh_frame"):
                    # Nothing of Swift or C is unwound.
                    item.set_flags(i, flags | EXCLUDE)
                    continue
                if not item.is_swift or not flags & RETAIN or section[5] == 0: continue
                is_record = name == CONFORMANCE or name in NAMED
                if (o, i, 0) in self.reached and (is_record or name.startswith(KEPT)): continue
                item.set_flags(i, flags & ~RETAIN)
                if is_record: dropped[name] = dropped.get(name, 0) + 1
            if not item.is_swift: continue
            if item.is_table_of_types: self.forget_types(item)
            item.name_the_nameless()
        for node in self.described(): self.forget_specializations(node)
        for o, item in enumerate(self.objects):
            if not item.is_swift: continue
            for index in {*item.pieces, *item.field_pointers_all()}:
                for at, offset, *_ in list(item.entries(index)):
                    # R_…_NONE is 0 on every machine.
                    piece = item.piece(index, offset)
                    if (o, index, piece) not in self.reached or item.is_left_out(index, piece, offset): struct.pack_into("<Q", item.data, at + 8, 0)
        return dropped

    def forget_specializations(self, node):
        """Has the entries of lists that nobody reaches lead to one that is: the runtime finds it twice, which changes nothing."""
        item = self.objects[node[0]]
        for found in self.specializations(node):
            kept = next(entry for entry in found if self.is_any(entry[3], self.reached))
            kind = struct.unpack_from("<Q", item.data, kept[0] + 8)[0] & 0xFFFFFFFF
            for at, _, _, places in found:
                if not self.is_any(places, self.reached): struct.pack_into("<Qq", item.data, at + 8, kept[1] << 32 | kind, kept[2])

    def forget_types(self, item):
        """Makes the table's types that nobody reaches absent: symbols of names that nobody defines, weak, so null."""
        for i, (name, info, index, _, _) in enumerate(item.symbols):
            if item.is_foreign_type(i) and not self.is_any(self.definitions.get(name), self.reached):
                at = item.symbol_table + 24 * i
                struct.pack_into("<IB", item.data, at, struct.unpack_from("<I", item.data, at)[0] + 1, 2 << 4)
