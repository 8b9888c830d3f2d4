"use strict";
// A deal as a film. Nothing here knows a particular game: it draws chairs, piles and sentences, and makes no requests.
// All text is inserted as text. The data are described in film/frames.py and film/questions.py.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const felt = byId("felt");
  const quiet = matchMedia("(prefers-reduced-motion: reduce)");
  const { Cards } = window;
  const { CARD, SVG, colourOf, draw, make, paint } = Cards;
  const DEAR = ["blunder", "mistake", "inaccuracy"];
  const GOOD = 5; // In chances of 100: the limit of an inaccuracy,
  const BAD = 15; // and of a blunder.

  // The state that the viewer can change.
  let language = data.language;
  let deal = 0;
  let at = 0;
  let open = false;
  let asking = false;
  let timer = 0;
  let speed = 1;
  const answers = new Map(); // The answer to each question.
  let tail = null; // The moves after an answer to a puzzle: {deal, at, frames}.

  // Words

  const tongue = () => data.languages.indexOf(language);
  const nextTongue = () => (tongue() + 1) % data.languages.length;
  const own = (name, facts = {}) =>
    data.words[name][tongue()].replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
  function text(number) {
    if (number < 0) return "";
    const row = data.sentences[number];
    return typeof row === "string" ? row : row[tongue()];
  }
  const closed = (number) => text(number).replace(/([^.!?])$/, "$1."); // With a full stop: more sentences follow.
  const called = (seat) => data.names[tongue()][seat];
  const face = (card) => data.faces[tongue()][card % Cards.PACK];
  const spoken = (card) => (card < 0 ? "?" : data.spoken[tongue()][card % Cards.PACK]);
  const aloud = (line) => Cards.aloud(line, data.faces[tongue()], data.spoken[tongue()], data.suits[tongue()]);

  const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

  // Frames: each one holds only its changes from the one before.

  function whole(rows, before = {}) {
    let last = before;
    return rows.map((row) => {
      const next = { ...last, ...row, lines: row.lines, open_lines: row.open_lines, mover: row.mover };
      for (const kind of ["chairs", "piles", "hands"]) {
        if (!last[kind] && !row[kind]) continue;
        next[kind] = { ...last[kind], ...row[kind] };
        for (const [name, value] of Object.entries(next[kind])) if (value === null) delete next[kind][name];
      }
      last = next;
      return next;
    });
  }
  const asPile = ([owner, layout, size, label, cards, by, winning]) => ({ owner, layout, size, label, cards, by, winning });
  const asChair = ([cards, texts, flags, known, side]) =>
    ({ cards, texts, acting: flags & 1, out: flags & 2, known, side });
  const deals = data.deals.map((one) => {
    const frames = whole(one.frames);
    // A stack keeps its place from its first card to its last.
    const stacks = new Set(frames.flatMap((frame) => Object.entries(frame.piles))
      .filter(([, pile]) => asPile(pile).layout === "stack" && asPile(pile).size).map(([name]) => name));
    let told = -1;
    const numbers = frames.map((frame) => (told += frame.lines.length || told < 0 ? 1 : 0));
    const questions = new Map(one.questions.map((question) => [question.frame, question]));
    return { ...one, frames, stacks, numbers, questions };
  });
  const now = () => deals[deal];
  const inTail = () => tail !== null && tail.deal === deal;
  const frames = () => (inTail() ? [...now().frames.slice(0, tail.at + 1), ...tail.frames] : now().frames);
  const question = () => (asking && !tail ? now().questions.get(at) : undefined);
  const key = () => `${deal}.${at}`;
  const lines = (frame) => (open && frame.open_lines) || frame.lines;
  const pilesOf = (frame) => Object.entries(frame.piles).map(([name, pile]) => ({ name, ...asPile(pile) }));
  const ownHand = (frame) => (frame.piles.hand ? asPile(frame.piles.hand).cards : []);

  // The layout of the table. `table.cards` are the cards on it, `table.spots` the positions of seats and piles.

  const elements = new Map(); // The cards now on the table, by name.
  let table = null;

  function lay(frame) {
    felt.querySelectorAll(".seat, .label, .badge, .slot, #ended").forEach((element) => element.remove());
    const width = felt.clientWidth;
    const height = felt.clientHeight;
    const narrow = width < 560;
    const card = clamp(Math.min(width / (narrow ? 6.2 : 10.5), height / (narrow ? 7 : 6)), 36, 104);
    table = { width, height, narrow, card, cards: [], seats: {}, spots: {} };
    const bottom = layOwn(frame);
    const { top, side } = layOthers(frame);
    layMiddle(frame, { left: side + 8, right: width - side - 8, top: top + 4, bottom: bottom - 8 });
  }

  function put(card, name, x, y, width, z, more = {}) {
    table.cards.push({ card, name: card >= 0 ? `card ${card}` : name, x, y, width, z, ...more });
  }

  function plateOf(frame, seat) {
    const chair = asChair(frame.chairs[seat]);
    const plate = make("div", undefined, "seat");
    plate.append(make("b", `${called(seat)} (${chair.cards})`));
    plate.append(make("small", chair.texts.map(text).join(" · ") || "\u00a0"));
    plate.classList.toggle("acting", chair.acting);
    plate.classList.toggle("out", chair.out);
    plate.classList.toggle("friend", chair.side === 0 && seat !== data.viewer);
    felt.append(plate);
    return plate;
  }

  function layOwn(frame) {
    const plate = plateOf(frame, data.viewer);
    const { width, height, card, narrow } = table;
    const high = plate.offsetHeight + 6;
    plate.style.left = `${width / 2}px`;
    plate.style.top = `${height - high}px`;
    table.seats[data.viewer] = { x: width / 2, y: height - high, width: card };
    const hand = ownHand(frame);
    const step = Math.min(card * (narrow ? 0.8 : 0.94), (width - 24 - card) / Math.max(1, hand.length - 1));
    const left = width / 2 - (step * (hand.length - 1) + card) / 2;
    const badge = make("div", undefined, "badge");
    badge.append(...frame.badge.map((line) => make("div", text(line))));
    badge.style.maxWidth = `${width / 2 - plate.offsetWidth / 2 - 22}px`;
    felt.append(badge);
    // The hand is placed above the badge if it is wide enough to overlap it.
    const over = left < badge.offsetLeft + badge.offsetWidth ? badge.offsetHeight + 4 : 0;
    const top = height - Math.max(high, over) - card * 1.4 - 10;
    hand.forEach((one, nth) => put(one, `hand ${nth}`, left + nth * step, top, card, 300 + nth));
    return top;
  }

  // Clockwise from the lower left: one or two at the top, more of them also at the sides; on a phone in rows on top.
  function layOthers(frame) {
    const { width, height, narrow } = table;
    const count = data.seats - 1;
    const others = Array.from({ length: count }, (_, nth) => (data.viewer + 1 + nth) % data.seats);
    const rows = narrow || (height < 420 && count > 3);
    const perRow = Math.ceil(count / Math.ceil(count / Math.max(3, Math.floor(width / 92))));
    const sides = count <= 2 ? 0 : Math.max(1, Math.ceil((count - Math.floor(width / 165)) / 2));
    const above = count - 2 * sides;
    const card = clamp(table.card * (count > 5 ? 0.36 : 0.44), 18, 44);
    let top = 0;
    let side = 0;
    others.forEach((seat, nth) => {
      const chair = asChair(frame.chairs[seat]);
      const plate = plateOf(frame, seat);
      const most = count > 3 ? Math.min(width * 0.17, width / above - 8) : width * 0.3;
      const room = rows ? width / perRow - 6 : most;
      plate.style.maxWidth = `${room}px`;
      const high = plate.offsetHeight + card * 1.4 + 8;
      const known = (open && frame.hands && frame.hands[seat]) || chair.known;
      const step = Math.min(card * 0.62, (room - card) / Math.max(1, chair.cards - 1));
      const wide = step * Math.max(0, chair.cards - 1) + card;
      const half = Math.max(plate.offsetWidth, wide) / 2;
      let x = ((nth - sides + 0.5) / above) * width;
      let y = 4;
      if (rows) {
        const row = Math.floor(nth / perRow);
        x = ((nth % perRow) + 0.5) * (width / Math.min(perRow, count - row * perRow));
        y = 4 + row * high;
      } else if (nth < sides || nth >= sides + above) {
        const step = nth < sides ? nth : count - 1 - nth;
        const low = height * (sides > 1 ? 0.56 : 0.4);
        x = nth < sides ? 0 : width;
        y = sides > 1 ? low - ((low - Math.min(low, high + 8)) * step) / (sides - 1) : low;
      }
      x = clamp(x, half + 6, width - half - 6);
      plate.style.left = `${x}px`;
      plate.style.top = `${y}px`;
      table.seats[seat] = { x, y: y + plate.offsetHeight, width: card };
      for (let one = 0; one < chair.cards; one++)
        put(known[one] ?? -1, `seat ${seat} ${one}`, x - wide / 2 + one * step, y + plate.offsetHeight + 2, card, 200 + one);
      if (rows || y < 5) top = Math.max(top, y + high);
      else side = Math.max(side, Math.min(room, 2 * half) + 12);
    });
    return { top, side };
  }

  // The label below a stack is wider than a card.
  const stackRoom = (card) => Math.max(card * 1.6, 92) + 4;

  // The cards in the middle shrink in steps of a tenth until they fit between the stacks, which keep their places.
  function layMiddle(frame, room) {
    const piles = pilesOf(frame).filter(({ name }) => name !== "hand");
    const stacks = piles.filter(({ name, layout }) => layout === "stack" && now().stacks.has(name));
    const lying = piles.filter(({ layout, cards }) => layout !== "stack" && cards.length);
    const beside = !table.narrow && lying.length > 0;
    const LABEL = 30; // Two lines.
    const GAP = 16;
    let card = table.card * 0.94;
    let rows = [];
    let high = 0;
    for (let turn = 0; turn < 12; turn++, card *= 0.9) {
      const wide = room.right - room.left - (beside && stacks.length ? 2 * stackRoom(card) : 0);
      rows = inRows(lying.map((pile) => shapeOf(pile, card, wide, lying)), wide, GAP);
      const over = table.narrow && stacks.length && lying.length ? card * 1.4 + LABEL : 0;
      high = over + rows.reduce((sum, row) => sum + Math.max(...row.map((shape) => shape.high)) + LABEL, 0);
      if (high <= room.bottom - room.top) break;
    }
    const middle = (room.top + room.bottom) / 2;
    const centre = (room.left + room.right) / 2;
    const tall = card * 1.4;
    const low = Math.min(middle - tall / 2, room.bottom - tall - LABEL);
    let y = middle - high / 2;
    if (beside) {
      const apart = stackRoom(card);
      const rim = (apart - card) / 2;
      stacks.forEach((pile, nth) => {
        const right = stacks.length > 1 && nth >= stacks.length / 2;
        const x = right ? room.right - rim - card - apart * (stacks.length - 1 - nth) : room.left + rim + apart * nth;
        layStack(pile, x, low, card, apart - 4);
      });
    } else {
      const top = lying.length ? y : low;
      // Far enough apart for the labels below them.
      const apart = clamp((room.right - room.left) / Math.max(2, stacks.length), card * 1.9, Math.max(card * 3, 150));
      stacks.forEach((pile, nth) =>
        layStack(pile, centre + (nth + 0.5 - stacks.length / 2) * apart - card / 2, top, card, apart - 8));
      if (lying.length && stacks.length) y += tall + LABEL;
    }
    for (const row of rows) {
      const rowHigh = Math.max(...row.map((shape) => shape.high));
      let x = centre - row.reduce((sum, shape) => sum + shape.wide + GAP, -GAP) / 2;
      for (const shape of row) {
        layShape(shape, x, y + rowHigh / 2, card);
        label(text(shape.pile.label), x + shape.wide / 2, y + rowHigh + 4, Math.max(shape.wide, card * 1.5) + 12);
        x += shape.wide + GAP;
      }
      y += rowHigh + LABEL;
    }
  }

  function inRows(shapes, wide, gap) {
    const rows = [];
    let used = Infinity;
    for (const shape of shapes) {
      if (used + shape.wide + gap > wide) {
        rows.push([]);
        used = 0;
      }
      rows.at(-1).push(shape);
      used += shape.wide + gap;
    }
    return rows;
  }

  function shapeOf(pile, card, wide, lying) {
    const { layout, cards, by } = pile;
    if (layout === "pairs") {
      const count = cards.length / 2;
      const columns = clamp(Math.floor(wide / (card * 1.36)), 1, count);
      return { pile, columns, wide: columns * card * 1.36, high: Math.ceil(count / columns) * card * 1.4 * 1.36 };
    }
    if (layout === "trick" && by.length && lying.filter((other) => other.layout === "trick").length === 1) {
      const many = data.seats > 4;
      return { pile, compass: many ? 1.5 : 1, wide: card * (many ? 4.2 : 3.2), high: card * 1.4 * (many ? 2.7 : 2.3) };
    }
    const step = Math.min(card * 0.78, (wide - card) / Math.max(1, cards.length - 1));
    const along = card + step * (cards.length - 1);
    return { pile, step, inset: Math.max(0, card * 1.5 - along) / 2, wide: Math.max(along, card * 1.5), high: card * 1.4 };
  }

  function layShape(shape, x, middle, card) {
    const { cards, by, winning, name } = shape.pile;
    const tall = card * 1.4;
    const centre = x + shape.wide / 2;
    table.spots[name] = { x: centre - card / 2, y: middle - tall / 2, width: card };
    cards.forEach((one, nth) => {
      const more = { winning: winning !== null && one === winning };
      if (shape.columns) {
        const pair = nth >> 1;
        const over = nth % 2;
        const left = x + (pair % shape.columns) * card * 1.36 + over * card * 0.28;
        const top = middle - shape.high / 2 + Math.floor(pair / shape.columns) * tall * 1.36 + over * tall * 0.26;
        if (one !== -2) put(one, `${name} ${nth}`, left, top, card, 30 + nth, more);
      } else if (shape.compass) {
        const turn = (2 * Math.PI * ((by[nth] - data.viewer + data.seats) % data.seats)) / data.seats;
        const left = centre - card / 2 - Math.sin(turn) * card * shape.compass;
        const top = middle - tall / 2 + Math.cos(turn) * tall * 0.58 * shape.compass;
        put(one, `${name} ${nth}`, left, top, card, 30 + nth, more);
      } else put(one, `${name} ${nth}`, x + shape.inset + nth * shape.step, middle - tall / 2, card, 30 + nth, more);
    });
  }

  function layStack({ name, size, label: words, cards }, x, y, card, wide) {
    const tall = card * 1.4;
    const said = text(words);
    table.spots[name] = { x, y, width: card };
    if (!size) {
      const slot = make("div", undefined, "slot");
      Object.assign(slot.style, { left: `${x}px`, top: `${y}px`, width: `${card}px`, height: `${tall}px` });
      felt.append(slot);
    } else {
      const top = cards.at(-1) ?? -1;
      const second = cards.at(-2) ?? -1;
      // The lowest card, if known, is drawn crosswise under the backs; otherwise the card below the top one peeps out.
      if (top < 0 && cards[0] >= 0) put(cards[0], "", x + card + tall * 0.4, y + (tall - card) / 2, card, 1, { turn: 90 });
      else if (second >= 0) put(second, "", x - card * 0.34, y, card, 2);
      if (top >= 0) put(top, "", x, y, card, 6);
      else
        for (let nth = 0; nth < Math.min(3, Math.ceil(size / 6)); nth++)
          put(-1, `${name} ${nth}`, x + nth * 2, y - nth * 2, card, 3 + nth);
    }
    label(said && !/\d/.test(said) ? `${said} ${size}` : said, x + card / 2, y + tall + 3, wide);
  }

  function label(words, x, y, width) {
    const found = make("div", words, "label");
    Object.assign(found.style, { left: `${x}px`, top: `${y}px`, width: `${width}px` });
    felt.append(found);
  }

  // Animation: a card that is in both frames glides.

  function show(step) {
    const frame = frames()[at];
    const before = table;
    const moving = !quiet.matches && step === 1 && before !== null;
    lay(frame);
    felt.classList.remove("moving");
    const left = new Set(elements.keys());
    for (const one of table.cards) {
      left.delete(one.name);
      let element = elements.get(one.name);
      if (!element) {
        element = make("div");
        elements.set(one.name, element);
        felt.append(element);
        // Cards for a hand come from the stock, played cards from their seat.
        const from = moving && ((one.z >= 200 && before.spots.stock) || before.seats[frame.mover]);
        settle(element, from ? { ...one, x: from.x, y: from.y, width: from.width, z: 900 } : one);
      }
      paint(element, one.card, face(one.card), one.width < 40);
      element.classList.toggle("winning", Boolean(one.winning));
    }
    if (moving) {
      felt.getBoundingClientRect(); // Makes the browser register where the new cards start.
      felt.classList.add("moving");
      felt.style.setProperty("--slide", `${Math.min(420, 420 / speed)}ms`);
    }
    for (const one of table.cards) settle(elements.get(one.name), one);
    const away = table.spots.discard || table.spots.taken || table.seats[frame.mover];
    for (const name of left) {
      const element = elements.get(name);
      elements.delete(name);
      if (!moving || !away) element.remove();
      else {
        settle(element, { ...away, z: 5 });
        element.style.opacity = 0;
        setTimeout(() => element.remove(), 460);
      }
    }
    tell(frame);
  }

  function settle(element, { x, y, width, z, turn }) {
    const turned = turn ? `rotate(${turn}deg) ` : "";
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${turned}scale(${(width / CARD.width).toFixed(4)})`;
    element.style.zIndex = z;
    element.style.opacity = 1;
  }

  // The words beside the table

  const questionText = () => (data.puzzle ? own("find") : own("question", { who: called(data.viewer) }));
  const isEnd = () => at === frames().length - 1;
  function tell(frame) {
    const ended = isEnd() && !inTail() && now().end.length > 0;
    const asked = question();
    const unanswered = asked && !answers.has(key());
    const numbers = now().numbers;
    document.documentElement.lang = language;
    document.title = `${text(data.title)} – cardtable`;
    byId("title").textContent = text(data.title);
    byId("where").textContent = data.puzzle
      ? text(now().name)
      : own("where", { deal: text(now().name), number: numbers[Math.min(at, numbers.length - 1)], all: numbers.at(-1) });
    say(unanswered ? questionText() : ended ? now().end.map(text).join(" · ") : lines(frame).map(text).join(" "));
    byId("spoken").textContent = aloud(described(frame));
    document.body.classList.toggle("asked", Boolean(asked));
    place.max = frames().length - 1;
    place.value = at;
    place.setAttribute("aria-valuetext", byId("where").textContent);
    tellLog();
    tellCurve();
    tellQuestion();
    if (ended && !asked) felt.append(ending());
    const address = `#${deal + 1}.${at}`;
    try {
      if (location.hash !== address && !timer) history.replaceState(null, "", address);
    } catch {
      // Some browsers do not allow this for a page opened from a file.
    }
  }

  // Signs for the eye, words for the ear.
  function both(words) {
    const spokenWords = aloud(words);
    if (spokenWords === words) return [words];
    const seen = make("span", words);
    seen.setAttribute("aria-hidden", "true");
    return [seen, make("span", spokenWords, "unseen")];
  }
  const say = (words) => byId("told").replaceChildren(...both(words));

  function described(frame) {
    const hand = ownHand(frame).map(spoken).join(", ") || own("no_cards");
    const parts = [`${own("hand", { who: called(data.viewer) })}: ${hand}`];
    for (const { name, size, label: words, cards } of pilesOf(frame)) {
      if (name === "hand" || !size) continue;
      const seen = cards.filter((card) => card >= 0).map(spoken).join(", ");
      parts.push(`${text(words)}: ${seen || own("cards", { count: size })}`);
    }
    for (const [seat, row] of Object.entries(frame.chairs)) {
      if (Number(seat) === data.viewer) continue;
      const chair = asChair(row);
      const cards = open && frame.hands ? frame.hands[seat].map(spoken).join(", ") : own("cards", { count: chair.cards });
      parts.push([`${called(seat)}: ${cards}`, ...chair.texts.map(text)].join(", "));
    }
    return parts.join(". ");
  }

  // Only new lines are created: laying out a long log takes longer than all the rest of a step.
  function tellLog() {
    const list = byId("log");
    list.setAttribute("aria-label", own("log"));
    const marks = new Map(now().marks);
    const rules = data.rules.length ? [`${own("rules")}: ${data.rules.map(text).join("; ")}`] : [];
    const rows = rules.map((words) => ({ words, frame: 0, name: "further" }));
    frames().slice(0, at + 1).forEach((frame, nth) => {
      lines(frame).forEach((line, order) => {
        const further = order > 0 || nth === 0 ? "further" : "";
        const dear = order === 0 && DEAR.includes(marks.get(nth)) ? "dear" : "";
        rows.push({ words: text(line), frame: nth, name: `${further} ${dear}`.trim() });
      });
    });
    rows.forEach((row, nth) => {
      const key = JSON.stringify(row);
      let found = list.children[nth];
      if (found?.dataset.row !== key) {
        const fresh = make("li", undefined, row.name);
        fresh.append(...both(row.words));
        fresh.dataset.row = key;
        fresh.value = now().numbers[row.frame] ?? row.frame;
        fresh.addEventListener("click", () => go(row.frame));
        if (found) found.replaceWith(fresh);
        else list.append(fresh);
        found = fresh;
      }
      if (row.frame === at) found.setAttribute("aria-current", "step");
      else found.removeAttribute("aria-current");
    });
    while (list.children.length > rows.length) list.lastChild.remove();
    requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
  }

  function tellCurve() {
    const box = byId("curve");
    const { curve } = now();
    box.hidden = curve.length < 2;
    box.replaceChildren();
    if (box.hidden) return;
    const last = now().frames.length - 1;
    const across = (frame) => (frame / last) * 300;
    const down = (value) => 96 - value * 0.92;
    const until = asking ? at : Infinity; // During a question, the curve ends at the question.
    const name = own("curve", { who: called(data.viewer) });
    const picture = draw("svg", { viewBox: "0 0 300 100", preserveAspectRatio: "none", role: "img", "aria-label": name }, box);
    draw("path", { d: "M0 50H300", class: "half" }, picture);
    const points = curve.filter(([frame]) => frame <= until)
      .flatMap(([frame, best, value]) => (frame < until ? [[frame, best], [frame + 1, value]] : [[frame, best]]));
    const path = points.map(([frame, value], nth) => `${nth ? "L" : "M"}${across(frame).toFixed(1)} ${down(value)}`).join("");
    draw("path", { d: path, class: "line" }, picture);
    const marks = new Map(now().marks);
    for (const [frame, , value] of curve) {
      if (!DEAR.includes(marks.get(frame + 1)) || frame >= until) continue;
      const dot = draw("circle", { cx: across(frame + 1), cy: down(value), r: 4.5 }, picture);
      dot.addEventListener("click", () => go(frame + 1));
    }
    draw("path", { d: `M${across(Math.min(at, last))} 0V100`, class: "now" }, picture);
    const seen = curve.filter(([frame]) => frame <= at).at(-1);
    if (seen) {
      const value = seen[0] < at ? seen[2] : seen[1];
      box.append(make("figcaption", own("chances", { who: called(data.viewer), value })));
    }
  }

  function ending() {
    const box = make("div");
    box.id = "ended";
    box.append(...now().end.map((line) => make("p", text(line))));
    const done = [...answers].filter(([place]) => place.startsWith(`${deal}.`)).map(([, answer]) => answer);
    const judged = done.filter((answer) => answer.state !== "none");
    if (done.length) {
      if (judged.length)
        box.append(make("p", own("score", { good: judged.filter((one) => one.state === "good").length, all: judged.length })));
      const squares = make("p", undefined, "squares");
      squares.setAttribute("aria-hidden", "true");
      const signs = { good: "■", so: "▲", bad: "✕", none: "□" }; // Shapes as well as colours.
      squares.append(...done.map(({ state }) => make("span", signs[state], state)));
      box.append(squares);
    }
    if (now().sheet.length) box.append(sheet());
    if (deal === deals.length - 1) box.append(...data.notes.map((line) => make("p", text(line))));
    box.addEventListener("click", () => box.remove());
    return box;
  }

  function sheet() {
    const found = make("table");
    const row = (into, head, cells, tag) => {
      const line = make("tr");
      const first = make("th", head);
      first.scope = "row";
      line.append(first, ...cells.map((cell) => make(tag, cell)));
      into.append(line);
    };
    const head = found.createTHead();
    row(head, "", data.names[tongue()], "th");
    const body = found.createTBody();
    for (const [words, cells] of now().sheet) row(body, text(words), cells, "td");
    return found;
  }

  // Questions

  function tellQuestion() {
    const box = byId("question");
    const asked = question();
    const answer = answers.get(key());
    box.hidden = !asked;
    if (!asked) {
      box.replaceChildren();
      return;
    }
    const nowhere = box.contains(document.activeElement) || document.activeElement === document.body;
    const heading = make("h2", questionText());
    heading.tabIndex = -1;
    box.replaceChildren(heading);
    if (answer) {
      const told = make("p");
      told.append(...both(answer.told()));
      box.append(told);
    }
    asked.choices.forEach((choice, nth) => {
      const button = make("button");
      const words = make("span");
      words.append(...both(`${nth + 1}. ${text(choice)}`));
      button.append(words);
      if (answer) {
        button.append(make("span", worthOf(asked, nth), "worth"));
        button.classList.toggle("best", nth === asked.best);
        button.classList.toggle("made", nth === asked.made);
        button.setAttribute("aria-pressed", nth === answer.nth);
      }
      button.addEventListener("click", () => choose(nth));
      box.append(button);
    });
    const on = make("button", own("go_on"), "go-on");
    on.addEventListener("click", () => go(at + 1));
    box.append(on);
    // Moves the focus of keyboard and screen reader users to the question, and after the answer to the next step.
    const place = `${key()} ${language}`;
    if (answer && nowhere) on.focus();
    else if (!answer && box.dataset.asked !== place) heading.focus({ preventScroll: true });
    box.dataset.asked = place;
  }

  function worthOf(asked, nth) {
    if (asked.votes) return own("styles", { count: asked.votes[nth], all: asked.voters });
    return asked.values[nth] === null ? "" : String(asked.values[nth]);
  }

  function choose(nth) {
    const asked = question();
    if (!asked || answers.has(key()) || nth >= asked.choices.length) return;
    const state = data.puzzle ? (nth === asked.best ? "good" : "bad") : stateOf(asked, nth);
    answers.set(key(), { nth, state, told: () => toldOf(asked, nth) });
    if (asked.lines) {
      tail = { deal, at, frames: whole(asked.lines[nth], now().frames[at]) };
      show();
      say(toldOf(asked, nth));
      again.hidden = false;
      setTimeout(() => run(true), 900);
      return;
    }
    show();
    say(toldOf(asked, nth));
  }

  // How good an answer is; "none" if there is no verdict.
  function stateOf(asked, nth) {
    if (asked.votes) return "none";
    if (nth === asked.best) return "good";
    const value = asked.values[nth];
    if (value === null) return asked.proven ? "bad" : "none";
    const loss = asked.values[asked.best] - value;
    return loss < GOOD ? "good" : loss < BAD ? "so" : "bad";
  }

  function toldOf(asked, nth) {
    if (data.puzzle) return own(nth === asked.best ? "solved" : "refuted");
    const played = own("made", { who: called(data.viewer), move: text(asked.choices[asked.made]) });
    if (asked.votes) {
      const most = asked.votes.indexOf(Math.max(...asked.votes));
      const facts = { count: asked.votes[nth], all: asked.voters, move: text(asked.choices[most]) };
      const styles = own(asked.votes[nth] === asked.votes[most] ? "most" : "others", facts);
      return [styles, played, closed(asked.why)].filter(Boolean).join(" ");
    }
    const value = asked.values[nth];
    const loss = value === null ? null : Math.max(0, asked.values[asked.best] - value);
    const state = stateOf(asked, nth);
    let verdict = own("lost", { loss });
    if (nth === asked.best) verdict = own("best");
    else if (value === null) verdict = own(asked.proven ? "worse" : "unknown");
    else if (state === "good") verdict = own("as_good");
    const parts = [verdict, played];
    if (asked.best !== asked.made)
      parts.push(own("better", { move: text(asked.choices[asked.best]) }), closed(asked.cost), closed(asked.why));
    return parts.filter(Boolean).join(" ");
  }

  // A picture of this moment, made in the page: nothing is sent, the browser saves a file.

  function picture() {
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const size = { width: 1200, height: 630 };
    const root = draw("svg", { xmlns: SVG, viewBox: "0 0 1200 630", ...size, "font-family": "system-ui, sans-serif" });
    root.append(document.querySelector("body > svg defs").cloneNode(true));
    draw("rect", { ...size, fill: colour("--ground") }, root);
    const scale = Math.min(800 / table.width, 590 / table.height);
    const [width, height] = [table.width * scale, table.height * scale];
    const [x, y] = [20 + (800 - width) / 2, (size.height - height) / 2];
    const rim = { stroke: colour("--rim"), "stroke-width": 5, rx: 18 };
    draw("rect", { x, y, width, height, fill: colour("--felt"), ...rim }, root);
    const inside = draw("g", { transform: `translate(${x} ${y}) scale(${scale})` }, root);
    const write = (into, words, left, top, fontSize, more = {}) => {
      draw("text", { x: left, y: top, "font-size": fontSize, fill: colour("--ink"), ...more }, into).textContent = words;
    };
    for (const one of [...table.cards].sort((left, right) => left.z - right.z)) drawCard(one, inside, colour);
    felt.querySelectorAll(".seat").forEach((plate) => {
      const middle = { "text-anchor": "middle" };
      write(inside, plate.firstChild.textContent, plate.offsetLeft, plate.offsetTop + 18, 15, { ...middle, "font-weight": 700 });
      write(inside, plate.lastChild.textContent, plate.offsetLeft, plate.offsetTop + 34, 12, { ...middle, fill: colour("--dim") });
    });
    write(root, text(data.title), 850, 60, 30, { "font-weight": 700 });
    write(root, byId("where").textContent, 850, 90, 17, { fill: colour("--dim") });
    const said = isEnd() && now().end.length ? now().end : lines(frames()[at]);
    const rows = said.map(text).flatMap((line) => line.match(/.{1,36}(\s|$)/g) || [line]).slice(0, 9);
    rows.forEach((line, nth) => write(root, line, 850, 140 + nth * 26, 18));
    const curve = byId("curve").querySelector(".line");
    if (curve) {
      const box = draw("g", { transform: "translate(850 420) scale(1.06 1)" }, root);
      draw("rect", { width: 300, height: 100, rx: 6, fill: colour("--panel") }, box);
      draw("path", { d: "M0 50H300", stroke: colour("--edge") }, box);
      draw("path", { d: curve.getAttribute("d"), fill: "none", stroke: colour("--ink"), "stroke-width": 2 }, box);
    }
    write(root, "cardtable", 850, 590, 22, { fill: colour("--dim") });
    const blob = new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" });
    save(URL.createObjectURL(blob), size);
  }

  function drawCard({ card, name, x, y, width, turn, winning }, into, colour) {
    const turned = turn ? `rotate(${turn})` : "";
    const ink = colourOf(card) || "black";
    const place = `translate(${x} ${y}) ${turned} scale(${width / CARD.width})`;
    const box = draw("g", { transform: place, color: colour(`--${ink}`) }, into);
    const edge = winning ? { stroke: colour("--hot"), "stroke-width": 5 } : { stroke: "#0006", "stroke-width": 1 };
    draw("rect", { ...CARD, rx: 6, fill: colour("--paper"), ...edge }, box);
    if (card < 0) {
      draw("rect", { x: 5, y: 5, width: CARD.width - 10, height: CARD.height - 10, rx: 3, fill: colour("--back") }, box);
      return;
    }
    const face = elements.get(name).firstChild.cloneNode(true);
    for (const [side, length] of Object.entries(CARD)) face.setAttribute(side, length);
    box.append(face);
  }

  function save(address, { width, height }) {
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = Object.assign(make("canvas"), { width, height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => {
        const link = make("a");
        link.href = URL.createObjectURL(blob);
        link.download = `cardtable-${deal + 1}-${at}.png`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      });
    });
    image.src = address;
  }

  // Navigation

  function go(to, step) {
    const last = frames().length - 1;
    if (step === 1 && to > last && deal + 1 < deals.length) {
      toDeal(deal + 1);
      return;
    }
    if (inTail() && to <= tail.at && step !== 1) endTail();
    at = clamp(to, 0, frames().length - 1);
    show(step);
    if (isEnd() || (question() && !answers.has(key()))) run(false);
  }

  function endTail() {
    answers.delete(`${tail.deal}.${tail.at}`);
    tail = null;
    again.hidden = true;
  }

  function toDeal(to) {
    run(false);
    deal = clamp(to, 0, deals.length - 1);
    at = 0;
    if (tail) endTail();
    elements.forEach((element) => element.remove());
    elements.clear();
    chooser.value = deal;
    press();
    show();
  }

  function run(on) {
    clearTimeout(timer);
    timer = 0;
    if (on) {
      if (isEnd() && !inTail()) at = 0;
      const wait = () => (1150 + 260 * Math.max(0, lines(frames()[at]).length - 1)) / speed;
      const tick = () => {
        timer = setTimeout(tick, wait());
        go(at + 1, 1);
      };
      timer = setTimeout(tick, 300);
    }
    play.textContent = own(timer ? "stop" : "run");
  }

  function step(by) {
    run(false);
    go(at + by, by);
  }

  function toMark(by) {
    const stops = now().marks.map(([frame]) => frame - 1).sort((one, other) => one - other);
    const to = by > 0 ? stops.find((frame) => frame > at) : stops.findLast((frame) => frame < at);
    if (to !== undefined) go(to);
  }

  function toggleLook() {
    const root = document.documentElement;
    const light = matchMedia("(prefers-color-scheme: light)").matches;
    const dark = root.dataset.look ? root.dataset.look === "dark" : !light;
    root.dataset.look = dark ? "light" : "dark";
  }

  // Buttons, each with its key; letters work on both keyboard layouts.

  const buttons = [];
  function button(into, word, keyName, act, sign) {
    const found = make("button");
    found.addEventListener("click", (event) => {
      act();
      if (event.detail > 0) found.blur(); // After a mouse click, the page's own keys work again.
    });
    into.append(found);
    buttons.push({
      label() {
        const name = word === "language" ? data.language_names[nextTongue()] : own(word);
        found.replaceChildren(sign || name);
        if (into.id === "tools") {
          const shown = make("kbd", keyName);
          shown.setAttribute("aria-hidden", "true");
          found.append(shown);
        }
        found.setAttribute("aria-label", name);
        found.setAttribute("aria-keyshortcuts", keyName);
        found.title = `${name} (${keyName})`;
      },
    });
    return found;
  }

  const tools = byId("tools");
  const bar = byId("bar");
  const chooser = make("select");
  data.deals.forEach((_, nth) => {
    const option = make("option");
    option.value = nth;
    chooser.append(option);
  });
  chooser.addEventListener("change", () => toDeal(Number(chooser.value)));
  if (deals.length > 1) tools.append(chooser);
  const toggleOpen = button(tools, "open", "f", () => { open = !open; press(); show(); });
  const toggleAsk = button(tools, "ask", "q", () => { asking = !asking; press(); show(); });
  const toggleLanguage = button(tools, "language", "l", () => { language = data.languages[nextTongue()]; press(); show(); });
  const look = button(tools, "look", "d", toggleLook, "◐");
  const shot = button(tools, "picture", "p", picture, "⤓");
  button(bar, "start", "Home", () => go(0), "|◀");
  button(bar, "back", "←", () => step(-1), "◀");
  const play = make("button");
  play.addEventListener("click", () => run(!timer));
  play.setAttribute("aria-keyshortcuts", "Space");
  bar.append(play);
  button(bar, "on", "→", () => step(1), "▶");
  button(bar, "last", "End", () => go(frames().length - 1), "▶|");
  const backMark = button(bar, "mark_before", "[", () => toMark(-1), "◀●");
  const onMark = button(bar, "next_mark", "]", () => toMark(1), "●▶");
  const again = button(bar, "again", "Home", () => go(0), undefined);
  again.hidden = true;
  const place = make("input");
  place.type = "range";
  place.min = 0;
  place.addEventListener("input", () => { run(false); go(Number(place.value)); });
  const pace = make("select");
  for (const times of [0.5, 1, 2, 4]) {
    const option = make("option", `${times}×`);
    option.value = times;
    pace.append(option);
  }
  pace.value = 1;
  pace.addEventListener("change", () => { speed = Number(pace.value); });
  bar.append(place, pace);

  function press() {
    for (const one of buttons) one.label();
    toggleOpen.setAttribute("aria-pressed", open);
    toggleAsk.setAttribute("aria-pressed", asking);
    toggleOpen.hidden = !now().frames[0].hands || data.puzzle;
    toggleAsk.hidden = data.puzzle || data.exercise || !deals.some((one) => one.questions.size);
    onMark.hidden = backMark.hidden = !now().marks.length;
    play.textContent = own(timer ? "stop" : "run");
    place.setAttribute("aria-label", own("place"));
    pace.setAttribute("aria-label", own("speed"));
    chooser.setAttribute("aria-label", own("deal"));
    [...chooser.options].forEach((option, nth) => { option.textContent = text(data.deals[nth].name); });
  }

  const LETTERS = { а: "f", й: "q", д: "l", в: "d", з: "p", ъ: "]", х: "[" };
  const KEYS = {
    arrowright: () => step(1), arrowleft: () => step(-1), home: () => go(0), end: () => go(frames().length - 1),
    pagedown: () => toDeal(deal + 1), pageup: () => toDeal(deal - 1), " ": () => run(!timer),
    f: () => toggleOpen.hidden || toggleOpen.click(), q: () => toggleAsk.hidden || toggleAsk.click(),
    l: () => toggleLanguage.click(), d: () => look.click(),
    p: () => shot.click(), "]": () => toMark(1), "[": () => toMark(-1),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const on = event.target.tagName;
    const pressed = event.key.toLowerCase();
    // Buttons, lists and the slider have keys of their own; while one of them has the focus, letters do nothing.
    if (on === "SELECT" || on === "INPUT" || (on === "BUTTON" && (pressed.length === 1 || pressed === "enter"))) {
      if (!(on === "BUTTON" && /^[1-9]$/.test(pressed))) return;
    }
    const act = KEYS[LETTERS[pressed] || pressed];
    if (/^[1-9]$/.test(pressed) && question()) choose(Number(pressed) - 1);
    else if (act) act();
    else return;
    event.preventDefault();
  });

  new ResizeObserver(() => show()).observe(felt);
  const address = /^#(\d+)\.(\d+)$/.exec(location.hash);
  if (address) {
    deal = clamp(Number(address[1]) - 1, 0, deals.length - 1);
    at = clamp(Number(address[2]), 0, now().frames.length - 1);
    chooser.value = deal;
  }
  if (data.puzzle) asking = open = true;
  if (data.exercise) {
    asking = true;
    at = now().frames.length - 1;
  }
  press();
  show();
})();
