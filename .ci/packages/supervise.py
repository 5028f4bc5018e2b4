"""Runs a program in a root folder as systemd runs a service of Type=notify with a watchdog: supervise.py ROOT PROGRAM [ARGUMENT]…

Exit status 1 if it does not report READY=1, then WATCHDOG=1, or does not end with 0 after SIGTERM. Needs root.
"""
import os
import signal
import socket
import subprocess
import sys

LIMIT = 60  # seconds for each report
root, command = sys.argv[1], sys.argv[2:]
path = os.path.join(root, "run/notify")
if os.path.exists(path):
    os.unlink(path)
inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
inbox.bind(path)
inbox.settimeout(LIMIT)
environment = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "1000000", "PATH": "/usr/bin"}
process = subprocess.Popen(command, executable=command[0], env=environment, preexec_fn=lambda: os.chroot(root), cwd="/")


def expect(report):
    received = []
    try:
        while True:
            received += inbox.recv(4096).decode().splitlines()
            if report in received:
                return
    except TimeoutError:
        process.kill()
        sys.exit(f"error: {command[0]} in {root} did not report {report} in {LIMIT} s, but {received}")


expect("READY=1")
expect("WATCHDOG=1")
process.send_signal(signal.SIGTERM)
status = process.wait(timeout=LIMIT)
if status:
    sys.exit(f"error: {command[0]} in {root} ended with {status} after SIGTERM")
