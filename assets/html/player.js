// Plays the steps of a scene. All numbers and sentences are the program's: they stand in the element "scene". A step
// of a side names its texts by their index in `words`; what is served in which step of a request is in `requests`. The
// page's own words are in `texts`, in the language that the program spoke.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const scene = JSON.parse($("scene").textContent);
  const steps = scene.sides[0].steps.length;
  const column = Object.fromEntries(scene.columns.map((name, index) => [name, index]));
  // Where all is seen at once, the tile has the room that the window leaves (as in the style sheet).
  const filled = window.matchMedia("(min-width: 760px) and (min-height: 560px)");
  const narrow = window.matchMedia("(max-width: 759px)");

  const axisRoom = 26;  // pixels at the left of a tile

  let present = scene.start;
  let shown = "both";
  let label = "bank";
  let timer = 0;
  let untouched = true;

  /** A text of the page with its {fields} filled in. */
  const say = (name, fields) => scene.texts[name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);

  const has = (mask, lane) => (mask >>> lane) & 1;
  const lanesOf = (mask) => Array.from({length: 32}, (_, lane) => lane).filter((lane) => has(mask, lane));

  /** "0-7,9", or "x12" where that is long. */
  function lanesText(mask) {
    const runs = [];
    for (const lane of lanesOf(mask)) {
      const last = runs[runs.length - 1];
      if (last && last[1] === lane - 1) last[1] = lane;
      else runs.push([lane, lane]);
    }
    const text = runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
    return text.length <= 5 ? text : `x${lanesOf(mask).length}`;
  }

  function element(kind, classes, text) {
    const made = document.createElement(kind);
    if (classes) made.className = classes;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /** An element for the texts of a column, in the room of the longest of them, on both sides. */
  function steady(kind, classes, name) {
    const box = element("div", "steady");
    let longest = "";
    for (const side of scene.sides) {
      for (const step of side.steps) {
        const text = scene.words[step[column[name]]];
        if (text.length > longest.length) longest = text;
      }
    }
    const spare = element(kind, `${classes} longest`, longest || "\u00a0");
    spare.setAttribute("aria-hidden", "true");
    const text = element(kind, classes);
    box.append(spare, text);
    return {box, text};
  }

  /** Addresses are below 2^53, so that numbers hold them. */
  const lineOf = (address) => Math.floor(Number.parseInt(address, 16) / scene.lineBytes);

  /** The state of something that is served at step `at` of a request of which `served` steps are over. */
  const stateAt = (at, served) => (at < served ? "done" : at > served ? "waiting" : "now");

  // ---- one side ----------------------------------------------------------------------------------------------------

  class Side {
    constructor(data) {
      this.data = data;
      this.tile = data.tile;
      this.values = [];
      this.valuesAt = -1;  // the step whose values these are
      this.marked = [];    // cells that are not at rest
      this.request = undefined;
      this.build();
    }

    get(step, name) { return this.data.steps[step][column[name]]; }
    words(step, name) { return scene.words[this.get(step, name)]; }

    build() {
      const data = this.data;
      const letter = data.name.toLowerCase();
      const root = element("section", `side ${letter || "a"}`);
      root.setAttribute("aria-label", data.name ? say("side", data) : data.title);
      const name = element("h2", "name", data.title);
      name.title = data.launch;
      const headline = element("div", "headline");
      const left = element("div");
      if (data.name) headline.append(element("span", "letter", data.name));
      this.verdict = steady("p", "verdict", "verdict");
      this.detail = steady("p", "detail", "detail");
      left.append(this.verdict.box, this.detail.box);
      const counter = element("p", "counter");
      this.number = element("b");
      this.of = element("span");
      counter.append(this.number, this.of);
      headline.append(left, counter);
      this.place = steady("p", "place", "place");
      this.code = element("div", "code");
      this.room = element("div", "room");
      this.what = element("p", "what");
      this.ports = element("div", "ports");
      this.ports.setAttribute("role", "img");
      this.lanes = element("ol", "lanes");
      this.lanes.setAttribute("aria-label", say("lanes-row"));
      this.laneItems = Array.from({length: 32}, (_, lane) => {
        const item = element("li", "lane");
        const bank = element("span");
        item.append(element("b", "", lane), bank);
        this.lanes.append(item);
        return {item, bank};
      });
      this.lanesText = steady("p", "lanes-text", "lanes");
      this.sentence = steady("p", "sentence", "sentence");
      const request = element("div", "request-line");
      request.append(this.place.box, this.code);
      const head = element("div", "tile-head");
      head.append(element("span", "tile-title", this.tile ? this.tile.title : say("sectors-title")));
      this.note = element("span", "note");
      head.append(name, this.note);
      this.lanesText.text.id = `lanes-${letter}`;
      this.sentence.text.id = `sentence-${letter}`;
      root.append(headline, request, head, this.room, this.what, this.ports, this.lanes, this.lanesText.box, this.sentence.box);
      this.root = root;
      if (this.tile) this.buildTile();
      else this.room.append((this.lines = element("div", "lines")));
      this.mostLines = Math.max(1, ...data.requests.map((request) => new Set(request.sectors.map(([address]) => lineOf(address))).size));
    }

    /** The cells, a row of numbers above them and a column beside them. */
    buildTile() {
      const {columns, lines, parts, banks, folded} = this.tile;
      const padding = new Set(this.tile.padding);
      const grid = element("div", "tile");
      grid.setAttribute("role", "img");
      grid.setAttribute("aria-label", say("tile-picture", this.tile));
      grid.setAttribute("aria-describedby", `${this.lanesText.text.id} ${this.sentence.text.id}`);
      grid.style.gridTemplateColumns = `var(--axis) repeat(${columns * parts}, var(--wide))`;
      grid.append(element("span", "axis"));
      for (let at = 0; at < columns; ++at) {
        const number = element("span", "axis above", at);
        number.style.gridColumn = `span ${parts}`;
        grid.append(number);
      }
      this.cells = [];
      for (let line = 0; line < lines; ++line) {
        grid.append(element("span", "axis line", folded ? line * columns : line));
        for (let at = 0; at < columns * parts; ++at) {
          const cell = line * columns * parts + at;
          if (cell >= banks.length || banks[cell] < 0) {
            grid.append(element("span"));
            continue;
          }
          const base = `cell bank${banks[cell]}${padding.has(Math.floor(cell / parts)) ? " padding" : ""}`;
          const box = element("div", base);
          const text = element("span");
          box.dataset.cell = cell;
          box.append(text);
          grid.append(box);
          this.cells[cell] = {box, text, base};
        }
      }
      grid.addEventListener("mouseover", (event) => this.describeCell(event.target.closest(".cell")));
      this.grid = grid;
      this.room.append(grid);
    }

    describeCell(box) {
      if (!box) return;
      const {columns, parts, banks, folded} = this.tile;
      const cell = Number(box.dataset.cell), item = Math.floor(cell / parts);
      const place = {item, row: Math.floor(item / columns), column: item % columns, bank: banks[cell]};
      const lines = [say(folded ? "cell-of-list" : "cell", place)];
      if (this.values[item]) lines.push(say("cell-value", {value: this.values[item]}));
      if (box.dataset.lanes) lines.push(say("cell-lanes", {lanes: box.dataset.lanes}));
      box.title = lines.join("\n");
    }

    /** The largest size of a cell in the room that there is; nothing without a tile. */
    cellSize() {
      this.room.style.flex = this.lines ? `0 1 ${this.mostLines * 25}px` : "";
      if (!this.tile) return undefined;
      const {columns, lines, parts} = this.tile;
      let wide = Math.min((this.room.clientWidth - axisRoom - 4) / (columns * parts), 64);
      let high = Math.min(wide * parts, 40);
      if (filled.matches) {
        high = Math.max(Math.min((this.room.clientHeight - 20) / lines, high * 1.25, 40), 6);
        wide = Math.min(wide, high * 2.2);
      }
      const whole = (size, least) => Math.floor(Math.max(size, least) * 4) / 4;
      return {wide: whole(wide, 4), high: whole(high, 6)};
    }

    setCellSize({wide, high}) {
      const style = this.grid.style;
      style.setProperty("--axis", `${axisRoom}px`);
      style.setProperty("--wide", `${wide}px`);
      style.setProperty("--high", `${high}px`);
      const size = Math.min(high * 0.82, (wide * 1.75) / (label === "value" ? 4.2 : 2.4), 20);
      style.setProperty("--label", `${size}px`);
      this.grid.classList.toggle("small-cells", size < 6.5);
      // Every second, fourth ... number of an axis where there is no room for more.
      const thin = (items, pitch, room) => {
        const every = 2 ** Math.max(0, Math.ceil(Math.log2(room / pitch)));
        for (const [index, item] of items.entries()) item.style.visibility = index % every ? "hidden" : "";
      };
      thin([...this.grid.querySelectorAll(".axis.above")], wide * this.tile.parts, 14);
      thin([...this.grid.querySelectorAll(".axis.line")], high, 10);
    }

    /** A flat tile alone leaves its room to what is below it. */
    settle(isAlone) {
      const isFlat = isAlone && this.tile && filled.matches && this.grid.offsetHeight + 60 < this.room.clientHeight;
      if (isFlat) this.room.style.flex = `0 1 ${this.grid.offsetHeight + 6}px`;
      this.root.classList.toggle("flat", Boolean(isFlat));
      this.root.classList.toggle("roomy", Boolean(isFlat || this.lines));
    }

    /** The values of a step are those of the step before it and what has changed. */
    takeValues(step) {
      if (step < this.valuesAt) {
        this.values = [];
        this.valuesAt = -1;
      }
      while (this.valuesAt < step) {
        this.valuesAt += 1;
        for (const [item, word] of this.get(this.valuesAt, "values")) this.values[item] = scene.words[word];
      }
    }

    cellText(cell, lanes) {
      if (label === "lane") return lanes ? lanesText(lanes) : "";
      if (label === "bank") return this.tile.banks[cell];
      return cell % this.tile.parts === 0 ? this.values[cell / this.tile.parts] || "" : "";
    }

    /** What is served of the present request, cell by cell; a cell may be served in several steps. */
    showCells(request, served) {
      for (const cell of this.marked) {
        this.cells[cell].box.className = this.cells[cell].base;
        delete this.cells[cell].box.dataset.lanes;
      }
      const marks = new Map();
      for (const [cell, at, lanes] of request ? request.cells : []) {
        const mark = marks.get(cell) || {lanes: 0, states: new Set()};
        mark.lanes |= lanes;
        mark.states.add(stateAt(at, served));
        marks.set(cell, mark);
      }
      this.grid.classList.toggle("active", marks.size > 0);
      for (const [cell, {lanes, states}] of marks) {
        const state = ["now", "waiting", "done"].find((one) => states.has(one));
        this.cells[cell].box.classList.add(state);
        this.cells[cell].box.dataset.lanes = lanesOf(lanes).join(",");
      }
      this.marked = [...marks.keys()];
      for (const item of request ? request.badCells : []) {
        for (let cell = item * this.tile.parts; cell < (item + 1) * this.tile.parts; ++cell) {
          if (!this.cells[cell]) continue;
          this.cells[cell].box.classList.add("bad");
          this.marked.push(cell);
        }
      }
      for (const cell in this.cells) {
        const mark = marks.get(Number(cell));
        const text = String(this.cellText(Number(cell), mark ? mark.lanes : 0));
        if (this.cells[cell].text.textContent !== text) this.cells[cell].text.textContent = text;
      }
    }

    /** The lines of a request with their sectors, for a kernel without shared memory. */
    buildLines(request) {
      this.lines.replaceChildren();
      this.lines.style.gridTemplateColumns = `max-content repeat(${scene.lineBytes / scene.sectorBytes}, minmax(0, 1fr))`;
      this.lineSectors = [];
      const lines = new Map();
      for (const [index, [address]] of (request ? request.sectors : []).entries()) {
        const line = lineOf(address);
        if (!lines.has(line)) lines.set(line, new Map());
        const slot = (Number.parseInt(address, 16) % scene.lineBytes) / scene.sectorBytes;
        lines.get(line).set(slot, [...(lines.get(line).get(slot) || []), index]);
      }
      for (const [line, slots] of lines) {
        this.lines.append(element("span", "address", `0x${(line * scene.lineBytes).toString(16)}`));
        for (let slot = 0; slot < scene.lineBytes / scene.sectorBytes; ++slot) {
          const asked = slots.get(slot);
          const box = element("span", asked ? "sector" : "sector unasked");
          if (asked) {
            box.textContent = lanesText(asked.reduce((mask, index) => mask | request.sectors[index][1], 0));
            box.title = say("sector", {address: request.sectors[asked[0]][0]});
            this.lineSectors.push({box, asked});
          }
          this.lines.append(box);
        }
      }
    }

    /** A bar a bank, a part of it a word; or a box a sector. */
    buildPorts(request) {
      this.ports.replaceChildren();
      this.portItems = [];
      const add = (parent, at, classes, title) => {
        const box = element("span", classes);
        box.title = title;
        this.portItems.push({box, at, classes});
        parent.append(box);
      };
      this.what.textContent = "\u00a0";
      if (!request) return;
      if (request.sectors.length) {
        this.what.textContent = say("sectors");
        let last;
        for (const [at, [address, lanes]] of request.sectors.entries()) {
          const line = lineOf(address);
          add(this.ports, at, `sector${last !== undefined && line !== last ? " line-begins" : ""}`, say("sector-lanes", {address, lanes: lanesText(lanes)}));
          last = line;
        }
      } else if (request.words.length) {
        this.what.textContent = say("words");
        const banks = Array.from({length: scene.banks}, () => []);
        for (const word of request.words) banks[word[0]].push(word);
        const most = Math.max(8, ...banks.map((words) => words.length));
        for (const [bank, words] of banks.entries()) {
          const bar = element("span", most > 8 ? "bank" : "bank few");
          for (const [, at, lanes] of words) {
            add(bar, at, `word bank${bank}`, say("bank-lanes", {bank, lanes: lanesText(lanes)}));
            bar.lastChild.style.height = `${100 / most}%`;
          }
          this.ports.append(bar);
        }
      }
      this.ports.setAttribute("aria-label", this.what.textContent);
    }

    /** Moves what is served now into sight, where the tile is higher than its room. */
    scrollToNow() {
      const now = this.grid.querySelector(".now") || this.grid.querySelector(".bad");
      if (!now || this.room.scrollHeight <= this.room.clientHeight) return;
      const top = now.offsetTop, bottom = top + now.offsetHeight;
      if (top < this.room.scrollTop || bottom > this.room.scrollTop + this.room.clientHeight) {
        this.room.scrollTop = top - this.room.clientHeight / 2;
      }
    }

    showLanes(step, request) {
      const now = this.get(step, "now"), done = this.get(step, "done"), waiting = this.get(step, "waiting");
      for (const [lane, {item, bank}] of this.laneItems.entries()) {
        const state = has(now, lane) ? "now" : has(done, lane) ? "done" : has(waiting, lane) ? "waiting" : "inactive";
        const banks = [...new Set((request ? request.words : []).filter((word) => has(word[2], lane)).map((word) => word[0]))];
        bank.textContent = banks.length > 1 ? `${banks[0]}+` : banks.length ? banks[0] : "";
        item.className = `lane ${state}${banks.length ? ` bank${banks[0]}` : ""}${request && has(request.bad, lane) ? " bad" : ""}`;
        const lines = [say(`lane-${state}`, {lane})];
        if (banks.length) lines.push(say(banks.length > 1 ? "lane-banks" : "lane-bank", {banks: banks.join(", ")}));
        item.title = lines.join("\n");
      }
    }

    show(step) {
      const number = this.get(step, "request");
      const request = number === null ? undefined : this.data.requests[number];
      const served = this.get(step, "step");
      this.takeValues(step);
      if (request !== this.request || !this.portItems) {
        this.buildPorts(request);
        if (this.lines) this.buildLines(request);
        this.code.textContent = request && request.code ? request.code : "\u00a0";
        this.note.textContent = request ? request.note : "";
        this.request = request;
      }
      for (const {box, at, classes} of this.portItems) box.className = `${classes} ${stateAt(at, served)}`;
      for (const {box, asked} of this.lineSectors || []) {
        const states = asked.map((at) => stateAt(at, served));
        box.className = `sector ${["now", "waiting", "done"].find((state) => states.includes(state))}`;
      }
      if (this.tile) {
        this.showCells(request, served);
        this.scrollToNow();
      }
      this.showLanes(step, request);
      this.verdict.text.textContent = this.words(step, "verdict");
      this.verdict.text.className = `verdict ${request ? request.quality : "neutral"}`;
      this.detail.text.textContent = this.words(step, "detail");
      this.number.textContent = this.words(step, "number");
      this.of.textContent = this.words(step, "of");
      this.place.text.textContent = this.words(step, "place");
      this.lanesText.text.textContent = this.words(step, "lanes");
      this.sentence.text.textContent = this.words(step, "sentence");
      this.root.classList.toggle("done", Boolean(request) && served >= request.steps);
    }

    spoken(step) {
      const words = say("spoken", {verdict: this.words(step, "verdict"), sentence: this.words(step, "sentence")});
      return this.data.name ? say("named", {name: this.data.name, words}) : words;
    }
  }

  // ---- the page ----------------------------------------------------------------------------------------------------

  const sides = scene.sides.map((data) => new Side(data));
  const isComparison = sides.length > 1;
  const visible = () => sides.filter((side) => !side.root.hidden);

  /** Cells as large as the window allows, of one size on both sides. */
  function fit() {
    for (const side of visible()) side.root.classList.remove("flat", "roomy");
    const sizes = visible().map((side) => side.cellSize()).filter(Boolean);
    const size = {wide: Math.min(...sizes.map(({wide}) => wide)), high: Math.min(...sizes.map(({high}) => high))};
    for (const side of visible()) {
      if (side.tile) side.setCellSize(size);
      side.settle(visible().length === 1);
    }
  }

  function show() {
    for (const side of visible()) side.show(present);
    $("scrub").value = present;
    const place = say("step-of", {step: scene.first + present + 1, all: scene.all});
    $("step").textContent = place;
    $("scrub").setAttribute("aria-valuetext", `${place}: ${visible().map((side) => side.words(present, "place")).join("; ")}`);
    // Spoken where the words are others than before: not at each step.
    const spoken = visible().map((side) => side.spoken(present)).join(" ");
    if ($("live").textContent !== spoken) $("live").textContent = spoken;
  }

  /** What a comparison that was played to its end shows until something is done: a bar and a time for each side. */
  function buildResult() {
    if (!scene.result) return;
    const {title, bars} = scene.result;
    const most = Math.max(...bars.map((bar) => bar.count));
    $("result").append(element("p", "", title));
    for (const [index, {count, time, origin}] of bars.entries()) {
      const letter = index ? "b" : "a";
      const room = element("div");
      const bar = room.appendChild(element("div", `bar ${letter}`));
      bar.style.width = `${(count / most) * 100}%`;
      const measured = element("span", "", time);
      if (origin) measured.append(element("small", "", origin));
      $("result").append(element("b", `name ${letter}`, letter.toUpperCase()), room, element("b", `count ${count < most ? "least" : "most"}`, count), measured);
    }
  }

  function endWithResult() {
    play(false);
    $("result").hidden = !scene.result;
  }

  function goTo(step) {
    untouched = false;
    $("result").hidden = true;
    present = Math.max(0, Math.min(steps - 1, step));
    show();
  }

  /** How long a step is shown: as long as its pace says, and at the end of its request for some time more. */
  function secondsOf(step) {
    const [slowly, after] = scene.seconds[step];
    const pace = Number($("pace").value);
    return (pace ? 1 / pace : slowly) + after;
  }

  function playOn() {
    timer = setTimeout(() => {
      if (present === steps - 1) return endWithResult();
      goTo(present + 1);
      playOn();
    }, 1000 * secondsOf(present));
  }

  function play(on) {
    clearTimeout(timer);
    timer = 0;
    if (on) {
      // From the beginning at the end, and where nothing was chosen yet.
      if (present === steps - 1 || untouched) goTo(0);
      $("result").hidden = true;
      playOn();
    }
    const icon = on ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 3v10l9-5z";
    $("play").innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg>`;
    $("play").append(say(on ? "pause" : "play"));
  }

  function stepBy(by) {
    play(false);
    goTo(present + by);
  }

  /** The first step of the next request, or of this one or the one before. */
  function requestBy(by) {
    const begins = (step) => step === 0 || sides.some((side) => side.get(step, "request") !== side.get(step - 1, "request"));
    let step = present + by;
    while (step > 0 && step < steps - 1 && !begins(step)) step += by;
    play(false);
    goTo(step);
  }

  function showSides(which) {
    shown = which;
    arrange();
  }

  /** Which sides are seen: in a narrow window one of them. */
  function arrange() {
    const both = shown === "both" && !narrow.matches;
    const one = shown === "b" ? 1 : 0;
    for (const [index, side] of sides.entries()) side.root.hidden = isComparison && !both && index !== one;
    for (const button of $("sides-shown").children) {
      const is = both ? "both" : one ? "b" : "a";
      button.setAttribute("aria-pressed", String(button.dataset.shown === is));
      button.hidden = button.dataset.shown === "both" && narrow.matches;
    }
    show();
    fit();
  }

  function showLabels(which) {
    label = which;
    for (const button of $("labels").children) button.setAttribute("aria-pressed", String(button.dataset.label === label));
    arrange();
  }

  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    const other = theme === "dark" ? "light" : "dark";
    $("theme").textContent = say(other);
    $("theme").title = say(`${other}-help`);
    $("theme").setAttribute("aria-label", $("theme").title);
  }

  /** A block a request, as long as the steps that both sides take for it; the filled part is the side's own. */
  function buildTimeline() {
    $("timeline").replaceChildren(...sides.map((side) => {
      const track = element("div", "track");
      for (let begin = 0; begin < steps;) {
        let end = begin + 1;
        while (end < steps && sides.every((one) => one.get(end, "request") === one.get(begin, "request"))) ++end;
        const number = side.get(begin, "request");
        const request = number === null ? undefined : side.data.requests[number];
        const block = element("span", "request");
        block.style.flex = `${end - begin} 1 0`;
        block.title = side.words(begin, "place");
        if (request) {
          const kind = request.quality === "wasteful" ? "wasteful" : request.space === "shared" ? (request.op === "load" ? "load" : "store") : "global";
          block.classList.add(kind);
          const fill = element("i");
          fill.style.width = `${Math.min(1, request.steps / (end - begin)) * 100}%`;
          block.append(fill);
        }
        track.append(block);
        begin = end;
      }
      return track;
    }));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    // A list of choices has its own keys; Space presses the button that has the focus.
    if (target.closest("select") || (event.key === " " && target.closest("button"))) return;
    const actions = {
      " ": () => play(!timer),
      ArrowRight: () => (event.shiftKey ? requestBy(1) : stepBy(1)),
      ArrowLeft: () => (event.shiftKey ? requestBy(-1) : stepBy(-1)),
      Home: () => stepBy(-steps),
      End: () => stepBy(steps),
      a: () => isComparison && showSides("a"),
      b: () => isComparison && showSides("b"),
      c: () => isComparison && showSides(narrow.matches ? (sides[0].root.hidden ? "a" : "b") : "both"),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  document.addEventListener("pointerdown", () => { $("result").hidden = true; });
  $("to-start").onclick = () => stepBy(-steps);
  $("back").onclick = () => stepBy(-1);
  $("play").onclick = () => play(!timer);
  $("forward").onclick = () => stepBy(1);
  $("to-end").onclick = () => stepBy(steps);
  $("scrub").oninput = () => {
    play(false);
    goTo(Number($("scrub").value));
  };
  $("pace").onchange = () => {
    if (timer) play(true);
  };
  for (const button of $("sides-shown").children) button.onclick = () => showSides(button.dataset.shown);
  for (const button of $("labels").children) button.onclick = () => showLabels(button.dataset.label);
  $("theme").onclick = () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");

  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
  setTheme(prefersDark.matches ? "dark" : "light");
  prefersDark.addEventListener("change", () => setTheme(prefersDark.matches ? "dark" : "light"));
  document.title = $("title").textContent = scene.title;
  $("caption").title = scene.scene;
  $("caption").textContent = scene.origin;
  $("scrub").max = steps - 1;
  for (const [pace, words] of scene.paces) {
    const option = element("option", "", words);
    option.value = pace;
    option.selected = pace === scene.pace;
    $("pace").append(option);
  }
  $("sides-shown").hidden = !isComparison;
  $("labels").hidden = !sides.some((side) => side.tile);
  $("sides").append(...sides.map((side) => side.root));
  buildTimeline();
  buildResult();
  play(false);
  showLabels("bank");
  narrow.addEventListener("change", arrange);
  new ResizeObserver(fit).observe($("sides"));
})();
