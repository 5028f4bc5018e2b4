"""A Linux machine in QEMU with a screen and input devices that runs one program; for Tests/Qemu/run. Python 3, no other module."""

import gzip, json, os, re, shutil, subprocess, tempfile, time

CACHE = os.environ.get("TESSERA_QEMU_CACHE") or os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tessera-qemu")

# Where a program for ARM finds its libraries: what .ci/arm64-sdk made.
SYSROOT = os.environ.get("TESSERA_ARM64_SYSROOT") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../.build-arm64/sdk/debian-aarch64.artifactbundle/sysroot")

# What each screen is: QEMU's device, modules to load, more arguments for the kernel.
VESA = {"800x600-16": 0x314, "800x600-24": 0x315, "800x600-32": 0x343}


class Failure(Exception):
    """The machine, or the program in it, did not do what was expected."""


class Architecture:
    """What differs between the machines of an x86-64 program and of one for 64-bit ARM."""

    def __init__(self, binary):
        with open(binary, "rb") as file:
            self.is_arm = file.read(20)[18:20] == b"\xb7\x00"
        self.emulator = "qemu-system-aarch64" if self.is_arm else "qemu-system-x86_64"
        self.cache = f"{CACHE}/aarch64" if self.is_arm else CACHE
        self.screen = "virtio" if self.is_arm else "bochs"
        self.memory = int(os.environ.get("TESSERA_QEMU_MEMORY", "96" if self.is_arm else "128"))
        self.output = "hvc0" if self.is_arm else "ttyS1"
        self.modules = ["virtio_pci", "virtio_input", "evdev", *(["virtio_console"] if self.is_arm else [])]

    def missing(self):
        """What is not there, or None."""
        deps = "Tests/Qemu/deps" + (" aarch64" if self.is_arm else "")
        for program in [self.emulator, "cpio", "modprobe"]:
            if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin"):
                return f"{program} is not installed ({deps} installs it)"
        if not os.path.exists(f"{self.cache}/vmlinuz"):
            return f"there is no kernel in {self.cache} ({deps} puts one there)"
        return None

    def options(self, kernel_log, program_log):
        """QEMU's, and the kernel's."""
        if self.is_arm:
            return (["-machine", "virt,accel=tcg", "-cpu", "cortex-a53", "-serial", f"file:{kernel_log}", "-device", "virtio-serial-pci",
                     "-chardev", f"file,id=out,path={program_log}", "-device", "virtconsole,chardev=out"], "console=ttyAMA0")
        return (["-machine", "pc,accel=tcg,i8042=off", "-cpu", "qemu64,+rdrand", "-global", "PIIX4_PM.disable_s3=0", "-serial", f"file:{kernel_log}",
                 "-serial", f"file:{program_log}"], "tsc=reliable no_timer_check console=ttyS0")

    def libraries(self, binary, loaded):
        """Shared libraries that a program needs, and those that it loads by name where they are there: their paths, and (loader, its path in the machine)."""
        if self.is_arm:
            return self._arm_libraries(binary, loaded)
        shown = subprocess.run(["ldd", binary], capture_output=True, text=True).stdout
        known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
        paths = re.findall(r"=> (/\S+)", shown)
        for name in loaded:
            for path in re.findall(rf"{re.escape(name)} .*x86-64.* => (/\S+)", known)[:1]:
                paths += [path, *re.findall(r"=> (/\S+)", subprocess.run(["ldd", path], capture_output=True, text=True).stdout)]
        return paths, [(loader, loader) for loader in re.findall(r"^\s*(/\S*ld-linux\S*)", shown, re.M)]

    def _arm_libraries(self, binary, loaded):
        found = {}
        waiting = [binary, *(f"{SYSROOT}/usr/lib/aarch64-linux-gnu/{name}" for name in loaded)]
        while waiting:
            path = waiting.pop()
            if not os.path.exists(path):
                continue
            if path != binary:
                found[os.path.basename(path)] = path
            shown = subprocess.run(["readelf", "-dW", path], capture_output=True, text=True).stdout
            for name in re.findall(r"\(NEEDED\).*\[(.*)\]", shown):
                if name in found or name.startswith("ld-linux"):
                    continue
                places = [f"{SYSROOT}/usr/lib/{folder}/{name}" for folder in ["aarch64-linux-gnu", "."]]
                waiting += [place for place in places if os.path.exists(place)][:1]
        loader = "/lib/ld-linux-aarch64.so.1"
        places = [f"{SYSROOT}/usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1", f"{SYSROOT}/usr/lib/ld-linux-aarch64.so.1"]
        return list(found.values()), [(place, loader) for place in places if os.path.exists(place)][:1]


