"""Files: whatever happens, a reader sees the old file or the new one, and nothing is left beside it."""

import errno
import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from refusing import assert_refused
from source_code import PACKAGE, imports, modules

from truel_ref.errors import FileError, NumberError, ProblemError, TruelError
from truel_ref.files import (
    json_text,
    make_folder,
    output_path,
    progress_bar,
    read_json,
    replacing,
    write_bytes,
    write_text,
)

posix = pytest.mark.skipif(os.name != "posix", reason="permissions and devices of POSIX")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def path(tmp_path):
    """A file that is there already."""
    (tmp_path / "numbers").write_bytes(b"old")
    return tmp_path / "numbers"


# -- what is written


def test_a_new_file_and_one_that_is_replaced(path, tmp_path):
    write_bytes(str(path), b"new")
    write_text(tmp_path / "page.md", "Größe\n\u2212\n")
    assert path.read_bytes() == b"new"
    assert (tmp_path / "page.md").read_bytes() == "Größe\n\u2212\n".encode()
    assert names(tmp_path) == ["numbers", "page.md"]


def test_nothing_is_seen_before_the_end(path, tmp_path):
    with replacing(path) as file:
        file.write(b"half")
        file.flush()
        assert path.read_bytes() == b"old"
        assert len(names(tmp_path)) == 2
    assert path.read_bytes() == b"half"


@pytest.mark.parametrize("way_out", [KeyboardInterrupt, SystemExit, MemoryError, ZeroDivisionError])
def test_every_way_out_leaves_the_old_file_and_no_other(path, tmp_path, way_out):
    with pytest.raises(way_out), replacing(path) as file:
        file.write(b"half")
        raise way_out
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["numbers"]


def test_an_error_at_another_file_is_not_told_as_one_of_this(tmp_path):
    with pytest.raises(FileNotFoundError, match="input"), replacing(tmp_path / "output"):
        (tmp_path / "input").read_bytes()
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_full_disk_at_every_step(path, tmp_path, monkeypatch, step):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if step != "write":
        monkeypatch.setattr(os, step, full)
    with pytest.raises(FileError) as caught, replacing(path) as file:
        file.write(b"new")
        if step == "write":
            full()
    assert str(caught.value) == f"cannot write {str(path)!r}: No space left on device"
    assert isinstance(caught.value, TruelError) and isinstance(caught.value, OSError)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["numbers"]


@posix
def test_a_disk_that_is_full_indeed(tmp_path):
    """A limit on the size of files fails a write half-way, as a full disk does."""
    code = (
        "import resource, signal, sys\n"
        "from truel_ref.files import write_bytes\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "write_bytes(sys.argv[1], bytes(100_000))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "x")], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1].endswith(f"cannot write {str(tmp_path / 'x')!r}: File too large")
    assert names(tmp_path) == []


# -- what stands at the place


@posix
def test_permissions_are_kept_and_new_files_get_those_of_the_umask(tmp_path):
    path = tmp_path / "numbers"
    before = os.umask(0o027)
    try:
        write_bytes(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        for mode in (0o600, 0o755, 0o664):
            path.chmod(mode)
            write_bytes(path, b"newer")
            assert stat.S_IMODE(path.stat().st_mode) == mode
    finally:
        os.umask(before)


@posix
def test_nobody_reads_early_what_he_may_not_read(path, tmp_path):
    path.chmod(0o600)
    with replacing(path):
        (aside,) = (tmp_path / name for name in names(tmp_path) if name != "numbers")
        assert stat.S_IMODE(aside.stat().st_mode) == 0o600


@posix
def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path):
    (tmp_path / "far").mkdir()
    target, link, chain = tmp_path / "far" / "numbers", tmp_path / "link", tmp_path / "chain"
    link.symlink_to("far/numbers")
    chain.symlink_to("link")
    for place, data in ((link, b"first"), (link, b"second"), (chain, b"third")):
        write_bytes(place, data)
        assert link.is_symlink() and chain.is_symlink()
        assert target.read_bytes() == data
    assert names(tmp_path / "far") == ["numbers"]
    assert names(tmp_path) == ["chain", "far", "link"]


