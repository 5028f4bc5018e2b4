"""Pages of the node types, from the tool's lists of attributes, signals and style keys."""
import json
import posixpath
import re
import subprocess
from dataclasses import dataclass
from html import escape

from document import Document, Heading, plain

COMMON = "nodes/every-node.html"
INDEX = "nodes/index.html"
HOOK_FACTS = (
    ("FocusableType", "gets the focus"), ("GestureRecognizingType", "recognizes gestures"), ("HoverableType", "shows the mouse"),
    ("ScrollContainerType", "scrolls its subnodes"), ("TextInputType", "takes text input"))
PICTURE_WIDTH = 392


class NodeTypes:
    """The registry as `tessera nodes --json` prints it, and the keys of `style` from the schema."""

    def __init__(self, tool):
        self.types = json.loads(subprocess.run([tool, "nodes", "--json"], check=True, capture_output=True, text=True).stdout)
        schema = json.loads(subprocess.run([tool, "nodes", "--schema"], check=True, capture_output=True, text=True).stdout)
        self.style = {}
        for key, value in schema["$defs"]["style"]["properties"].items():
            self.style[key] = next((form["description"] for form in value.get("anyOf", [value]) if "description" in form), "")
        self.shared = set.intersection(*({signal["name"] for signal in node["signals"]} for node in self.types))

    def own_signals(self, node):
        return [signal for signal in node["signals"] if signal["name"] not in self.shared]


class Part:
    """Builds the body of a page with the headings that contents and search need."""

    def __init__(self, title, summary):
        self.document = Document("", title, summary)
        self.document.headings.append(Heading(1, "", title, [summary]))
        self.html = [f'<h1>{escape(title)}</h1>\n<p class="lead">{plain(summary)}</p>\n']

    def add(self, html):
        self.html.append(html)

    def section(self, title):
        anchor = title.lower().replace(" ", "-")
        self.document.headings.append(Heading(2, anchor, title))
        self.add(f'<h2 id="{anchor}">{escape(title)} <a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a></h2>\n')

    def items(self, prefix, items):
        """Adds (name, kind, help, default) as a list with an anchor each."""
        self.add('<dl class="attributes">\n')
        for name, kind, words, default in items:
            anchor = f"{prefix}-{name}"
            self.document.headings.append(Heading(3, anchor, name, [words]))
            ends = "" if default is None or default == "" else f' <span class="default">Default: <code>{escape(json.dumps(default, ensure_ascii=False))}</code></span>'
            kind = f' <span class="kind">{plain(kind)}</span>' if kind else ""
            self.add(f'<dt id="{anchor}"><a href="#{anchor}"><code>{escape(name)}</code></a>{kind}</dt>\n<dd>{plain(words)}{ends}</dd>\n')
        self.add("</dl>\n")

    def finish(self):
        self.document.html = "".join(self.html)
        return self.document


def attribute_rows(attributes):
    return [(one["name"], one["kind"], one["help"], one["default"]) for one in attributes]


def signal_rows(signals):
    return [(one["name"], one["payload"], one["help"], None) for one in signals]


SAMPLES = "docs/node-types.md"


@dataclass
class Sample:
    yaml: str
    swift: str  # empty if there is none
    height: int  # of its picture, logical units

    def scene(self, root):
        """Returns a scene of only this node, with the paths of files from `root`."""
        lines = "\n".join(f"      {line}" for line in self.yaml.replace("examples/", f"{root}/docs/examples/").splitlines())
        style = "{flexDirection: column, alignItems: stretch, padding: 16, flexGrow: 1}"
        return f"tessera: 1\nsize: [{PICTURE_WIDTH}, {self.height}]\nroot:\n  type: box\n  background: $ground\n  style: {style}\n  children:\n    -\n{lines}\n"


def samples_of(text):
    """Returns the samples of a document with a section for each node type: a block of YAML, and one of Swift."""
    samples = {}
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        name = section.split("\n")[0]
        yaml = re.search(r"^```yaml height=(\d+)\n(.*?)^```", section, re.M | re.S)
        swift = re.search(r"^```swift element\n(.*?)^```", section, re.M | re.S)
        if not yaml:
            raise SystemExit(f"error: {SAMPLES}: the section `{name}` has no block that begins with ```yaml height=NUMBER")
        samples[name] = Sample(yaml[2].rstrip(), swift[1].rstrip() if swift else "", int(yaml[1]))
    return samples


def users_of(name, scenes):
    return [path for path, text in scenes.items() if re.search(r"\btype: " + re.escape(name) + r"(?![\w-])", text)]


