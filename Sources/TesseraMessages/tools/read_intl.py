#!/usr/bin/env python3
"""Runs read_intl.mjs for all locales of Babel: read_intl.py BABEL-FOLDER -o reference.json

Each process of Node reads a few locales, since some locales crash it while it divides dates into parts. Those are read again without dates.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).with_name("read_intl.mjs")


def read(locales, with_dates=True):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(locales))
        file.flush()
        environment = dict(os.environ, WITH_DATES="1" if with_dates else "")
        result = subprocess.run(["node", str(SCRIPT), file.name], capture_output=True, env=environment)
    return json.loads(result.stdout) if result.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("babel", type=Path)
    parser.add_argument("-o", dest="output", type=Path, required=True)
    options = parser.parse_args()
    sys.path.insert(0, str(options.babel))
    from babel import localedata
    names = [name.replace("_", "-") for name in sorted(localedata.locale_identifiers()) if name != "root"]
    result, chunk = {}, 24
    for start in range(0, len(names), chunk):
        part = read(names[start:start + chunk])
        if part is None:
            part = {}
            for name in names[start:start + chunk]:
                part.update(read([name]) or read([name], with_dates=False) or {})
        result.update(part)
    options.output.write_text(json.dumps(result))


if __name__ == "__main__":
    main()
