#!/usr/bin/env python3
"""Collects all texts for people into assets/languages/bankloom.pot, and brings the translations up to date with it.

    scripts/extract_texts.py            writes bankloom.pot
    scripts/extract_texts.py --check    says what has changed since, and fails then
    scripts/extract_texts.py --merge    also puts new texts into every .po file, untranslated, and takes old ones out
    scripts/extract_texts.py --literals [FILE...]   says which literals read like words for people and pass through no
                                        function that translates (all sources); scripts/untranslated.txt has those that may

In the core and the commands a text is an argument of a function that is listed here. Below app/ui and in the core's wording
nearly every literal is read by somebody, so there all count but those listed: names of controls, keys of files. A word with
two senses has a context, the second argument of translated()."""
import argparse
import collections
import difflib
import glob
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = "assets/languages"

# Functions and constructors whose literals are texts: the arguments that are, or "all".
TEXTS = {
    "say": {0}, "plural": {1}, "message": {0}, "fail": {0}, "refuse": {0, 1}, "fail_at": {1, 2}, "wrong": {1},
    "paragraph": {1}, "wrap": {1}, "heading": {1}, "TextTable": "all", "translated": {0}, "tell": {0},
    "report": {1}, "expect": {1}, "expect_name": {0}, "parse_integer": {1}, "add_format": {2}, "add_value": {3}, "add_list": {3}, "add_option": {2}, "add_flag": {2}, "CLI::App": {0}, "set_help_flag": {1}, "set_version_flag": {2}, "print_error": {0},
}
# The argument that is the context of the first.
CONTEXTS = {"translated": 1, "GlossaryTerm": 3}
# Arrays and functions of the core and the commands whose literals are texts: file and name.
TABLES = {
    ("app/core/wording/glossary.cpp", "kTerms"), ("app/core/wording/measurement.cpp", "kUnits"),
    ("app/cli/commands.cpp", "all"), ("app/ui/html_file.cpp", "kPageTexts"), ("app/core/machine/machine_json.cpp", "fact"),
    ("app/cli/absent_window_commands.cpp", "all"), ("app/cli/launch_source.h", "kKernelHelp"), ("app/cuda/guarded_compiler.cpp", "process_"), ("app/cuda/worker_client.cpp", "process_"), ("app/cli/launch_source.cpp", "add_program_flags"),
    ("app/cli/run_command.cpp", "add_program_flags"), ("app/ui/figures.cpp", "headings"),  ("app/cli/application.cpp", "kFooter"), ("app/cli/application.cpp", "kHelpLabels"), ("app/cli/application.cpp", "kHelpGroups"), ("app/cli/accesses_command.cpp", "kColumnHelp"),
    ("app/cli/emulate_command.cpp", "kArgumentHelp"), ("app/cli/run_command.cpp", "kRunHelp"),
}
# Of these tables only this column: the others are names.
COLUMNS = {"app/cli/commands.cpp": 1, "app/ui/html_file.cpp": 1, "app/core/machine/machine_json.cpp": 1}
# Names in the core that a sentence or a table may have in it.
NAMES = {
    "app/core/base/space.h": {"shared", "global", "local", "constant"},
    "app/core/machine/occupancy.h": {"threads", "blocks", "shared memory"},
    "app/core/machine/machine_model.h": {"measured", "published", "assumed", "didactic"},
    "app/core/machine/machine_json.cpp": {"increment", "merged atomic", "compare-and-swap", "update loop", "update loop by generic address",
                                          "lanes that one request serves", "as many as there are banks"},
    "app/core/measure/counters.cpp": {
        "shared store requests", "shared store wavefronts by address", "shared store wavefronts", "shared store bank conflicts",
        "shared load requests", "shared load wavefronts by address", "shared load wavefronts", "shared load bank conflicts",
        "global store requests", "global store sectors", "global load requests", "global load sectors"},
    "app/core/learn/lesson.h": {
        "wavefronts", "conflicts", "sectors", "transactions", "padding", "bank", "cells", "lanes", "choice", "order", "time"},
    "app/core/measure/device.h": {"CUPTI activity records", "CUDA events"},
    "app/core/learn/drill.h": {"stride", "padding", "width", "shape", "transposed", "xor", "partial", "broadcast"},
    "app/core/measure/kernel_measurement.cpp": {"faulty", "failed"},
    "app/core/simt/ops/lane_isa.cpp": {"the compiler's default instruction set"},
    "app/core/ptx/form_match.cpp": {
        "textures", "textures and surfaces", "surfaces", "matrix operations of warpgroups", "tensor maps", "multicast objects",
        "the tensor cores of compute capability 10.0", "clusters of several blocks", "bulk reductions"},
    "app/core/simt/fault.h": {
        "out_of_bounds", "misaligned", "uninitialized_read", "race", "divergent_barrier", "deadlock", "endless_loop", "trap",
        "division_by_zero", "stack_overflow", "order_dependent"},
    "app/core/trace/memory_access.h": {"load", "store", "atomic"},
    "app/ui/theme.h": {"dark", "light", "projector", "paper"},
    "app/core/report/run_report_text.cpp": {"store wavefronts", "load wavefronts", "shared bytes"},
    "app/core/report/program_report.cpp": {"Errors in the host code", "Notes", "Not supported"},
}
# Where nearly every literal is a text, beside app/ui.
LIKE_UI = re.compile(r"app/core/wording/|app/cli/doctor")
# In these files of app/ui as in the core.
UI_AS_CORE = re.compile(r"app/ui/(painter|editor)/|app/ui/(film_file|settings|fonts|probe|termination|desktop_motion|desktop_open|"
                        r"figures|paper_figures|html_file|compositor|theme|frame_source|film)\.(cpp|h)|app/ui/widgets/(tooltip|text_editor)\.cpp|"
                        r"app/ui/programs/(programs|program_sources)\.cpp|app/ui/panels/code_text\.cpp")