class NodePages:
    """`site` resolves paths of the repository and makes figures; `rows` has the Swift name and the guides of a type, `pictures` its pictures,
    `samples` its example."""

    def __init__(self, site, types, rows, pictures, scenes, samples):
        self.site, self.types, self.rows, self.pictures, self.scenes, self.samples = site, types, rows, pictures, scenes, samples
        names = {node["name"] for node in types.types}
        for wrong, fault in ((names - set(samples), "no section for the node type"), (set(samples) - names, "a section for a node type that there is not:")):
            if wrong:
                raise SystemExit(f"error: {SAMPLES}: {fault} {', '.join(sorted(wrong))}")
        unknown = set(pictures) - {node["name"] for node in types.types}
        if unknown:
            raise SystemExit(f"error: .ci/site/pictures.json: there is no node type {', '.join(sorted(unknown))}")

    def all(self):
        """Returns the documents by their addresses: the list, each type, and the attributes of every node."""
        pages = {INDEX: self.index()}
        for node in self.types.types:
            pages[f"nodes/{node['name']}.html"] = self.page(node)
        pages[COMMON] = self.common(self.types.types[0])
        return pages

    def index(self):
        part = Part("Node types", "The standard node types with their attributes, their signals and pictures from the tests.")
        part.add('<ul class="tiles">\n')
        for node in self.types.types:
            part.add(f'<li><a href="{node["name"]}.html"><code>{node["name"]}</code></a><p>{plain(node["summary"])}</p></li>\n')
        part.add(f'</ul>\n<p>All of them also have the <a href="{posixpath.basename(COMMON)}">attributes, signals and style keys of every node</a>.</p>\n')
        return part.finish()

    def page(self, node):
        name = node["name"]
        part = Part(name, node["summary"])
        self.facts(part, node)
        self.example(part, name)
        for picture in self.pictures.get(name, []):
            part.add(self.site.figure(f"nodes/{name}.html", picture["file"], picture["caption"]))
        if node["attributes"]:
            part.section("Attributes")
            part.items("attribute", attribute_rows(node["attributes"]))
        signals = self.types.own_signals(node)
        if signals:
            part.section("Signals")
            part.items("signal", signal_rows(signals))
        if node["traits"] or node["hooks"]:
            self.hooks(part, node)
        part.add(f'<p>It also has the <a href="{posixpath.basename(COMMON)}">attributes, signals and style keys of every node</a>.</p>\n')
        return part.finish()

    def facts(self, part, node):
        address = f"nodes/{node['name']}.html"
        swift, guides = self.rows.get(node["name"], (None, []))
        facts = [f"in Swift <code>{swift}</code>"] if swift else []
        facts.append(("takes children and items of data" if node["acceptsItems"] else "takes children") if node["acceptsChildren"] else "takes no children")
        facts += [words for hook, words in HOOK_FACTS if hook in node["hooks"]]
        facts.append(f"from <code>{node['plugin']['identifier']}</code> {node['plugin']['version']}")
        facts += [f'<a href="{self.site.link(address, path)}">guide: {posixpath.basename(path).removesuffix(".md")}</a>' for path in guides]
        part.add(f'<p class="facts">{" · ".join(facts)}</p>\n')

    def hooks(self, part, node):
        """Adds traits and hook protocols, for authors of node types."""
        page = self.site.link(f"nodes/{node['name']}.html", "docs/node-hooks.md")
        part.section("Traits and hooks")
        for title, names in (("traits", node["traits"]), ("hooks", node["hooks"])):
            if names:
                part.add(f"<p>{title}: {', '.join(f'<code>{name}</code>' for name in names)}</p>\n")
        part.add(f'<p><a href="{page}#protocols">Node hooks</a> describes them.</p>\n')

    def example(self, part, name):
        address, users, sample = f"nodes/{name}.html", users_of(name, self.scenes), self.samples[name]
        part.section("Example")
        part.add('<div class="pair">\n')
        for mode in ("light", "dark"):
            picture = f"nodes/pictures/{name}-{mode}.png"
            self.site.generated[picture] = (sample, mode)
            part.add(
                f'<figure><img src="pictures/{name}-{mode}.png" alt="The example in {mode} mode" width="{PICTURE_WIDTH}" height="{sample.height}" '
                f'loading="lazy"></figure>\n')
        part.add("</div>\n<div class=\"pair\">\n" + self.site.code(sample.yaml, "yaml"))
        if sample.swift:
            part.add(self.site.code(sample.swift, "swift"))
        part.add("</div>\n")
        if users:
            links = ", ".join(f'<a href="{self.site.link(address, path)}">{posixpath.basename(path)}</a>' for path in users)
            part.add(f"<p>Scenes with this type: {links}.</p>\n")

    def common(self, node):
        part = Part("Attributes of every node", "The attributes, signals and style keys that every node type has, and the values that a node passes on.")
        part.section("Attributes")
        part.items("attribute", attribute_rows(node["commonAttributes"]))
        part.section("Environment")
        part.add("<p>The node and all its descendants inherit these values.</p>\n")
        part.items("environment", attribute_rows(node["environmentKeys"]))
        part.section("Signals")
        part.items("signal", signal_rows(one for one in node["signals"] if one["name"] in self.types.shared))
        part.section("Style keys")
        part.items("style", [(key, "", words, None) for key, words in self.types.style.items()])
        return part.finish()
