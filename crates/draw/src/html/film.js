"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const film = JSON.parse(find("film").textContent);
  const names = film.names.split(" ");
  const [slider, pace, play] = [find("at"), find("pace"), find("play")];
  const last = film.events.length;
  if (last === 0) return;
  // The usual speed, and how many times faster or slower.
  const usual = last / Math.max(film.seconds, 0.1);
  const paces = [0.05, 0.1, 0.2, 0.5, 0.75, 1, 2, 5, 10, 50];
  let at = 0;
  let path = [];
  let left = -1;
  let [steps, backtracks] = [0, 0];
  let playing = false;

  const apply = (event) => {
    left = -1;
    if (event >= 0) {
      path.push(event);
      steps += 1;
    } else if (event === -1) {
      left = path.pop();
      backtracks += 1;
    } else {
      path = [-2 - event];
    }
  };

  const point = (square) => [film.places[2 * square], film.places[2 * square + 1]];

  const show = (moment) => {
    const next = Math.min(Math.max(moment, 1), last);
    if (next < at) {
      [at, path, left, steps, backtracks] = [0, [], -1, 0, 0];
    }
    while (at < next) {
      apply(film.events[at]);
      at += 1;
    }
    find("path").setAttribute("points", path.map((square) => point(square).join(",")).join(" "));
    const knight = path.length > 0 ? point(path[path.length - 1]) : [-99, -99];
    find("knight").setAttribute("cx", knight[0]);
    find("knight").setAttribute("cy", knight[1]);
    const arm = film.side * 0.22;
    const [x, y] = left >= 0 ? point(left) : [0, 0];
    const cross = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`;
    find("left").setAttribute("d", left >= 0 ? cross : "");
    slider.value = at;
    const where = path.length > 0 ? names[path[path.length - 1]] : "";
    find("said").textContent =
      `Square ${path.length}: ${where}, ${steps} steps, ${backtracks} backtracks`;
    find("first").disabled = find("back").disabled = at === 1;
    find("last").disabled = find("on").disabled = at === last;
  };

  const set = (now) => {
    playing = now;
    document.body.classList.toggle("playing", playing);
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    // A screen reader does not read every step of a film.
    find("said").setAttribute("aria-live", playing ? "off" : "polite");
  };

  const start = () => {
    if (at === last) show(1);
    set(true);
    let before = performance.now();
    let owed = 0;
    const tick = (now) => {
      if (!playing) return;
      owed += (Math.max(0, now - before) * usual * paces[pace.value]) / 1000;
      before = now;
      const due = Math.floor(owed);
      owed -= due;
      if (due > 0) show(at + due);
      if (at === last) set(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  };

  const toggle = () => (playing ? set(false) : start());
  const go = (moment) => {
    set(false);
    show(moment);
  };
  const say = () => {
    const rate = Math.max(0.1, usual * paces[pace.value]);
    find("speed").textContent = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} steps a second`;
  };

  play.addEventListener("click", toggle);
  find("first").addEventListener("click", () => go(1));
  find("back").addEventListener("click", () => go(at - 1));
  find("on").addEventListener("click", () => go(at + 1));
  find("last").addEventListener("click", () => go(last));
  slider.addEventListener("input", () => go(Number(slider.value)));
  pace.addEventListener("input", say);
  const keys = {
    " ": toggle,
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(1),
    End: () => go(last),
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    const isOwn = event.target === pace || (event.key === " " && event.target.tagName === "BUTTON");
    if (!act || isOwn || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });

  slider.max = last;
  pace.value = 5;
  say();
  document.body.classList.add("scripted");
  show(last);
})();
