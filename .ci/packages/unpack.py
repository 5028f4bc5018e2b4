"""Verifies an OCI image layout and unpacks its layers: unpack.py LAYOUT FOLDER"""
import gzip
import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path

layout, folder = Path(sys.argv[1]), Path(sys.argv[2])


def blob(descriptor):
    """Returns the bytes of a descriptor; ends the program if they have another size or digest."""
    kind, _, digest = descriptor["digest"].partition(":")
    data = (layout / "blobs" / kind / digest).read_bytes()
    if len(data) != descriptor["size"] or hashlib.new(kind, data).hexdigest() != digest:
        sys.exit(f"error: {layout}: blob {digest} is not what its descriptor says")
    return data


def require(condition, what):
    if not condition:
        sys.exit(f"error: {layout}: {what}")


require(json.loads((layout / "oci-layout").read_text())["imageLayoutVersion"] == "1.0.0", "oci-layout has no version 1.0.0")
index = json.loads((layout / "index.json").read_text())
require(index["schemaVersion"] == 2 and len(index["manifests"]) == 1, "index.json has not one manifest of schema 2")
manifest = json.loads(blob(index["manifests"][0]))
config = json.loads(blob(manifest["config"]))
require(len(config["rootfs"]["diff_ids"]) == len(manifest["layers"]), "the configuration has not one diff_id a layer")
for descriptor, digest in zip(manifest["layers"], config["rootfs"]["diff_ids"]):
    tar = gzip.decompress(blob(descriptor))
    require("sha256:" + hashlib.sha256(tar).hexdigest() == digest, "the diff_id of a layer is wrong")
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        archive.extractall(folder)
program = config["config"]["Entrypoint"][0]
require((folder / program.lstrip("/")).is_file(), f"the entry point {program} is not in the image")
print(f"packages: the image has {sum(one['size'] for one in manifest['layers'])} bytes in layers")