# Functions below app/ui whose literals are no texts: the arguments that are none, or "all".
NO_TEXTS = {name: "all" for name in (
    "action", "glossary_term", "format", "fmt::format", "keep", "error", "press_at", "picture_at", "slider_at", "hover_at",
    "hit_area", "picture_area", "slider_area", "hover_area", "begin_panel", "begin_child_at", "on_click", "scrolls", "Scroll",
    "getenv", "environment", "find", "find_first_of", "starts_with", "ends_with", "contains", "at", "PushID", "GetID", "Begin",
    "BeginChild", "InvisibleButton", "Dummy", "keep_in_view", "find_view", "emplace", "count", "set_uniform", "find_panel",
    "TextUnformatted", "IconPen", "view_named", "npos", "rfind", "strftime", "put_time", "BeginPopup", "OpenPopup",
    "CalcTextSizeA", "FieldScope", "list_line", "begin_list", "Selectable", "static_assert", "assert", "begin_card_id",
    "record", "is_open", "join_ids", "name_of_scene", "InputText", "InputScalar", "SetClipboardText", "set_option",
    "prose_flow", "path", "fs::path", "Key", "tone", "_a")}
NO_TEXTS.update({name: {0} for name in (
    "Button", "IconButton", "Segments", "DropDown", "Menu", "ListRow", "IntField", "TextField", "Action", "button_box")})
NO_TEXTS.update({"ViewOption": {0, 1, 2}, "icon_button": {1}, "segmented": {1}, "list_row": {1},
                 "drop_down": {1}, "menu": {1}, "text_field": {1}, "int_field": {1}, "splitter_area": "all"})
NO_FIELDS = {"id", "flag_type", "window", "key", "word", "flag"}
# Text fields of the JSON files.
JSON_TEXTS = [
    ("kernels/*/lesson.json", ("title", "summary", "curves.title", "curves.axis", "curves.lines.label")),
    ("kernels/*/*/kernel.json", ("title", "summary", "fixes", "options.meaning", "constraints.message")),
    ("assets/machines/*.json", ("title", "bank_choice.title", "not_modelled", "facts.name", "facts.value")),
    ("assets/published/*.json", ("figures.name", "figures.unit", "figures.remark")),
    ("assets/recordings/*.json", ("kernels.timed_accesses.cycles.how",)),
]
# Of the sources of machines and published figures those that say something; the others name a publication.
PUBLICATIONS = re.compile(r"CUDA C|NVIDIA |junstar92|Professional CUDA C|cuda_occupancy\.h|an? (GeForce|Tesla|A100)\b|[a-z0-9.-]+$")

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<raw>R"(?P<delim>[^(\s]*)\((?P<body>.*?)\)(?P=delim)")|"""
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"(?P<suffix>_\w+)?)|(?P<char>'(?:[^'\\\n]|\\.)+')|(?P<include>^[ \t]*\#[^\n]*(?:\\\n[^\n]*)*)|"""
    r"""(?P<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)|(?P<number>\.?\d[\w.']*)|\s+|(?P<sign><=>|<<|>>|::|->|==|!=|&&|\|\||.)""",
    re.S | re.M)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'", "0": "\0", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "?": "?"}


