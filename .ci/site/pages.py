"""The pages of the site: documents, folders, scenes, node types and the list of Swift modules, and the contents over them."""
import json
import os
import posixpath
import shutil
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

from contents import Entry, Section, node_rows, sections_of
from document import Document, Heading, Reader, plain
from highlight import highlight
from nodes import COMMON, INDEX, SAMPLES, NodePages, NodeTypes, samples_of
from template import Template, relative

PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif")
ASSETS = ("site.css", "site.js", "tile.svg")
REFERENCE_PAGE, INDEX_SCRIPT = "reference.html", "search-index.js"


class Site:
    """All pages of a checkout in memory. An address is the path of a file in the site; its folders are those of the repository."""

    def __init__(self, root):
        self.root, self.reference = root, root / "out/docs"
        self.documents = {}  # address: Document
        self.copies = {}  # address: path in the repository
        self.generated = {}  # address of a picture: sample and mode, which the tool draws
        self.html = {}  # address: finished page
        self.notes = []  # parts that are left out
        self.order = []  # addresses, as in the contents
        self.assets = {*ASSETS, INDEX_SCRIPT}

    # Paths and addresses

    def exists(self, path):
        return (self.root / path).exists() and not path.startswith("..")

    def sources(self):
        """Returns the paths of the documents and pictures."""
        return [document.source for document in self.documents.values() if document.source] + list(self.copies.values())

    def source_of(self, address):
        document = self.documents.get(address)
        return document.source if document and document.source else address

    def has_reference(self, address):
        return address.startswith("documentation/") and (self.reference / address).exists()

    def address_of(self, path):
        """Returns the address of a path of the repository: of its page, or of the picture itself."""
        if path.endswith(".md"):
            folder, name = posixpath.split(path)
            return posixpath.join(folder, "index.html" if name == "README.md" else name[:-3] + ".html")
        if (self.root / path).is_dir():
            return posixpath.join(path, "index.html")
        return path if path.endswith(PICTURES) else path + ".html"

    def link(self, address, path):
        """Returns the address of a path as seen from the page at `address`, and makes its page if there is none."""
        target = self.address_of(path)
        if self.exists(path):
            self.add(path, target)
        return relative(address, target)

    def size_of(self, path):
        """Returns width and height of a PNG file, pixels; zeros for other files."""
        if not path.endswith(".png") or not (self.root / path).is_file():
            return 0, 0
        with open(self.root / path, "rb") as file:
            return struct.unpack(">II", file.read(24)[16:24])

    # Pages

    def add(self, path, address):
        if address in self.documents or address in self.copies:
            return
        if path.endswith(PICTURES):
            self.copies[address] = path
            return
        self.documents[address] = Document(path)  # so that pages that link to each other end
        if (self.root / path).is_dir():
            self.documents[address] = self.folder(path, address)
        elif path.endswith(".md"):
            text = (self.root / path).read_text(encoding="utf-8")
            self.documents[address] = Reader(path, text, lambda target: self.link(address, target), self.size_of).read()
        else:
            self.documents[address] = self.file(path)

    def file(self, path):
        """A text file as a page: scenes, scripts, the licence."""
        name, text = posixpath.basename(path), (self.root / path).read_text(encoding="utf-8")
        language = {".yaml": "yaml", ".sh": "bash", ".swift": "swift"}.get(posixpath.splitext(name)[1], "")
        document = Document(path, name, self.about(path), f"<h1>{escape(name)}</h1>\n" + self.code(text, language, "file"))
        document.headings.append(Heading(1, "", name, [self.about(path)]))
        return document

    def folder(self, path, address):
        """The pages of a folder: documents and scenes, each with its first line."""
        document, lines = Document(path, path), []
        for file in sorted((self.root / path).iterdir()):
            if file.suffix not in (".md", ".yaml", ".sh", ".events") or file.name.startswith("."):
                continue
            one = f"{path}/{file.name}"
            href = self.link(address, one)
            known = self.documents[self.address_of(one)]
            words = known.title if file.suffix == ".md" else file.name
            about = "" if file.suffix == ".md" else plain(known.summary)
            lines.append(f'<li><a href="{href}">{escape(words)}</a>{f"<p>{about}</p>" if about else ""}</li>\n')
        document.title = posixpath.basename(path).capitalize()
        document.summary = f"Files in {path}"
        document.headings.append(Heading(1, "", document.title, [document.summary]))
        document.html = f'<h1>{escape(document.title)}</h1>\n<ul class="files">\n{"".join(lines)}</ul>\n'
        return document

    def about(self, path):
        """Returns the comment that a text file begins with, as far as its first empty line; empty if it has none."""
        words = []
        for line in (self.root / path).read_text(encoding="utf-8").splitlines():
            if line.startswith("#!"):
                continue
            if not line.startswith("# "):
                break
            words.append(line[2:].strip())
        return " ".join(words)

    def code(self, text, language, kind=""):
        mark = f' class="{kind}"' if kind else ""
        return f'<pre{mark} tabindex="0"><code>{highlight(text, language)}</code></pre>\n'

    def figure(self, address, path, caption):
        if not self.exists(path):
            raise SystemExit(f"error: .ci/site/pictures.json: no file '{path}'")
        width, height = self.size_of(path)
        picture = f'<img src="{self.link(address, path)}" alt="{escape(caption)}" width="{width}" height="{height}" loading="lazy">'
        return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>\n"

    # The parts

    def add_documents(self):
        self.add("README.md", "index.html")
        found = list(self.root.glob("docs/*.md")) + list(self.root.glob("docs/*/*.md")) + [self.root / "CHANGELOG.md", self.root / "CONTRIBUTING.md"]
        for file in sorted(found):
            path = str(file.relative_to(self.root))
            self.add(path, self.address_of(path))

    def add_nodes(self, tool, readme):
        if not Path(tool).exists():
            self.notes.append(f"without the pages of node types: there is no {tool} (`make site` builds it)")
            return []
        pictures = json.loads((self.root / ".ci/site/pictures.json").read_text(encoding="utf-8"))
        scenes = {f"docs/examples/{file.name}": file.read_text(encoding="utf-8") for file in sorted((self.root / "docs/examples").glob("*.yaml"))}
        samples = samples_of((self.root / SAMPLES).read_text(encoding="utf-8"))
        pages = NodePages(self, NodeTypes(tool), node_rows(readme), pictures, scenes, samples).all()
        self.documents.update(pages)
        names = [address for address in pages if address not in (INDEX, COMMON)]
        return [Entry(INDEX, "Node types", [COMMON] + names)]

    def add_reference(self):
        """Adds the page of the Swift modules that `make docs` has built: DocC's pages need a server, hence the words on it."""
        folders = sorted(self.reference.glob("documentation/*/index.html"))
        if not folders:
            self.notes.append("without the Swift reference: `make docs` has not built it in out/docs")
            return []
        lines = []
        for folder in folders:
            name = folder.parent.name
            data = json.loads((self.reference / f"data/documentation/{name}.json").read_text(encoding="utf-8"))
            title = data["metadata"]["title"]
            about = "".join(part.get("text", part.get("code", "")) for part in data.get("abstract", []))
            lines.append(f'<li><a href="documentation/{name}/">{escape(title)}</a><p>{escape(about)}</p></li>\n')
        document = Document("", "Swift modules", "Reference of the public Swift modules, as DocC builds it.")
        document.headings.append(Heading(1, "", document.title, [document.summary]))
        server = self.code("python3 -m http.server --bind 127.0.0.1 --directory .build/site 8000", "bash")
        document.html = (
            f'<h1>{document.title}</h1>\n<p class="lead">{document.summary}</p>\n<p>Browsers load these pages only from a server. '
            f'Run this command in the checkout, then open <a href="http://localhost:8000/reference.html">localhost:8000</a>:</p>\n{server}'
            f'<ul class="tiles">\n{"".join(lines)}</ul>\n')
        self.documents[REFERENCE_PAGE] = document
        return [Entry(REFERENCE_PAGE, document.title)]

    def sections(self, readme, reference):
        """Returns the contents with addresses and titles: README's order, then the reference, then the pages that README does not list."""
        sections = [Section("Start", [Entry("index.html", "Overview")])]
        listed = {"index.html", COMMON}
        for section in sections_of(readme):
            entries = []
            for entry in section.entries:
                if not self.exists(entry.path):
                    continue  # the check reports the link
                address = self.address_of(entry.path)
                children = []
                if (self.root / entry.path).is_dir():
                    below = [one for one in self.documents if posixpath.dirname(one) == entry.path and one != address]
                    children = sorted(one for one in below if self.documents[one].source.endswith(".md"))
                entries.append(Entry(address, self.documents[address].title, children))
            sections.append(Section(section.title, entries))
        sections.append(Section("Reference", reference))
        for section in sections:
            for entry in section.entries:
                entry.children = [(child, self.documents[child].title) for child in entry.children]
                listed |= {entry.path, *(child for child, _ in entry.children)}
        rest = sorted(one for one, document in self.documents.items() if one not in listed and document.source.endswith(".md"))
        sections.append(Section("More", [Entry(one, self.documents[one].title) for one in rest]))
        return [section for section in sections if section.entries]

    def search_index(self):
        """Returns the script with title, address and sections of every page, which site.js reads, in the order of the contents."""
        pages, order = [], {address: number for number, address in enumerate(self.order)}
        for address, document in sorted(self.documents.items(), key=lambda item: (order.get(item[0], len(order)), item[0])):
            sections = [[one.title, one.anchor, " ".join(" ".join(one.text).split())] for one in document.headings]
            pages.append([document.title, address, sections])
        return "window.tesseraIndex = " + json.dumps(pages, ensure_ascii=False, separators=(",", ":")) + ";\n"

    def build(self, tool):
        readme = (self.root / "README.md").read_text(encoding="utf-8")
        self.add_documents()
        reference = self.add_nodes(tool, readme) + self.add_reference()
        template = Template(self.sections(readme, reference))
        self.order = template.order
        for address, document in self.documents.items():
            self.html[address] = template.page(address, document)

    def draw(self, tool, folder):
        """Draws the pictures of samples into the folder of the site, several at a time."""
        def one(address):
            sample, mode = self.generated[address]
            scene = folder / (address + ".yaml")
            scene.write_text(sample.scene(self.root), encoding="utf-8")
            theme = 'env.theme={"mode":"' + mode + '"}'
            result = subprocess.run([tool, "render", scene, "-o", folder / address, "--strict", "--set", theme], capture_output=True, text=True)
            scene.unlink()
            return f"{address}: {result.stderr.strip()}" if result.returncode else ""

        for address in self.generated:
            (folder / address).parent.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return [fault for fault in pool.map(one, self.generated) if fault]

    def write(self, folder):
        """Writes the site whole, in place of the one before."""
        shutil.rmtree(folder, ignore_errors=True)
        for address, text in {**self.html, INDEX_SCRIPT: self.search_index()}.items():
            (folder / address).parent.mkdir(parents=True, exist_ok=True)
            (folder / address).write_text(text, encoding="utf-8")
        for address, path in {**self.copies, **{name: f".ci/site/{name}" for name in ASSETS}}.items():
            (folder / address).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / path, folder / address)
        if REFERENCE_PAGE in self.html:
            # DocC's pages load their parts from the root of the server.
            for part in self.reference.iterdir():
                if not (folder / part.name).exists():
                    (folder / part.name).symlink_to(os.path.relpath(part, folder))