@posix
def test_what_is_no_file_is_refused_and_left_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    Path("to-device").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")
        before = names(tmp_path)
        for name, says in {
            "pipe": "it is a named pipe, not a file",
            "socket": "it is a socket, not a file",
            "/dev/null": "it is a device, not a file",
            "to-device": "it is a device, not a file",
            "folder": "it is a folder; name a file in it",
            "folder/": "this names a folder; name a file in it",
            ".": "it is a folder",
            "..": "it is a folder",
            "/": "this names a folder",
            "": "give the name of a file",
            "nowhere/map.png": "there is no folder 'nowhere'; make it first",
            "new/": "this names a folder",
            "pipe/map.png": "there is no folder 'pipe'",
            "loop": os.strerror(errno.ELOOP),
            "n" * 300: os.strerror(errno.ENAMETOOLONG),
            "nul\0byte": "no file can have this name",
            "lone\ud800surrogate": "no file can have this name",
        }.items():
            for refuse in (output_path, lambda place: write_bytes(place, b"x")):
                with pytest.raises(FileError) as caught:
                    refuse(name)
                message = str(caught.value)
                assert message.startswith(f"cannot write {name[:20]!r}"[:20])
                assert says in message
                assert "\n" not in message and ".part" not in message
        assert names(tmp_path) == before
    assert Path("/dev/null").is_char_device()


@posix
def test_a_write_protected_file_is_not_replaced(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda place, mode: False)  # root may write everything
    with pytest.raises(FileError, match="the file is write-protected"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"


def test_a_folder_that_allows_no_new_file(tmp_path, monkeypatch):
    def denied(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(FileError, match="Permission denied; new files must be allowed in the folder"):
        write_bytes(tmp_path / "numbers", b"new")


def test_folders_are_made(tmp_path):
    assert make_folder(tmp_path / "one" / "two").is_dir()
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below", "nul\0byte"):
        with pytest.raises(FileError, match="cannot make the folder"):
            make_folder(place)


# -- leftovers


def test_only_old_files_of_ours_are_swept(tmp_path):
    ours, young, other = f".truel-ref.{'0' * 32}.part", f".truel-ref.{'1' * 32}.part", ".truel-ref.mine.part"
    for name in (ours, young, other, "other.part"):
        (tmp_path / name).write_bytes(b"")
        if name != young:
            os.utime(tmp_path / name, (time.time() - 90_000,) * 2)
    write_bytes(tmp_path / "numbers", b"")
    assert names(tmp_path) == sorted([young, other, "other.part", "numbers"])


@posix
def test_what_a_kill_leaves_is_what_is_swept(tmp_path):
    code = (
        "import os, signal, sys\n"
        "from truel_ref.files import replacing\n"
        "with replacing(sys.argv[1]) as file:\n"
        "    os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "numbers")], check=False)
    assert done.returncode == -9
    (left,) = tmp_path.iterdir()
    os.utime(left, (0, 0))
    write_bytes(tmp_path / "other", b"")
    assert names(tmp_path) == ["other"]


# -- several at once


WRITER = """
import sys
from truel_ref.files import write_bytes
path, sign = sys.argv[1:]
for _ in range(40):
    write_bytes(path, sign.encode() * 200_000)
"""


def test_three_writers_never_tear_and_readers_never_see_a_part(tmp_path):
    path = tmp_path / "numbers"
    write_bytes(path, b"0" * 200_000)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), sign]) for sign in "123"]
    seen = set()
    try:
        while any(writer.poll() is None for writer in writers):
            data = path.read_bytes()
            assert len(data) == 200_000
            assert len(set(data)) == 1
            seen.add(data[:1])
    finally:
        assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert path.read_bytes()[:1] in {b"1", b"2", b"3"}
    assert len(seen) > 1
    assert names(tmp_path) == ["numbers"]


def test_threads_may_write_at_once(tmp_path):
    path = tmp_path / "numbers"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda place: write_bytes(path, bytes([place]) * 10_000), range(8)))
    assert len(set(path.read_bytes())) == 1
    assert names(tmp_path) == ["numbers"]


# -- the one place


REACHES = (
    "open|fdopen|write_text|write_bytes|read_text|read_bytes|touch|mkdir|makedirs|mkstemp|mkdtemp|NamedTemporaryFile|"
    "TemporaryFile|TemporaryDirectory|rmdir|unlink|rmtree|rename|symlink_to|hardlink_to|chmod|chown|utime|truncate|"
    "copyfile|stat|lstat|exists|is_file|is_dir|iterdir|scandir|listdir|glob|rglob|fsync|memmap|fromfile|tofile|"
    "loadtxt|savetxt|genfromtxt"
)
OF_MODULES = r"np\.load|np\.savez?|os\.replace|os\.remove|json\.load|json\.dump|path\.replace"
CALLED = re.compile(rf"\.(?<!\bdisk\.)({REACHES})\(|\b(?<![.\w])(?<!def )(open)\(|\b({OF_MODULES})\(")