def unescaped(literal):
    def one(match):
        code = match.group(1)
        if code[0] == "x":
            return chr(int(code[1:], 16))
        return ESCAPES.get(code, code)
    return re.sub(r"\\(x[0-9a-fA-F]+|.)", one, literal)


class Token:
    def __init__(self, kind, value, suffix=False):
        self.kind, self.value, self.suffix = kind, value, suffix


def tokens_of(source):
    tokens = []
    for match in TOKEN.finditer(source):
        kind = match.lastgroup
        if match.group("comment") or match.group("include"):
            continue
        if match.group("raw"):
            token = Token("text", match.group("body"))
        elif match.group("text"):
            suffix = match.group("suffix") or ""
            body = match.group("text")[1:len(match.group("text")) - len(suffix) - 1]
            token = Token("text", unescaped(body), bool(suffix))
        elif match.group("name"):
            token = Token("name", match.group("name"))
        elif kind in ("char", "number"):
            token = Token("number", match.group())
        elif match.group("sign"):
            token = Token("sign", match.group("sign"))
        else:
            continue
        if token.kind == "text" and tokens and tokens[-1].kind == "text" and not tokens[-1].suffix and not token.suffix:
            tokens[-1].value += token.value  # adjacent literals are one
        else:
            tokens.append(token)
    return tokens


class Call:
    """An open bracket: whose it is, which argument is read, and which names of the call are counts and cases."""

    def __init__(self, callee, sign):
        self.callee, self.sign, self.argument = callee, sign, 0
        self.texts, self.kinds = [], {}


def callee_of(tokens, at):
    """The name before a bracket; of a declared variable its type."""
    before = tokens[at - 1] if at > 0 else None
    if before is None or before.kind != "name":
        if before is not None and before.value == ">":  # maker_of<Panel>()
            depth, back = 0, at - 1
            while back >= 0:
                depth += {">": 1, "<": -1}.get(tokens[back].value, 0) if tokens[back].kind == "sign" else 0
                if depth == 0:
                    return tokens[back - 1].value if tokens[back - 1].kind == "name" else ""
                back -= 1
        return ""
    if at > 1 and tokens[at - 2].kind == "name" and tokens[at - 2].value not in ("return", "co_return", "else", "case"):
        return tokens[at - 2].value
    return before.value


def short(name):
    for prefix in ("bankloom::", "ui::", "report::", "std::", "ImGui::", "learn::"):
        if name.startswith(prefix):
            name = name[len(prefix):]
    return name


def allowed(rule, argument):
    return rule == "all" or (rule is not None and argument in rule)


# Not a text though it has letters: a key, an option, a file's ending, an id, a name in a file, LaTeX.
NO_WORDS = re.compile(r"[A-Za-z]|DISPLAY|WAYLAND_DISPLAY|nvcc|libcuda\.so\.1|\w+\.cu|JetBrainsMono|F\d+|L[\d-]+|--?[a-z-]+|\.[a-z0-9_]+|.*##.*|/[ab]|\w+\.json|square/\w+|-\w+|[{\\].*[\\].*|exercise:|hidden:|cuda[A-Z]\w+|/\w+.*|#include.*|"
                      r"__\w+\(\)|bankloom.?|\w+\.h|BANKLOOM_\w+|g\+\+", re.S)


def is_text(value):
    without_fields = re.sub(r"\{\w*(:[^|}]*)?\}", "", value)
    return re.search(r"[A-Za-zµ]", without_fields) is not None and not NO_WORDS.fullmatch(value)


def is_sentence(stack, value):
    """A template without letters is one, too, for its punctuation and for the order of its fields: other languages have
    their own."""
    is_template = stack and "{" in value and (stack[-1].callee in ("say", "message", "paragraph") or
                                              any(call.callee == "kPageTexts" for call in stack))
    is_order = re.search(r"\{\w+\} \{\w+\}", value) is not None
    between = re.sub(r"\{[^}]*\}", "", value)
    return is_text(value) or (is_template and (is_order or re.search(r"[.,:;()?!%]", between) is not None))


