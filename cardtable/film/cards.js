"use strict";
// Cards as pictures and as words, for all our pages: the pictures use the symbols of cards.svg, faces and words are
// passed in. A card is a number: 54 per pack, four suits per rank from the two up, then the jokers; below 0 face down.
window.Cards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const CARD = { width: 100, height: 140 };
  const PACK = 54;
  const SUITED = 52;
  const ACE = 12;
  const COLOURS = ["", "red", "blue", ""];
  const UPSIDE_DOWN = { transform: "rotate(180 50 70)" };
  const pairs = (heights, middle = []) =>
    [...heights.flatMap((y) => [[36, y], [64, y]]), ...middle.map((y) => [50, y])];
  const PIPS = [
    [[50, 28], [50, 112]], [[50, 28], [50, 70], [50, 112]], pairs([28, 112]), pairs([28, 112], [70]),
    pairs([28, 70, 112]), pairs([28, 70, 112], [49]), pairs([28, 70, 112], [49, 91]),
    pairs([28, 56, 84, 112], [70]), pairs([28, 56, 84, 112], [42, 98]),
  ];

  function make(tag, words, name) {
    const found = document.createElement(tag);
    if (words !== undefined) found.textContent = words;
    if (name) found.className = name;
    return found;
  }

  function draw(tag, attributes, into) {
    const found = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
    into?.append(found);
    return found;
  }

  const suitOf = (card) => (card % PACK < SUITED ? (card % PACK) % 4 : -1);
  const rankOf = (card) => Math.floor((card % PACK) / 4);
  function colourOf(card) {
    if (card < 0) return "";
    const suit = suitOf(card);
    return suit >= 0 ? COLOURS[suit] : card % PACK === SUITED ? "" : "red";
  }

  // Draws a card into an element; a small one has only a single large index.
  function paint(element, card, face, small) {
    const drawn = `${card} ${face} ${small}`;
    if (element.dataset.drawn === drawn) return;
    element.dataset.drawn = drawn;
    element.className = card < 0 ? "card back" : `card ${colourOf(card)}`.trim();
    element.replaceChildren();
    if (card < 0) return;
    const suit = suitOf(card);
    const rank = rankOf(card);
    const picture = draw("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, element);
    const sign = suit < 0 ? "★" : face.slice(0, -1);
    const index = (size, attributes) => {
      const style = { "font-size": size, "font-weight": 700, "font-family": "system-ui, sans-serif", "letter-spacing": -1 };
      draw("text", { ...style, fill: "currentColor", ...attributes }, picture).textContent = sign;
    };
    const use = (id, x, y, width, height, more = {}) => draw("use", { href: `#${id}`, x, y, width, height, ...more }, picture);
    if (small) {
      index(sign.length > 1 ? 46 : 56, { x: 7, y: 52 });
      if (suit >= 0) use(`s${suit}`, 6, 64, 56, 56);
      return;
    }
    for (const turned of [{}, UPSIDE_DOWN]) {
      index(24, { x: 5, y: 24, ...turned });
      if (suit >= 0) use(`s${suit}`, 5, 29, 17, 17, turned);
    }
    const line = { fill: "none", stroke: "currentColor", opacity: 0.45 };
    if (rank < PIPS.length) {
      for (const [x, y] of PIPS[rank]) {
        if (y > 70) use(`s${suit}`, 100 - x - 8.5, 140 - y - 8.5, 17, 17, UPSIDE_DOWN);
        else use(`s${suit}`, x - 8.5, y - 8.5, 17, 17);
      }
    } else if (rank === ACE) {
      draw("circle", { cx: 50, cy: 70, r: 32, ...line }, picture);
      draw("circle", { cx: 50, cy: 70, r: 29, "stroke-dasharray": "1 4", ...line }, picture);
      use(`s${suit}`, 29, 49, 42, 42);
    } else {
      draw("rect", { x: 23, y: 5, width: 54, height: 130, rx: 4, ...line }, picture);
      for (const turned of [{}, UPSIDE_DOWN]) use(`c${rank > ACE ? "X" : "JQK"[rank - 9]}`, 2, 1, 96, 69, turned);
      draw("path", { d: "M23 70h54", stroke: "#dfb552", "stroke-width": 2 }, picture);
    }
  }

  // A line for reading aloud, with everything that looks like a card or a suit put into words.
  function aloud(line, faces, spoken, suits) {
    return line
      .replace(/[^\s.,:;()]+/g, (word) => (faces.includes(word) ? spoken[faces.indexOf(word)] : word))
      .replace(/[♠♥♦♣]/g, (sign) => suits[sign]);
  }

  return { CARD, PACK, SVG, aloud, colourOf, draw, make, paint };
})();
