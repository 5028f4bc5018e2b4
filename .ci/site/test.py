"""Tests of the site's generator, on small checkouts of their own: /usr/bin/python3 .ci/site/test.py"""
import os
import posixpath
import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
try:
    from check import faults_of
    from contents import node_rows
    from document import Reader, anchor_of
    from highlight import highlight, language_of
    from nodes import NodePages, samples_of
    from pages import Site
except ImportError as error:
    print(f"site: not run: no Python module {error.name} (Debian: python3-markdown-it, python3-pygments)", file=sys.stderr)
    sys.exit(0 if os.environ.get("CI_COUNTS_NOT_RUN") else 1)

README = "# Panel\n\nA panel.\n\n## Documentation\n\n| Learn | |\n| --- | --- |\n| [first](docs/first.md) | one |\n| **Extend** | |\n| [second](docs/second.md) | two |\n"
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 40, 30)


def site_of(files):
    """Returns the built site of a checkout with these files, besides a README and two pages."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {"README.md": README, "docs/first.md": "# First\n", "docs/second.md": "# Second\n", **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
        for path in ("CHANGELOG.md", "CONTRIBUTING.md"):
            (root / path).write_text(f"# {path}\n")
        site = Site(root)
        site.build(str(root / "no-tool"))
        site.faults = faults_of(site)
        return site


class LinkTests(unittest.TestCase):
    def fault(self, text, **files):
        site = site_of({"docs/first.md": text, **files})
        self.assertEqual(len(site.faults), 1, site.faults)
        return site.faults[0]

    def test_links_anchors_and_pictures_that_exist_are_no_faults(self):
        text = '# First\n\n## A part\n\n[1](#a-part) [2](second.md#second) [3](../README.md) ![a picture](images/x.png) <a id="own"></a> [4](#own)\n'
        self.assertEqual(site_of({"docs/first.md": text, "docs/images/x.png": PNG}).faults, [])

    def test_missing_page_is_named_with_its_line_and_the_nearest(self):
        fault = self.fault("# First\n\nSee\n[this](secnd.md).\n")
        self.assertEqual(fault, "docs/first.md:4: link 'secnd.md': no file 'docs/secnd.md'; the nearest is 'docs/second.md'")

    def test_missing_anchor_is_named_with_the_nearest(self):
        fault = self.fault("# First\n\n## A part\n\n[this](#a-prat)\n")
        self.assertEqual(fault, "docs/first.md:5: link '#a-prat': docs/first.md has no heading with the anchor '#a-prat'; the nearest is '#a-part'")

    def test_missing_picture_is_a_fault(self):
        self.assertIn("no file 'docs/images/x.png'", self.fault("# First\n\n![a picture](images/x.png)\n"))

    def test_link_out_of_the_checkout_is_a_fault(self):
        self.assertIn("no file '../../x.md'", self.fault("# First\n\n[x](../../../x.md)\n"))

    def test_picture_without_a_description_is_a_fault(self):
        site = site_of({"docs/first.md": "# First\n\n![](images/x.png)\n", "docs/images/x.png": PNG})
        self.assertEqual(site.faults, ["docs/first.md: the picture 'images/x.png' has no description"])

    def test_picture_from_elsewhere_is_a_fault(self):
        self.assertIn("is loaded from elsewhere", self.fault("# First\n\n![a picture](https://example.org/x.png)\n"))


class PageTests(unittest.TestCase):
    def test_contents_follow_the_tables_of_the_readme(self):
        site = site_of({"docs/third.md": "# Third\n"})
        self.assertEqual(site.order[:3], ["index.html", "docs/first.html", "docs/second.html"])
        self.assertIn("docs/third.html", site.order)
        self.assertIn('rel="next" href="second.html"', site.html["docs/first.html"])

    def test_scene_that_is_linked_has_a_page(self):
        site = site_of({"docs/first.md": "# First\n\n[x](x.yaml)\n", "docs/x.yaml": "# A scene.\ntessera: 1\n"})
        self.assertEqual(site.faults, [])
        self.assertIn("A scene.", site.html["docs/x.yaml.html"])

    def test_pictures_have_their_size(self):
        site = site_of({"docs/first.md": "# First\n\n![a picture](x.png)\n", "docs/x.png": PNG})
        self.assertIn('width="40" height="30"', site.html["docs/first.html"])
        self.assertEqual(site.copies, {"docs/x.png": "docs/x.png"})

    def test_search_finds_sections(self):
        site = site_of({"docs/first.md": "# First\n\n## A part\n\nWith `words`.\n"})
        self.assertIn('["A part","a-part","With words."]', site.search_index())


class DocumentTests(unittest.TestCase):
    def test_anchors_are_those_of_github(self):
        titles = ["Why has a box this size?", "`tessera nodes --json`", "A part", "A part", "Größe & Farbe", "x_y, z", "a-part-1"]
        taken = set()
        self.assertEqual(
            [anchor_of(title.replace("`", ""), taken) for title in titles],
            ["why-has-a-box-this-size", "tessera-nodes---json", "a-part", "a-part-1", "größe--farbe", "x_y-z", "a-part-1-1"])

    def test_links_have_the_line_of_the_source(self):
        text = "# A\n\none\ntwo [x](x.md)\n\n| a |\n| --- |\n| [y](y.md#z) |\n"
        document = Reader("docs/a.md", text, lambda path: posixpath.basename(path), lambda path: (0, 0)).read()
        self.assertEqual([(link.line, link.path, link.fragment) for link in document.links], [(4, "docs/x.md", ""), (8, "docs/y.md", "z")])

    def test_blocks_without_a_language_are_of_the_shell_if_they_begin_with_a_command(self):
        self.assertEqual(language_of("A=1 tessera run x.yaml\n", ""), "bash")
        self.assertEqual(language_of("x.yaml:3: error\n", ""), "")
        self.assertEqual(language_of("let x = 1\n", "swift fragment"), "swift")

    def test_code_is_escaped(self):
        self.assertEqual(highlight("a < b", ""), "a &lt; b")
        self.assertIn('<span class="k">await</span>', highlight("await f(a < b)", "swift"))

    def test_each_node_type_has_a_sample(self):
        text = "# T\n\n## text\n\n```yaml height=80\ntype: text\nsource: examples/a.png\n```\n\n```swift element\nText(\"a\")\n```\n\n## box\n\n```yaml height=40\ntype: box\n```\n"
        samples = samples_of(text)
        self.assertEqual((samples["text"].swift, samples["text"].height, samples["box"].swift), ('Text("a")', 80, ""))
        self.assertIn("    -\n      type: text\n      source: /r/docs/examples/a.png\n", samples["text"].scene("/r"))
        with self.assertRaisesRegex(SystemExit, "`icon` has no block"):
            samples_of("## icon\n\n```yaml\ntype: icon\n```\n")

        def pages(*names):
            class Types:
                types = [{"name": name} for name in names]
            return NodePages(None, Types, {}, {}, {}, samples)
        pages("box", "text")
        with self.assertRaisesRegex(SystemExit, "no section for the node type icon"):
            pages("box", "icon", "text")
        with self.assertRaisesRegex(SystemExit, "there is not: text"):
            pages("box")

    def test_node_types_in_readme_have_their_names_in_swift(self):
        table = "# T\n\n## Node types\n\n| name | in Swift | content |\n| --- | --- | --- |\n| `a`, `b` | %s | [x](docs/x.md) |\n"
        self.assertEqual(node_rows(table % "`ANode`, `BNode`"), {"a": ("ANode", ["docs/x.md"]), "b": ("BNode", ["docs/x.md"])})
        with self.assertRaisesRegex(SystemExit, "`and` of `b` is no name in Swift"):
            node_rows(table % "`ANode` and others")


if __name__ == "__main__":
    unittest.main()
