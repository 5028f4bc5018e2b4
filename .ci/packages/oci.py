"""Makes an OCI image of the player: oci.py PLAYER VERSION FOLDER

Writes the image layout FOLDER/tessera-player-oci and the archive FOLDER/tessera-player-VERSION-oci.tar of it (`podman load -i`, `skopeo copy oci-archive:`).
One layer has the player, the libraries that it links, those that it opens for VNC viewers, keyboards, WebP and SVG, and the data of languages; no shell and
no package manager. Libraries and licences are those of this Debian machine. The same files give the same image. Exit status 1 if a library is missing or
the image is larger than LIMIT. Source: OCI Image Format Specification 1.1.
"""
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIMIT = 25_000_000  # bytes of the layout
OPENED = ["libvncserver.so.1", "libxkbcommon.so.0", "libwebp.so.7", "libwebpdemux.so.2", "libyuv.so.0", "libexpat.so.1"]
ARCHITECTURES = {"amd64": "amd64", "arm64": "arm64"}


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "PATH": os.environ["PATH"] + ":/sbin:/usr/sbin"}).stdout


class Layer:
    """Files of the layer, by their paths in the image: (mode, bytes)."""

    def __init__(self):
        self.files = {}

    def add(self, target, source, mode=0o644):
        self.files[target.lstrip("/")] = (mode, Path(source).read_bytes())

    def tar(self, time):
        """Returns the archive: folders before their files, all of root, with one time."""
        folders = sorted({str(parent) for name in self.files for parent in Path(name).parents if str(parent) != "."} | {"tmp", "run", "etc", "proc", "sys", "dev"})
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for name in folders:
                entry = tarfile.TarInfo(name)
                entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o1777 if name in ("tmp", "run") else 0o755, time
                archive.addfile(entry)
            for name, (mode, data) in sorted(self.files.items()):
                entry = tarfile.TarInfo(name)
                entry.mode, entry.mtime, entry.size = mode, time, len(data)
                archive.addfile(entry, io.BytesIO(data))
        return buffer.getvalue()


def library_paths(player):
    """Returns the paths of all libraries that the player needs, the loader among them."""
    known = dict(re.findall(r"^\s(\S+) .*=> (\S+)$", output("ldconfig", "-p"), re.M)[::-1])
    missing = [name for name in OPENED if name not in known]
    if missing:
        sys.exit(f"error: no library {', '.join(missing)}; .ci/deps packages installs it")
    found = set()
    for file in [player, *(known[name] for name in OPENED)]:
        text = output("ldd", file)
        if lost := re.findall(r"^\s(\S+) => not found", text, re.M):
            sys.exit(f"error: {file} needs {', '.join(lost)}, which is not on this machine")
        found |= set(re.findall(r"=> (/\S+)", text)) | set(re.findall(r"^\s(/\S+ld-linux\S+)", text, re.M))
    return sorted(found | {known[name] for name in OPENED})


def owner_of(path):
    """Returns the Debian package of a file; empty if it has none."""
    for name in (os.path.realpath(path), path, "/usr" + path):
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    return ""


def layer_of(player):
    layer, owners = Layer(), set()
    layer.add("usr/bin/tessera-player", player, 0o755)
    for path in library_paths(player):
        layer.add(path, path, 0o755)
        owners.add(owner_of(path))
    for file in Path("/usr/share/X11/xkb").rglob("*"):
        if file.is_file():
            layer.add(str(file), file)
    owners |= {"xkb-data"}
    layer.add("usr/share/tessera/locales.tld", ROOT / "Sources/TesseraMessages/Data/locales.tld")
    layer.add("usr/share/tessera/welcome.yaml", ROOT / ".ci/packages/welcome.yaml")
    layer.add("usr/share/doc/tessera/LICENSE", ROOT / "LICENSE")
    layer.add("usr/share/doc/tessera/OFL.txt", ROOT / "CRender/fonts/OFL.txt")
    layer.add("usr/share/doc/tessera/Unicode.txt", ROOT / "Sources/TesseraMessages/Data/LICENSE.txt")
    for owner in sorted(owners - {""}):
        licence = Path(f"/usr/share/doc/{owner}/copyright")
        if licence.exists():
            layer.add(str(licence), licence)
    return layer


class Layout:
    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "blobs/sha256").mkdir(parents=True)

    def blob(self, data, kind):
        """Stores bytes and returns their descriptor."""
        name = hashlib.sha256(data).hexdigest()
        (self.folder / "blobs/sha256" / name).write_bytes(data)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{name}", "size": len(data)}

    def document(self, name, value):
        (self.folder / name).write_text(json.dumps(value, separators=(",", ":")), encoding="utf-8")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    player, version, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))
    created = output("date", "-u", "-d", f"@{time}", "+%Y-%m-%dT%H:%M:%SZ").strip()
    tar = layer_of(player).tar(time)
    layout = Layout(out / "tessera-player-oci")
    layer = layout.blob(gzip.compress(tar, 9, mtime=0), "layer.v1.tar+gzip")
    architecture = ARCHITECTURES[output("dpkg", "--print-architecture").strip()]
    labels = {"org.opencontainers.image.title": "tessera-player", "org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "Apache-2.0"}
    config = layout.blob(json.dumps({
        "created": created, "architecture": architecture, "os": "linux",
        "config": {
            "User": "1000:1000", "Entrypoint": ["/usr/bin/tessera-player"],
            "Cmd": ["/usr/share/tessera/welcome.yaml", "--display", "fb", "--input", "evdev"],
            "Env": ["PATH=/usr/bin", "XDG_CACHE_HOME=/tmp"], "Labels": labels, "StopSignal": "SIGTERM"},
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(tar).hexdigest()]},
        "history": [{"created": created, "created_by": ".ci/packages/oci.py"}]}, separators=(",", ":")).encode(), "config.v1+json")
    manifest = layout.blob(json.dumps({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config, "layers": [layer],
        "annotations": labels}, separators=(",", ":")).encode(), "manifest.v1+json")
    manifest |= {"platform": {"architecture": architecture, "os": "linux"}, "annotations": {"org.opencontainers.image.ref.name": version}}
    layout.document("index.json", {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]})
    layout.document("oci-layout", {"imageLayoutVersion": "1.0.0"})
    archive = out / f"tessera-player-{version}-oci.tar"
    subprocess.run(["tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{time}", "-C", layout.folder, "-cf", archive, "."], check=True)
    size = archive.stat().st_size
    print(f"{archive}  {size} bytes, {len(tar)} unpacked")
    if size > LIMIT:
        sys.exit(f"error: the image has {size} bytes, more than {LIMIT}")


main()
