"use strict";
// A seat as a page of buttons. It holds only the host's last message, and knows no particular game: the host describes
// cards and choices in the reader's language. All text is inserted as text.
(() => {
  const { Cards } = window;
  const { make, paint } = Cards;
  const FORM = 2;
  const LONG = 8; // The most choices shown side by side; longer lists are grouped by kind.
  const byId = (id) => document.getElementById(id);
  const closed = byId("closed").dataset;
  let socket = null;
  let words = null;
  let state = null;
  let isAnew = true; // Whether the connection is new: then everything is shown again.
  let raised = new Set(); // The selected cards of the hand.
  let kind = null; // The group of choices that is open in a long list.
  let clock = 0;

  // The code of the seat came in the address, where onlookers could read it: this tab stores it instead.
  let code = location.hash.slice(1);
  try {
    if (code) sessionStorage.setItem("code", code);
    else code = sessionStorage.getItem("code") || "";
    history.replaceState(null, "", location.pathname);
  } catch {
    // This browser stores nothing: the code stays in the address.
  }
  addEventListener("hashchange", () => location.reload());

  const own = (name, facts = {}) => words.own[name].replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
  // Texts contain marks: after a sign come the words for reading it aloud, which are not displayed.
  const MARKED = /([^\s.,:;()]+)([\ue000-\ue01f])/g;
  const seen = (line) => line.replace(/[\ue000-\ue01f]/g, "");
  const aloud = (line) => Cards.aloud(line.replace(MARKED, (_, sign, mark) => words.marks[mark]?.[sign] ?? sign),
    words.faces, words.spoken, words.suits);
  const PACK = 54;

  // The connection to the host

  function open() {
    const address = new URL("seat/ws", location.origin + location.pathname.replace(/[^/]*$/, ""));
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.addEventListener("open", () => send("code", code, FORM));
    socket.addEventListener("message", (event) => {
      const [name, ...rest] = JSON.parse(event.data);
      const heard = { words: hello, hall: showHall, state: showTable, note, said };
      if (Object.hasOwn(heard, name)) heard[name](...rest);
    });
    socket.addEventListener("close", (event) => {
      clearInterval(clock);
      const ended = event.reason || !words;
      note(event.reason || (words ? own("lost") : closed.why));
      if (ended) offerAgain();
      else setTimeout(open, 2000);
    });
  }

  const send = (...message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

  function offerAgain() {
    byId("at-table").hidden = byId("doing").hidden = byId("hall").hidden = true;
    const again = make("button", words ? own("again") : closed.again, "main");
    again.addEventListener("click", () => location.reload());
    byId("note").after(again);
    again.focus();
  }

  function hello(given) {
    words = given;
    isAnew = true;
    document.documentElement.lang = words.language;
    const titles = { players: "players-title", table: "table-title", log: "log-title", hand: "hand-title", choices: "choices-title",
      chat: "chat-title", ended: "ended-title", hall: "hall-title", send: "send", skip: "skip", terminal: "terminal" };
    for (const [name, id] of Object.entries(titles)) byId(id).textContent = own(name);
  }

  // The displayed words, and the spoken ones if a line names cards by signs.

  function both(into, line) {
    const told = aloud(line);
    into.replaceChildren();
    if (told === line) into.textContent = line;
    else {
      const signs = make("span", seen(line));
      signs.setAttribute("aria-hidden", "true");
      into.append(signs, make("span", told, "unseen"));
    }
    return into;
  }
  const note = (line) => { if (words) both(byId("note"), line); else byId("note").textContent = line; };
  const log = (line) => {
    byId("log").append(both(make("li"), line));
    byId("log").scrollTop = byId("log").scrollHeight;
  };
  const said = (who, line) => log(who ? `${who}: ${line}` : line);

  function pressable(line, name, act) {
    const found = make("button", seen(line), name);
    found.type = "button";
    if (aloud(line) !== line) found.setAttribute("aria-label", aloud(line));
    found.addEventListener("click", act);
    return found;
  }

  const face = (card) => words.faces[card % PACK];
  function picture(card, name = "holder") {
    const holder = make("span", undefined, name);
    const drawn = make("span");
    paint(drawn, card, face(card), name.includes("small"));
    holder.append(drawn);
    return holder;
  }

  // The hall

  function showHall(hall) {
    state = null;
    byId("hall").hidden = false;
    byId("at-table").hidden = byId("doing").hidden = true;
    document.title = "cardtable";
    byId("title").textContent = "cardtable";
    byId("prompt").textContent = "";
    byId("notes").replaceChildren(...hall.notes.map((line) => make("p", line)));
    byId("tables").replaceChildren(...hall.tables.map((table) => {
      const row = make("li");
      row.append(make("b", table.title), make("p", `${table.seats.join(", ")}; ${table.standing}`));
      if (table.may_sit) row.append(pressable(own("sit"), "main", () => send("sit", table.number)));
      row.append(pressable(own("watch"), "", () => send("watch", table.number)));
      return row;
    }));
    byId("hall-title").focus();
  }

  // The table

  function showTable(next) {
    const focused = document.activeElement;
    const card = focused?.dataset?.card;
    const chose = focused?.closest("#choices, #result");
    const begins = isAnew || !state || next.deal !== state.deal;
    const news = isAnew || !state || next.number !== state.number;
    isAnew = false;
    state = { ...next, choices: unfolded(next.choices) };
    byId("hall").hidden = true;
    byId("at-table").hidden = byId("doing").hidden = false;
    if (begins) byId("log").replaceChildren();
    if (news) note("");
    raised = new Set([...raised].filter((one) => next.hand.includes(one)));
    if (news) kind = null;
    document.title = `${next.turn ? "● " : ""}${seen(next.title)}`;
    both(byId("title"), next.title);
    both(byId("facts"), next.facts.join(" · "));
    byId("players").replaceChildren(...next.players.map(player));
    byId("piles").replaceChildren(...next.piles.map(pile));
    next.lines.forEach(log);
    both(byId("prompt"), next.prompt);
    byId("prompt").classList.toggle("turn", next.turn);
    byId("holding").hidden = !next.hand.length;
    byId("talking").hidden = !next.speaks;
    showHand();
    offer();
    showEnd();
    runClock(next.left);
    // Keeps the focus on its button; if that is gone, reading continues at the hand, not at the top.
    const same = card === undefined ? null : byId("hand").querySelector(`[data-card="${card}"]`);
    if (same) same.focus();
    else if (card !== undefined || chose) (next.ended.length ? byId("ended-title") : byId("hand-title")).focus();
  }

  function player(one) {
    const row = make("li", undefined, one.acting ? "acting" : "");
    row.append(make("b", one.name), both(make("small"), one.text));
    if (one.known.length) {
      const cards = make("span", undefined, "group");
      cards.setAttribute("role", "img");
      cards.setAttribute("aria-label", one.known.map((card) => words.spoken[card % PACK]).join(", "));
      cards.append(...one.known.map((card) => picture(card, "holder small")));
      row.append(cards);
    }
    return row;
  }

  function pile(one) {
    const found = make("figure");
    const cards = make("div", undefined, "cards");
    cards.setAttribute("aria-hidden", "true");
    one.groups.forEach((group, nth) => {
      const together = make("span", undefined, "group");
      together.append(...group.map((card) => picture(card, card === one.winning ? "holder winning" : "holder")));
      if (one.names) together.append(make("small", one.names[nth]));
      cards.append(together);
    });
    const caption = make("figcaption");
    const signs = make("span", seen(one.groups.length > 0 ? one.label : one.said));
    signs.setAttribute("aria-hidden", "true");
    caption.append(signs, make("span", aloud(one.said), "unseen"));
    found.append(cards, caption);
    return found;
  }

  // Choices that differ only in their cards are sent as one entry: the length of the prefix shared with the previous
  // text, the rest with a mark in place of the cards, and the cards of each choice.
  const beginning = (text, length) => [...text].slice(0, length).join(""); // counts letters as the host does
  function unfolded(groups) {
    const found = [];
    let text = "";
    for (const [shared, others, more, each] of groups) {
      text = beginning(text, shared) + others;
      for (const cards of each) {
        const whole = text.replace(/\ue020([\ue000-\ue01f]?)/, (_, mark) => cards.map((card) => face(card) + mark).join(" "));
        const named = Number.isInteger(more.kind) ? beginning(text, more.kind) : more.kind;
        found.push({ ...more, text: whole, kind: named, cards, nth: found.length });
      }
    }
    return found;
  }
  const laying = (card) => state.choices.some((choice) => choice.cards.includes(card));

  // Buttons are reused by card, so that the focus stays where it is.
  function showHand() {
    const old = new Map([...byId("hand").children].map((row) => [Number(row.firstChild.dataset.card), row]));
    byId("hand").replaceChildren(...state.hand.map((card) => {
      if (old.has(card)) return old.get(card);
      const row = make("li");
      const button = make("button");
      button.type = "button";
      button.dataset.card = card;
      button.setAttribute("aria-label", words.spoken[card % PACK]);
      button.append(picture(card));
      button.addEventListener("click", () => raise(card));
      row.append(button);
      return row;
    }));
  }

  function raise(card) {
    note("");
    if (raised.has(card)) raised.delete(card);
    else if (!laying(card)) {
      send("why", card);
      return;
    } else {
      const together = [...raised, card];
      if (!state.choices.some((choice) => together.every((one) => choice.cards.includes(one)))) raised.clear();
      raised.add(card);
    }
    offer();
  }

  // The choices: those that fit the selected cards, exact ones first; otherwise those without cards, or all if few.
  function offer() {
    for (const button of byId("hand").querySelectorAll("button")) {
      const card = Number(button.dataset.card);
      button.setAttribute("aria-pressed", raised.has(card));
      // Never disabled: pressing it explains why the card may not be played.
      button.setAttribute("aria-disabled", !laying(card));
    }
    const fits = state.choices.filter((choice) => [...raised].every((card) => choice.cards.includes(card)));
    const exact = (choice) => raised.size > 0 && choice.cards.length === raised.size;
    let shown = fits.filter((choice) => !choice.quiet || exact(choice) || !choice.cards.length);
    if (!raised.size && shown.length > LONG) {
      const bare = shown.filter((choice) => !choice.cards.length);
      if (bare.length) shown = bare;
    }
    shown.sort((one, other) => exact(other) - exact(one));
    const rows = shown.length > LONG ? byKind(shown) : shown.map((choice) => offered(choice, exact(choice)));
    if (state.hints && state.turn) rows.push(pressable(own("hint"), "", () => send("hint")));
    if (state.watches) rows.push(pressable(own("leave"), "", () => send("rise")));
    byId("choosing").hidden = !rows.length;
    byId("choices").replaceChildren(...rows.map((button) => {
      const row = make("li");
      row.append(button);
      return row;
    }));
  }

  function offered(choice, main) {
    const button = pressable(choice.text, main ? "main" : "", () => {
      raised.clear();
      send("move", state.number, choice.nth);
    });
    if (choice.worth) button.append(make("span", seen(choice.worth), "worth"));
    return button;
  }

  // A long list is shown by kind; pressing a kind opens it.
  function byKind(shown) {
    const kinds = new Map();
    for (const choice of shown) {
      const name = choice.kind || "";
      kinds.set(name, [...(kinds.get(name) || []), choice]);
    }
    const rows = [];
    for (const [name, some] of kinds) {
      if (name && some.length > 1 && kinds.size > 1) {
        const button = pressable(`${name} (${some.length})`, "", () => {
          kind = kind === name ? null : name;
          offer();
          [...byId("choices").querySelectorAll("button")].find((one) => one.dataset.kind === name)?.focus();
        });
        button.dataset.kind = name;
        button.setAttribute("aria-expanded", kind === name);
        rows.push(button);
        if (kind !== name) continue;
      }
      rows.push(...some.map((choice) => offered(choice, false)));
    }
    return rows;
  }

  function showEnd() {
    byId("ended").hidden = !state.ended.length;
    const rows = state.ended.map((line) => both(make("p"), line));
    if (state.goes_on) rows.push(pressable(own("next"), "main", () => send("ready")));
    if (state.evening) rows.push(pressable(own("enough"), "", () => send("end")));
    if (state.ended.length && !state.goes_on) rows.push(pressable(own("leave"), "main", () => send("rise")));
    byId("result").replaceChildren(...rows);
  }

  function runClock(seconds) {
    clearInterval(clock);
    if (seconds === null) return;
    const end = Date.now() + 1000 * seconds;
    const shown = make("small");
    shown.setAttribute("aria-hidden", "true");
    byId("prompt").append(" ", shown);
    const tick = () => {
      shown.textContent = `(${own("left", { count: Math.max(0, Math.round((end - Date.now()) / 1000)) })})`;
    };
    tick();
    clock = setInterval(tick, 1000);
  }

  byId("chat").addEventListener("submit", (event) => {
    event.preventDefault();
    if (byId("line").value.trim()) send("say", byId("line").value);
    byId("line").value = "";
  });
  byId("terminal").addEventListener("click", () => {
    try {
      sessionStorage.setItem("as", "terminal");
    } catch {
      // This brings a phone back here.
    }
  });
  open();
})();