def is_taken(stack, tokens, at, is_ui, tables, column):
    before = tokens[at - 1] if at > 0 else Token("sign", "")
    if before.value in ("==", "!=", "[") or tokens[at].suffix:
        return False
    calls = [call for call in stack if call.callee]
    names = {call.callee for call in stack}
    if "all" in tables or names & tables:
        return column is None or stack[-1].argument == column
    if not is_ui:
        # A bracket without a name, or of a lambda's condition, belongs to the call around it.
        for call in reversed(stack):
            if call.callee or call.sign == ";":
                return allowed(TEXTS.get(call.callee), call.argument)
        return False
    if at > 2 and before.value == "=" and tokens[at - 2].value in NO_FIELDS and tokens[at - 3].value == ".":
        return False
    for call in reversed(stack):
        if call.sign == ";":
            break
        if call.callee in TEXTS and call.callee not in NO_TEXTS:
            return allowed(TEXTS[call.callee], call.argument)
        if allowed(NO_TEXTS.get(call.callee), call.argument):
            return False
        if call.callee:
            break
    return True


# Two words that follow each other, or one beside a blank at an end, as parts of sentences have.
WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}|[a-z]{3,}[,;:]? $|^[,;:]? ?[a-z]{3,} ")
# What these folders make is for people; mistakes in data files (catalog, json_record) are for those who write them.
FOR_PEOPLE = re.compile(r"app/(ui|cli|cuda|program)/|app/core/(?!measure/|ptx/table_|ptx/instruction_expander)")
NOT_SHOWN = ("static_assert", "assert")


def reads_like_words(value):
    return WORDS.search(re.sub(r"\{[^}]*\}", "", value)) is not None


def is_name_in(stack):
    """Whether the literal is an argument that NO_TEXTS lists: a name, a key. What format() makes may be a text."""
    for call in reversed(stack):
        if call.callee in NO_TEXTS and call.callee not in ("format", "fmt::format"):
            return allowed(NO_TEXTS[call.callee], call.argument)
        if call.callee:
            return call.callee in NOT_SHOWN
    return False


def texts_of_source(path, source, untranslated=None):
    """(text, notes) in the order of the file. `untranslated` gets literals that read like words and are no texts."""
    is_ui = (path.startswith("app/ui/") and not UI_AS_CORE.match(path)) or LIKE_UI.match(path) is not None
    names = NAMES.get(path, set())
    tables = {name for file, name in TABLES if file == path}
    tokens = tokens_of(source)
    column = COLUMNS.get(path)
    stack, found = [], []
    for at, token in enumerate(tokens):
        if token.kind == "sign" and token.value in "({[":
            callee = short(callee_of(tokens, at))
            back = at - 1
            if token.value == "{" and callee == "" and back >= 0 and tokens[back].value == "=":
                # name = {  or  name[] = {
                back -= 1
                while back >= 0 and tokens[back].value in ("[", "]"):
                    back -= 1
                callee = tokens[back].value if tokens[back].kind == "name" and tokens[back].value in tables else ""
            elif token.value == "{" and at > 1 and tokens[at - 1].kind == "name" and tokens[at - 1].value in tables:
                callee = tokens[at - 1].value
            is_body = token.value == "{" and at > 0 and (tokens[at - 1].value in (")", "const", "override", "noexcept", ";", "}",
                                                         "else", "do", "try", "{") or (tokens[at - 1].kind == "name" and at > 1
                                                         and tokens[at - 2].value in ("->", "struct", "class", "namespace", ">")))
            stack.append(Call("" if is_body else callee, ";" if is_body else token.value))
        elif token.kind == "sign" and token.value in ")}]" and stack:
            call = stack.pop()
            for entry in call.texts:
                entry[1].update(call.kinds)
        elif token.kind == "sign" and token.value == "," and stack:
            stack[-1].argument += 1
        elif token.kind == "text":
            if token.suffix and stack:
                after = tokens[at + 2].value if at + 2 < len(tokens) else ""
                if short(after) in ("Count", "Case"):
                    stack[-1].kinds[token.value] = short(after)
                continue
            if stack and stack[-1].callee in CONTEXTS and stack[-1].argument == CONTEXTS[stack[-1].callee] and stack[-1].texts:
                stack[-1].texts[0][1]["context"] = token.value
                continue
            if token.value in names or is_sentence(stack, token.value) and is_taken(stack, tokens, at, is_ui, tables, column):
                entry = (token.value.removeprefix("<") if stack and any(c.callee in ("TextTable", "headings") for c in stack) else token.value, {})
                found.append(entry)
                if stack:
                    stack[-1].texts.append(entry)
            elif is_text(token.value) and tables and at > 1 and tokens[at - 1].value == "=" and tokens[at - 2].value in tables:
                found.append((token.value, {}))
            elif untranslated is not None and reads_like_words(token.value) and not is_name_in(stack):
                untranslated.append(token.value)
    return found