class Machine:
    """Boots, waits for the program's READY, and is a context manager: the machine ends with it."""

    def __init__(self, binary, arguments, files, screen=None, size=(800, 480), depth=32, memory=None, deadline=180, modules=(), before=""):
        self.kind = Architecture(binary)
        self.memory = memory or self.kind.memory
        self.size, self.deadline = size, time.monotonic() + deadline
        self.work = tempfile.mkdtemp(prefix="tessera-qemu-")
        self.program_log, self.kernel_log = f"{self.work}/program", f"{self.work}/kernel"
        self.seen = 0
        self.process = None
        try:
            self._boot(binary, arguments, files, screen or self.kind.screen, depth, modules, before)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.work, ignore_errors=True)

    # The initramfs: busybox, the modules in the order in which they are loaded, the program with its libraries, files.
    def _pack(self, binary, arguments, files, modules, before):
        root = f"{self.work}/root"
        for folder in ["bin", "dev", "proc", "sys", "tmp", "run", "modules", "app/lib"]:
            os.makedirs(f"{root}/{folder}")
        cache = self.kind.cache
        shutil.copy(f"{cache}/busybox", f"{root}/bin/busybox")
        program = f"{root}/app/{os.path.basename(binary)}"
        shutil.copy(binary, program)
        if not self.kind.is_arm:
            subprocess.run(["strip", program], check=True)
        # libxkbcommon is loaded when the first keyboard is found, libyuv with the first video frame.
        libraries, loaders = self.kind.libraries(binary, ["libxkbcommon.so.0", "libyuv.so.0"])
        for path in sorted(set(libraries)):
            shutil.copy(path, f"{root}/app/lib/")
        for loader, target in loaders:
            os.makedirs(root + os.path.dirname(target), exist_ok=True)
            shutil.copy(loader, root + target)
        for source, target in files:
            os.makedirs(os.path.dirname(root + target), exist_ok=True)
            if os.path.isdir(source):
                shutil.copytree(source, root + target, dirs_exist_ok=True)
            else:
                shutil.copy(source, root + target)
        version = os.listdir(f"{cache}/lib/modules")[0]
        order = []
        for module in [*self.kind.modules, *modules]:
            name, *parameters = module.split()
            shown = subprocess.run(
                ["modprobe", "-d", cache, "-S", version, "--show-depends", name], capture_output=True, text=True, check=True,
                env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}).stdout
            paths = re.findall(r"^insmod (\S+)", shown, re.M)
            for path in paths:
                base = os.path.basename(path)
                if not os.path.exists(f"{root}/modules/{base}"):
                    shutil.copy(path, f"{root}/modules/")
                    order.append(" ".join([base, *(parameters if path == paths[-1] else [])]))
        with open(f"{root}/modules/order", "w") as file:
            file.write("".join(line + "\n" for line in order))
        command = " ".join("'" + word.replace("'", "'\\''") + "'" for word in ["./" + os.path.basename(binary), *arguments])
        with open(f"{root}/init", "w") as file:
            file.write(f"""#!/bin/busybox sh
b=/bin/busybox
$b mount -t proc proc /proc; $b mount -t sysfs sys /sys; $b mount -t devtmpfs dev /dev
$b mount -t tmpfs tmp /tmp; $b mount -t tmpfs tmp /run
exec > /dev/console 2>&1
while read -r m p; do $b insmod /modules/$m $p || echo "init: module $m failed"; done < /modules/order
$b rm -rf /modules
$b stty -F /dev/{self.kind.output} raw -echo
cd /app; export HOME=/app PATH=/bin LANG=C.UTF-8 LD_LIBRARY_PATH=/app/lib
{before}
echo "init: $($b sed -n 's/^MemAvailable: *//p' /proc/meminfo) available"
{command} < /dev/null > /dev/{self.kind.output} 2>&1 &
echo $! > /run/pid
wait $!
echo "init: program ended with $?"
while :; do $b sleep 1000; done
""")
        os.chmod(f"{root}/init", 0o755)
        names = subprocess.run(["find", "."], cwd=root, capture_output=True, check=True).stdout
        archive = subprocess.run(
            ["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0"], cwd=root, input=names, capture_output=True, check=True).stdout
        self.initramfs_size = len(archive)
        with open(f"{self.work}/initrd", "wb") as file:
            file.write(gzip.compress(archive, 1))

    def _boot(self, binary, arguments, files, screen, depth, modules, before):
        width, height = self.size
        extra, append = [], ""
        if screen == "bochs":
            device, modules = f"VGA,edid=on,xres={width},yres={height}", ["bochs", *modules]
        elif screen == "virtio":
            device, modules = f"virtio-gpu-pci,edid=on,xres={width},yres={height}", ["virtio-gpu", *modules]
        elif screen == "virtio2":
            # QEMU plugs in the second output only for a viewer of its own: the kernel is told that it is there.
            device, modules = f"virtio-gpu-pci,id=gpu,max_outputs=2,edid=on,xres={width},yres={height}", ["virtio-gpu", *modules]
            append = f"video=Virtual-2:{width}x{height}e"
        elif screen == "cirrus":
            device, modules, append = "cirrus-vga", ["cirrus", *modules], f"video=VGA-1:{width}x{height}-{depth}"
        elif screen == "vesa":
            device, append = "VGA", f"vga={VESA[f'{width}x{height}-{depth}']}"
        else:
            raise ValueError(screen)
        self._pack(binary, arguments, files, modules, before)
        for name in [self.program_log, self.kernel_log]:
            open(name, "w").close()
        options, kernel = self.kind.options(self.kernel_log, self.program_log)
        self.process = subprocess.Popen(
            [self.kind.emulator, "-nodefaults", "-no-user-config", "-no-reboot", *options, "-smp", "1", "-m", str(self.memory), "-display", "none",
             "-device", device, "-device", "virtio-keyboard-pci", "-device", "virtio-tablet-pci", *extra, "-kernel", f"{self.kind.cache}/vmlinuz", "-initrd",
             f"{self.work}/initrd", "-append",
             f"{kernel} panic=-1 quiet loglevel=4 vt.global_cursor_default=0 consoleblank=0 nokaslr rootfstype=ramfs {append}", "-qmp", "stdio"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.command("qmp_capabilities")

    # MARK: Talking to QEMU

    def command(self, name, **arguments):
        self.process.stdin.write(json.dumps({"execute": name, "arguments": arguments}) + "\n")
        self.process.stdin.flush()
        said = ""
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Failure(f"QEMU has ended: {said.strip()}")
            if not line.startswith("{"):
                said += line  # a warning, or why it ends
                continue
            answer = json.loads(line)
            if "error" in answer:
                raise Failure(f"QEMU refuses {name}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def screen(self, head=None):
        """The screen, or that of an output, as (width, height, bytes R G B)."""
        path = f"{self.work}/screen.ppm"
        self.command("screendump", filename=path, format="ppm", **({} if head is None else {"device": "gpu", "head": head}))
        return read_ppm(path)

    def send(self, *events):
        self.command("input-send-event", events=list(events))
        time.sleep(0.03)

    def move(self, x, y):
        """Moves the tablet to a point of the screen, pixels."""
        self.send(*({"type": "abs", "data": {"axis": axis, "value": min(32767, int((at + 0.5) / side * 32768))}}
                    for axis, at, side in [("x", x, self.size[0]), ("y", y, self.size[1])]))

    def button(self, down, name="left"):
        self.send({"type": "btn", "data": {"down": down, "button": name}})

    def tap(self, x, y):
        self.move(x, y)
        self.button(True)
        self.button(False)

    def key(self, name, *held):
        for code in [*held, name]:
            self.send(key_event(code, True))
        for code in [name, *reversed(held)]:
            self.send(key_event(code, False))

    def type(self, text):
        for c in text:
            self.key("spc" if c == " " else c.lower(), *(["shift"] if c.isupper() else []))

    # MARK: Waiting

    def output(self):
        with open(self.program_log, errors="replace") as file:
            return file.read()

    def kernel(self):
        with open(self.kernel_log, errors="replace") as file:
            return file.read()

    def ended(self):
        found = re.search(r"init: program ended with (\d+)", self.kernel())
        return int(found[1]) if found else None

    def check(self):
        if time.monotonic() > self.deadline:
            raise Failure(f"time is up; the kernel's last lines:\n{self.kernel()[-1500:]}\nthe program's:\n{self.output()[-1500:]}")
        if "Kernel panic" in self.kernel() or self.process.poll() is not None:
            raise Failure(f"the machine has stopped:\n{self.kernel()[-1500:]}")

    def expect(self, pattern):
        """Waits for a line of the program's after the last one found."""
        while True:
            over = self.ended()
            lines = self.output().split("\n")[:-1]
            for i in range(self.seen, len(lines)):
                if re.search(pattern, lines[i]):
                    self.seen = i + 1
                    return lines[i]
            self.check()
            if over is not None:
                raise Failure(f"the program ended with {over} without a line that matches {pattern}:\n{self.output()[-1500:]}")
            time.sleep(0.1)

    def expect_kernel(self, pattern):
        """Waits for a line on the kernel's console."""
        while not re.search(pattern, self.kernel()):
            self.check()
            time.sleep(0.05)

    def wait_for_status(self, status):
        """Waits for what QEMU says of the machine: running, suspended."""
        while self.command("query-status")["status"] != status:
            self.check()
            time.sleep(0.1)

    def wait_for_end(self):
        while self.ended() is None:
            self.check()
            time.sleep(0.05)
        return self.ended()

    def picture_that_is(self, wanted, patience=6, head=None):
        """Waits for the screen to be one of the pictures, which it has to be for longer than a driver's own delay. Returns which."""
        give_up = time.monotonic() + patience
        while True:
            screen = self.screen(head)
            for i, picture in enumerate(wanted):
                if screen == picture:
                    return i
            self.check()
            if time.monotonic() > give_up:
                raise Mismatch(screen, wanted[0])
            time.sleep(0.2)


class Mismatch(Failure):
    """The screen shows another picture."""

    def __init__(self, screen, wanted):
        self.screen, self.wanted = screen, wanted
        super().__init__(f"the screen shows another picture: {difference(screen, wanted)}")


def key_event(code, down):
    return {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": code}}}


def read_ppm(path):
    with open(path, "rb") as file:
        data = file.read()
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    return int(head[1]), int(head[2]), data[head.end():]


def write_ppm(picture, path):
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % picture[:2] + picture[2])


def difference(a, b):
    if a[:2] != b[:2]:
        return f"{a[0]} x {a[1]} pixels instead of {b[0]} x {b[1]}"
    width = a[0]
    wrong = [i // 3 for i in range(0, len(a[2]), 3) if a[2][i:i + 3] != b[2][i:i + 3]]
    if not wrong:
        return "no pixel differs"
    x, y = [i % width for i in wrong], [i // width for i in wrong]
    first = wrong[0] * 3
    return (f"{len(wrong)} pixels differ, from ({min(x)}, {min(y)}) to ({max(x)}, {max(y)}); at ({x[0]}, {y[0]}) "
            f"{tuple(a[2][first:first + 3])} instead of {tuple(b[2][first:first + 3])}")
