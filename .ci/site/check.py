"""Verifies the pages: links, anchors and pictures lead somewhere, ids are unique, and nothing is loaded from elsewhere."""
import posixpath
from difflib import get_close_matches
from html.parser import HTMLParser
from urllib.parse import unquote


class PageReader(HTMLParser):
    """Collects the ids of a page, its addresses, and faults that need no other page."""

    def __init__(self):
        super().__init__()
        self.ids, self.addresses, self.faults = set(), [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            if values["id"] in self.ids:
                self.faults.append(f"two elements have the id '{values['id']}'")
            self.ids.add(values["id"])
        if tag == "img" and not values.get("alt"):
            self.faults.append(f"the picture '{values.get('src')}' has no description")
        for name in ("href", "src"):
            if name in values:
                self.addresses.append((values[name] or "", tag != "a"))


def nearest(word, words):
    found = get_close_matches(word, words, 1, 0.5)
    return f"; the nearest is '{found[0]}'" if found else ""


def faults_of(site):
    """Returns one line for each fault, with file and line of the source if the link is from a document."""
    readers, faults, reported = {}, [], set()
    for address, html in site.html.items():
        readers[address] = PageReader()
        readers[address].feed(html)
    files = set(site.html) | set(site.copies) | set(site.assets) | set(site.generated)

    def fault_of(target, fragment):
        if target not in files and not site.has_reference(target):
            return f"no file '{target}'" + nearest(target, files)
        if fragment and target in readers and fragment not in readers[target].ids:
            return f"{site.source_of(target)} has no heading with the anchor '#{fragment}'" + nearest(f"#{fragment}", [f"#{one}" for one in readers[target].ids])
        return None

    for address, document in site.documents.items():
        for link in document.links:
            if not link.path:
                continue
            target = site.address_of(link.path)
            if not site.exists(link.path):
                fault = f"no file '{link.path}'" + nearest(link.path, site.sources())
            else:
                fault = fault_of(target, link.fragment)
            if fault:
                faults.append(f"{document.source}:{link.line}: link '{link.typed}': {fault}")
                reported.add((address, target, link.fragment))

    for address, reader in readers.items():
        where = site.source_of(address)
        faults += [f"{where}: {fault}" for fault in reader.faults]
        for typed, is_loaded in reader.addresses:
            if "://" in typed or typed.startswith(("mailto:", "data:")):
                if is_loaded:
                    faults.append(f"{where}: '{typed}' is loaded from elsewhere")
                continue
            path, _, fragment = unquote(typed).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(address), path)) if path else address
            fault = fault_of(target, fragment)
            if fault and (address, target, fragment) not in reported:
                faults.append(f"{where}: link '{typed}': {fault}")
    return faults