def texts_of_json(value, fields):
    for field in fields:
        part, _, rest = field.partition(".")
        if part not in value:
            continue
        for one in value[part] if isinstance(value[part], list) else [value[part]]:
            if rest and isinstance(one, dict):
                yield from texts_of_json(one, (rest,))
            elif isinstance(one, str) and is_text(one):
                yield one


def sources_of(value):
    if isinstance(value, dict):
        for name, one in value.items():
            yield from [one] if isinstance(one, str) and name == "source" else sources_of(one)
        value = value.get("sources", {}).values()
        yield from (one for one in value if isinstance(one, str))
    elif isinstance(value, list):
        for one in value:
            yield from sources_of(one)


def collected():
    """text -> (places, notes), in the order of the files."""
    texts = collections.OrderedDict()

    def add(text, path, kinds):
        text = with_context(kinds.pop("context", ""), text)
        places, notes = texts.setdefault(text, ([], {}))
        if path not in places:
            places.append(path)
        notes.update({name: kind for name, kind in kinds.items() if "{" + name + ":" in text})

    sources = [path for kind in ("h", "cpp") for path in glob.glob(ROOT + "/app/**/*." + kind, recursive=True)]
    for path in sorted(sources):
        name = os.path.relpath(path, ROOT)
        with open(path, encoding="utf-8") as file:
            for text, kinds in texts_of_source(name, file.read()):
                add(text, name, kinds)
    for pattern, fields in JSON_TEXTS:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            with open(path, encoding="utf-8") as file:
                content = json.load(file)
                for text in texts_of_json(content, fields):
                    add(text, os.path.relpath(path, ROOT), {})
                for text in sources_of(content) if "machines" in pattern or "published" in pattern else ():
                    if not PUBLICATIONS.match(text):
                        # A published figure names its GPU before its source.
                        text = content["gpu"] + ", " + text if "gpu" in content else text
                        add(text, os.path.relpath(path, ROOT), {})
    return texts


def with_context(context, text):
    """As a key, like gettext's own."""
    return context + "\4" + text if context else text


