"use strict";
// Search in the index that .ci/site has made: a script, since pages opened from the disk may load no other file.
(() => {
  const root = document.documentElement.dataset.root + "/";
  const search = document.querySelector(".search");
  const input = search.querySelector("input");
  const results = search.querySelector(".results");
  const LIMIT = 12;
  let sections = null; // {page, heading, address, text, and the lower-case forms of them}
  let chosen = -1;
  search.hidden = false;

  // The contents begin with the page that is open in view.
  const contents = document.querySelector(".contents");
  const current = contents.querySelector("[aria-current]");
  const reveal = () => { if (current) contents.scrollTop = current.offsetTop - contents.clientHeight / 3; };
  contents.addEventListener("toggle", reveal);
  contents.addEventListener("click", (event) => { if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover(); });
  reveal();

  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

  function load() {
    if (sections || document.querySelector("script[data-index]")) return;
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.dataset.index = "";
    script.onload = () => {
      sections = [];
      for (const [page, address, parts] of window.tesseraIndex) {
        parts.forEach(([heading, anchor, text], index) => {
          const isPage = index === 0;
          const [foldedPage, foldedHeading, foldedText] = [page, heading, text].map(fold);
          sections.push({ page, heading, text, isPage, address: isPage ? address : `${address}#${anchor}`, foldedPage, foldedHeading, foldedText });
        });
      }
      update();
    };
    document.head.append(script);
  }

  // 3 for a whole word, 2 for the start of one, 1 inside one, 0 without a match.
  function match(text, word) {
    let best = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const [starts, ends] = [text[at - 1], text[at + word.length]].map((next) => !/[\p{L}\p{N}]/u.test(next ?? ""));
      best = Math.max(best, starts ? (ends ? 3 : 2) : 1);
    }
    return best;
  }

  // Every word has to be in the section or in the title of its page.
  function score(section, words) {
    let sum = 0;
    for (const word of words) {
      const points = 6 * match(section.foldedHeading, word) + 3 * match(section.foldedPage, word) + match(section.foldedText, word);
      if (points === 0) return 0;
      sum += points;
    }
    if (section.foldedHeading === words.join(" ")) sum += 20;
    return sum;
  }

  function find(words) {
    return sections
      .map((section) => ({ section, points: score(section, words) }))
      .filter((found) => found.points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, LIMIT);
  }

  // Appends `text` with the words marked; from the first match on if it is long.
  function marked(element, text, folded, words, limit) {
    let from = 0;
    if (text.length > limit && folded.length === text.length) {
      const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0));
      if (Number.isFinite(first)) from = Math.max(0, text.lastIndexOf(" ", Math.max(0, first - 40)) + 1);
    }
    const part = text.slice(from, from + limit);
    if (from > 0) element.append("… ");
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    part.split(new RegExp(`(${escaped.join("|")})`, "giu")).forEach((piece, index) => {
      if (index % 2 === 0) return element.append(piece);
      const mark = document.createElement("mark");
      mark.textContent = piece;
      element.append(mark);
    });
    if (from + limit < text.length) element.append(" …");
  }

  function row({ section }, index, words) {
    const item = Object.assign(document.createElement("li"), { id: `site.result-${index}` });
    item.setAttribute("role", "option");
    const link = document.createElement("a");
    link.href = root + section.address;
    link.tabIndex = -1;
    link.append(section.isPage ? section.page : `${section.page} › ${section.heading}`);
    const about = document.createElement("small");
    marked(about, section.text, section.foldedText, words, 160);
    link.append(about);
    item.append(link);
    return item;
  }

  function choose(index) {
    const rows = results.querySelectorAll("[role=option]");
    chosen = rows.length ? (index + rows.length) % rows.length : -1;
    rows.forEach((item, number) => item.setAttribute("aria-selected", String(number === chosen)));
    if (chosen >= 0) rows[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", chosen >= 0 ? `site.result-${chosen}` : "");
  }

  function show(isShown) {
    results.hidden = !isShown;
    input.setAttribute("aria-expanded", String(isShown));
  }

  function update() {
    load();
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    if (!sections || words.length === 0) return show(false);
    results.replaceChildren(...find(words).map((found, index) => row(found, index, words)));
    if (results.children.length === 0) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = `No section has “${input.value.trim()}”.`;
      results.append(none);
    }
    show(true);
    choose(0);
  }

  input.addEventListener("focus", update);
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    else if (event.key === "Enter" && chosen >= 0 && !results.hidden) results.children[chosen].firstElementChild.click();
    else if (event.key === "Escape" && !results.hidden) show(false);
    else return;
    event.preventDefault();
  });
  results.addEventListener("click", () => show(false));
  document.addEventListener("click", (event) => { if (!search.contains(event.target)) show(false); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea") && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
})();
