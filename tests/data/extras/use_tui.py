"""Sit down at a terminal, see the table, and leave."""

import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
    os.execv(sys.executable, [sys.executable, "-m", "arcanum", "play", "--seed", "1"])
seen = b""
left = False
try:
    while more := os.read(terminal, 65536):
        seen += more
        if not left and b"quit" in seen:
            left = os.write(terminal, b"q") == 1
except OSError:
    pass  # the other end is closed
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if code == 0 and left:
    print("a table on the terminal")
else:
    sys.exit(seen.decode().strip())
