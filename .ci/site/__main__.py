"""The site of README.md and docs/: static pages that browsers open from the disk.

  /usr/bin/python3 .ci/site [--tool FILE] [--check]

Writes .build/site and verifies it; --check verifies without writing. The pages of node types are made from the tool's lists, the list of
Swift modules from the output of `make docs` in out/docs. Exit status: 0 all well, 1 a link, an anchor or a picture is missing.
"""
import argparse
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent

try:
    from check import faults_of
    from pages import Site
except ImportError as error:
    print(f"site: not run: no Python module {error.name} (Debian: python3-markdown-it, python3-pygments)", file=sys.stderr)
    sys.exit(0 if os.environ.get("CI_COUNTS_NOT_RUN") else 1)


def main():
    options = argparse.ArgumentParser(prog=".ci/site", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true", help="verify without writing")
    options.add_argument("--tool", default=str(ROOT / ".build/debug/tessera"), help="the tool that lists node types (default .build/debug/tessera)")
    arguments = options.parse_args()
    site = Site(ROOT)
    site.build(arguments.tool)
    faults = faults_of(site)
    for note in site.notes:
        print(f"site: {note}")
    if not arguments.check:
        site.write(ROOT / ".build/site")
        faults += site.draw(arguments.tool, ROOT / ".build/site")
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    if not arguments.check:
        print(f"Site: {ROOT / '.build/site/index.html'}")
    print(f"site: {len(site.html)} pages, {len(site.copies)} pictures, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
