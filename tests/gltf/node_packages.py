"""Installs the npm packages of package.json into the build folder, once. Tests that need them are skipped elsewhere."""
import fcntl
import os
import shutil
import subprocess
import sys

SKIPPED = 77  # the exit code that ctest counts as skipped
HERE = os.path.dirname(os.path.abspath(__file__))


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def folder():
    """The folder with node_modules and a copy of package.json. Ends the test if the packages cannot be installed."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            skip(f"{tool} is not installed")
    path = os.path.join(os.environ["PHALANX_BUILD_DIR"], "node_packages")
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(HERE, "package.json"), encoding="utf-8") as file:
        wanted = file.read()
    done = os.path.join(path, "installed.json")  # package.json of the last complete installation
    # Tests run in parallel, and only one of them may install.
    with open(os.path.join(path, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(done):
            with open(done, encoding="utf-8") as file:
                if file.read() == wanted:
                    return path
        shutil.copy(os.path.join(HERE, "package.json"), path)
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock",
                   "--fetch-retries=1", "--fetch-timeout=20000"]
        try:
            result = subprocess.run(command, cwd=path, capture_output=True, text=True, timeout=240, check=False)
        except subprocess.TimeoutExpired:
            skip("npm did not install the packages within 240 s")
        if result.returncode != 0:
            lines = [line for line in result.stderr.splitlines() if line.strip()]
            skip(f"npm cannot install the packages: {lines[0] if lines else 'no reason given'}")
        with open(done, "w", encoding="utf-8") as file:
            file.write(wanted)
    return path