# What is called like a reach for the disk and is none: a file in an archive that was read, a page in a browser, and
# the device to which output goes that nobody can take any more.
NO_FILES = {"maps/store.py": ["open"], "cli/output.py": ["open"]} | {
    "cli/lazy.py": ["write_text"],  # of a page of help
    "files.py": ["open"],  # the device that stands for a closed standard stream
    "cli/entry.py": ["write_text"],  # the file in which a script asks which extra is missing
    "oracle/arrays.py": ["np.load"],  # an array in bytes that were read
    "oracle/ask.py": ["TemporaryFile"],  # what a program says on its standard error
    "oracle/vector_files.py": ["glob", "is_dir"],  # which files a set of vectors has
}


def test_nobody_else_reaches_a_disk():
    """By the calls in all lines but examples and comments; those of `files` go through `disk`."""
    calls = {}
    for path in modules():
        code = re.sub(r"^ *(>>>|\.\.\.|#) .*", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        calls[path.relative_to(PACKAGE).as_posix()] = sorted(map("".join, CALLED.findall(code)))
    assert {"open", "read_bytes", "path.replace", "unlink", "mkdir", "chmod"} <= set(calls.pop("disk.py"))
    assert {place: names for place, names in calls.items() if names} == NO_FILES


def test_only_files_knows_the_disk():
    knowing = [path for path in modules() if re.search(r"import.*\bdisk\b|\.disk\b", path.read_text(encoding="utf-8"))]
    assert [path for path in knowing if "truel_ref.disk" in imports(path)] == [PACKAGE / "files.py"]
    own = {name for name in imports(PACKAGE / "files.py") if name.startswith("truel_ref.")}
    assert own == {"truel_ref.disk", "truel_ref.limits", "truel_ref.errors"}


# -- JSON


JSON = [
    (ProblemError, "{", "not JSON"),
    (ProblemError, "", "not JSON"),
    (ProblemError, '{"a": 1, "b": 2, "a": 3}', "the key 'a' occurs twice"),
    (ProblemError, '[{"x": {"b": 1, "b": 1}}]', "the key 'b' occurs twice"),
    (NumberError, "[NaN]", "NaN is not a number of JSON"),
    (NumberError, "[-Infinity]", "-Infinity is not a number of JSON"),
    (ProblemError, b"\xff", "not UTF-8 text"),
    (ProblemError, "[" * 100_000, "nested too deeply"),
    (ProblemError, '{"a": ' * 100_000, "nested too deeply"),
    *(
        (NumberError, f'{{"n": [{digits}]}}', "has more than 10,000 digits, the limit")
        for digits in ("1" + "0" * 10_001, "-" + "7" * 10_002, "7" * 10**6)
    ),
]
REFUSED = [
    *((error, partial(read_json, text), re.escape(says)) for error, text, says in JSON),
    *((ValueError, partial(json_text, {"n": [10**5000, float(bad)]}), "JSON compliant") for bad in ("nan", "inf")),
]


@pytest.mark.parametrize(("error", "call", "says"), REFUSED, ids=range(len(REFUSED)))
def test_json_that_is_refused(error, call, says):
    assert_refused(error, call, says)


def test_integers_of_any_length_are_read_and_written():
    for number in (10**5000 + 7, -(10**5000) - 7, 10**639, 10**640, 10**10_000):
        assert read_json(json_text({"n": [number]})) == {"n": [number]}
    assert read_json(b"\xef\xbb\xbf[1]\r\n") == [1]


def test_json_is_written_as_python_writes_it():
    data = {"a": [1, 2.5, "x\u2212", None, True], "b": {"c": ()}}
    assert json_text(data | {"n": 10**5000}).replace("1" + "0" * 5000, "7") == json.dumps(data | {"n": 7})


# -- progress


def test_a_bar_is_shown_on_a_terminal_only(monkeypatch, capsys):
    with progress_bar("rows", total=2) as bar:
        bar.update(1)
    monkeypatch.setattr(sys, "stderr", None)
    with progress_bar("rows", total=2) as bar:
        bar.update(1)
    assert capsys.readouterr() == ("", "")