def quoted(keyword, text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n")
    lines = [line for line in re.split(r"(?<=[^\\]\\n)", escaped) if line] or [""]
    parts = []
    for line in lines:
        while len(line) > 100:
            cut = line.rfind(" ", 0, 100) + 1 or len(line)
            parts.append(line[:cut])
            line = line[cut:]
        if line or not parts:
            parts.append(line)
    if len(parts) == 1:
        return '%s "%s"\n' % (keyword, parts[0])
    return keyword + ' ""\n' + "".join('"%s"\n' % part for part in parts)


HEADER = """# Texts of bankloom, made by scripts/extract_texts.py from the sources. Do not edit.
msgid ""
msgstr ""
"Project-Id-Version: bankloom\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
MEANINGS = {"Count": "{%s} is a number: its forms are the language's plural forms", "Case": "{%s} chooses one of its forms"}


def entry_text(text, places, notes, translation="", flags=""):
    lines = "".join(line + "\n" for line in flags.splitlines() if not line.startswith("#,"))
    lines += "".join("#. %s\n" % MEANINGS[kind] % name for name, kind in notes.items())
    lines += "".join("#: %s\n" % place for place in places)
    lines += "".join(line + "\n" for line in flags.splitlines() if line.startswith("#,"))
    context, _, english = text.rpartition("\4")
    return lines + (quoted("msgctxt", context) if context else "") + quoted("msgid", english) + quoted("msgstr", translation)


def template(texts):
    return HEADER + "".join("\n" + entry_text(text, *about) for text, about in texts.items())


def read_po(path):
    """The header's lines, and text -> (translation, flags)."""
    entries, header = {}, ""
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    for block in blocks:
        fields, current, flags = {}, None, ""
        for line in block.splitlines():
            if line.startswith(("#,", "# ")) or line == "#":
                flags += line + "\n"  # fuzzy, and what translators note
            match = re.match(r'(msgctxt|msgid|msgstr)?\s*"(.*)"\s*$', line)
            if match:
                current = match.group(1) or current
                fields[current] = fields.get(current, "") + unescaped(match.group(2))
        if fields.get("msgid", None) == "":
            header = block + "\n"
        elif "msgid" in fields:
            entries[with_context(fields.get("msgctxt", ""), fields["msgid"])] = (fields.get("msgstr", ""), flags)
    return header, entries


def merge(path, texts):
    header, entries = read_po(path)
    text = header
    gone = [one for one in entries if one not in texts and entries[one][0]]
    for one, about in texts.items():
        translation, flags = entries.get(one, ("", ""))
        # A text that was changed a little keeps its translation, to be looked at.
        near = difflib.get_close_matches(one, gone, 1, 0.8) if one not in entries and gone else []
        if near:
            translation, flags = entries[near[0]][0], "#, fuzzy\n"
            gone.remove(near[0])
        text += "\n" + entry_text(one, *about, translation, flags)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    missing = sum(1 for one in texts if not entries.get(one, ("", ""))[0])
    print("%s: %d texts, %d without a translation" % (os.path.relpath(path, ROOT), len(texts), missing))
    for one in gone:
        print("  no longer a text: %s" % one.replace("\n", "\\n"))


def exceptions():
    """(file, text) -> reason; the text * stands for all of the file, one that ends with ... for all that begin so."""
    lines = {}
    with open(os.path.join(ROOT, "scripts/untranslated.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                path, text, reason = (part.strip() for part in line.split(" | ") if part.strip())
                lines[(path, text)] = reason
    return lines


def check_literals(files):
    allowed_ones, met, found = exceptions(), set(), 0
    everything = not files
    for path in sorted(files or glob.glob(ROOT + "/app/**/*.h", recursive=True) + glob.glob(ROOT + "/app/**/*.cpp", recursive=True)):
        name = os.path.relpath(path, ROOT)
        if everything and not FOR_PEOPLE.match(name):
            continue
        untranslated = []
        with open(path, encoding="utf-8") as file:
            texts_of_source(name, file.read(), untranslated)
        for text in untranslated:
            shown = text.replace("\n", "\\n").strip()
            begun = shown[:40].strip() + " ..."
            known = next((key for key in ((name, shown), (name, begun), (name, "*")) if key in allowed_ones), None)
            if known:
                met.add(known)
            else:
                found += 1
                print("%s: no function translates this: %s" % (name, shown))
    if everything:
        for path, text in sorted(set(allowed_ones) - met):
            found += 1
            print("scripts/untranslated.txt: there is no such literal: %s | %s" % (path, text))
    if found:
        sys.exit("%d literals: make them by say(), message() or fail(), or give the reason in scripts/untranslated.txt" % found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if bankloom.pot is not up to date")
    parser.add_argument("--merge", action="store_true", help="also bring the .po files up to date")
    parser.add_argument("--literals", nargs="*", metavar="FILE", help="check that what reads like words is translated")
    options = parser.parse_args()
    if options.literals is not None:
        check_literals(options.literals)
        return
    texts = collected()
    new = template(texts)
    path = os.path.join(ROOT, FOLDER, "bankloom.pot")
    if options.check:
        old = read_po(path)[1] if os.path.exists(path) else {}
        for text in texts:
            if text not in old:
                print("not in bankloom.pot: %s" % text.replace("\n", "\\n").replace("\4", ": "))
        for text in old:
            if text not in texts:
                print("no longer in the sources: %s" % text.replace("\n", "\\n"))
        with open(path, encoding="utf-8") as file:
            if file.read() != new:
                sys.exit("assets/languages/bankloom.pot is not what scripts/extract_texts.py makes; run it with --merge")
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)
    print("%d texts" % len(texts))
    if options.merge:
        for file in sorted(glob.glob(os.path.join(ROOT, FOLDER, "*.po"))):
            merge(file, texts)


if __name__ == "__main__":
    main()
