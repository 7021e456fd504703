"""Serve the tables of a checkout, and ask for the first page: ``use_web.py CHECKOUT``."""

import subprocess
import sys
import urllib.request
from pathlib import Path

command = [sys.executable, "-m", "examples.web_table", "--port", "0", "--data", str(Path("tables.db").absolute())]
with subprocess.Popen(command, cwd=sys.argv[1], stdout=subprocess.PIPE, text=True) as server:
    told = server.stdout.readline()
    if not told:
        sys.exit(server.wait())
    with urllib.request.urlopen(told.split()[-1], timeout=30) as page:
        print(page.status, "from a table on the web")
    server.terminate()
