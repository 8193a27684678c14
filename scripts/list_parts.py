#!/usr/bin/env python3
"""Writes which parts of others a packaged program has, as SPDX 2.3 in JSON: scripts/list_parts.py BUILD TREE OUT VERSION

BUILD is the folder of a finished build on Debian or Ubuntu, TREE what was installed of it. A part is a package of the
distribution: one that a file of TREE is linked to while it runs, or one whose headers or static libraries were compiled in.
SOURCE_DATE_EPOCH is the time that the list bears.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def packages_of(files):
    """The packages that these files belong to, each with its version and source, by name."""
    # Debian 12 lists files of /lib below /usr as they were packaged, without /usr.
    wanted = {name for file in files for name in {str(file), str(pathlib.Path(file).resolve())}}
    wanted |= {name.removeprefix("/usr") for name in wanted if name.startswith("/usr/lib")}
    if not wanted:
        return {}
    found = subprocess.run(["dpkg-query", "-S", *sorted(wanted)], capture_output=True, text=True).stdout
    names = {owner.split(":")[0] for line in found.splitlines() for owner in line.split(": /")[0].split(", ")}
    listed = output("dpkg-query", "-W", "-f", "${Package}\t${Version}\t${source:Package}\n", *sorted(names))
    return {name: (version, source) for name, version, source in (line.split("\t") for line in listed.splitlines())}


def license_of(package):
    """The licence that the package's copyright file gives for all files that it does not name."""
    try:
        text = pathlib.Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "NOASSERTION"
    for paragraph in re.split(r"\n\s*\n", text):
        license_line = re.search(r"^License: *(.+)$", paragraph, re.M)
        if license_line and re.search(r"^Files: *\*", paragraph, re.M):
            return {"Expat": "MIT", "MIT": "MIT", "CC0-1.0": "CC0-1.0", "BSD-2-clause": "BSD-2-Clause",
                    "BSD-3-clause": "BSD-3-Clause", "Zlib": "Zlib", "zlib": "Zlib"}.get(license_line[1], "NOASSERTION")
    return "NOASSERTION"


def main(build, tree, out, version):
    tree = pathlib.Path(tree)
    binaries = [file for file in sorted(tree.rglob("*")) if file.is_file() and not file.is_symlink()
                and file.open("rb").read(4) == b"\x7fELF"]
    shared, loaded = set(), set()
    for binary in binaries:
        needed = set(re.findall(r"NEEDED +(\S+)", output("objdump", "-p", str(binary))))
        found = dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", str(binary)), re.M))
        shared |= {file for name, file in found.items() if name in needed}
        loaded |= set(found.values())
    read = set(re.findall(r"^ +(/usr/\S+)$", output("ninja", "-C", build, "-t", "deps"), re.M))
    commands = output("ninja", "-C", build, "-t", "commands")
    linked = set(re.findall(r"/usr/\S+\.a\b", commands))
    at_run_time = packages_of(shared)
    # Headers of the C and C++ libraries and of what is loaded while the program runs belong to these.
    sources = {source for _, source in packages_of(loaded).values()}
    compiled_in = {name: facts for name, facts in packages_of(read | linked).items()
                   if facts[1] not in sources and not re.match(r"(gcc|linux)(-|$)", facts[1])}
    # It wrote a source of the program.
    compiled_in |= packages_of({"/usr/bin/glad"})
    for compiler in set(re.findall(r"(/\S+) [^\n]*-static-libstdc\+\+", commands)):
        compiled_in |= packages_of({output(compiler, f"-print-file-name={name}").strip() for name in ("libstdc++.a", "libgcc.a")})

    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    distribution = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release", encoding="utf-8"))["ID"].strip('"')
    program = "SPDXRef-bankloom"
    packages = [{"name": "bankloom", "SPDXID": program, "versionInfo": version, "downloadLocation": "NOASSERTION",
                 "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT",
                 "copyrightText": "2026 the bankloom authors", "supplier": "NOASSERTION"}]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": program}]
    for kind, parts in (("STATIC_LINK", compiled_in), ("DYNAMIC_LINK", at_run_time)):
        for name, (package_version, source) in sorted(parts.items()):
            identity = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
            packages.append({
                "name": name, "SPDXID": identity, "versionInfo": package_version, "downloadLocation": "NOASSERTION",
                "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license_of(name),
                "copyrightText": "NOASSERTION", "supplier": "NOASSERTION", "sourceInfo": f"source package {source}",
                "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                  "referenceLocator": f"pkg:deb/{distribution}/{name}@{package_version}"}]})
            relations.append({"spdxElementId": program, "relationshipType": kind, "relatedSpdxElement": identity})
    files = []
    for binary in binaries:
        bytes_ = binary.read_bytes()
        identity = "SPDXRef-File-" + binary.name
        files.append({"fileName": "./" + str(binary.relative_to(tree)), "SPDXID": identity,
                      "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(bytes_).hexdigest()},
                                    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(bytes_).hexdigest()}],
                      "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
                      "copyrightText": "NOASSERTION"})
        relations.append({"spdxElementId": program, "relationshipType": "GENERATES", "relatedSpdxElement": identity})
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
                "name": f"bankloom-{version}",
                "documentNamespace": "https://bankloom.invalid/spdx/" + hashlib.sha256(
                    repr((version, packages, files)).encode()).hexdigest(),
                "creationInfo": {"created": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: list_parts.py"]},
                "packages": packages, "files": files, "relationships": relations}
    pathlib.Path(out).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
