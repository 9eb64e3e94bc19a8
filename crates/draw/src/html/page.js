"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const walk = JSON.parse(find("walk").textContent);
  const stops = [...find("stops").children];
  const knights = [...find("knights").children];
  const names = walk.names.split(" ");
  const places = walk.places.split(" ").map((numbers) => numbers.split(",").map(Number));
  const last = stops.length;
  if (last === 0) return;

  const [slider, pace, play] = [find("at"), find("pace"), find("play")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // Stops a second.
  const paces = [1, 2, 4, 8, 15, 30, 60, 120, 250, 500];
  let at = last;
  let playing = false;

  const speed = () => paces[pace.value];

  // What is seen and said at a stop, counted from 1.
  const describe = () => {
    const moment = Math.min(at * walk.each, walk.moments);
    const where = names[at - 1].split("/").join(" and ");
    return moment > walk.steps ? `Back to ${where}` : `Step ${moment} of ${walk.steps}: ${where}`;
  };

  const show = (stop) => {
    const next = Math.min(Math.max(stop, 1), last);
    for (let k = at; k < next; k += 1) stops[k].classList.remove("later");
    for (let k = next; k < at; k += 1) stops[k].classList.add("later");
    // A single step is a movement, and anything else a jump.
    const glides = !calm.matches && Math.abs(next - at) === 1;
    const time = glides ? Math.min(250, playing ? 700 / speed() : 250) : 0;
    at = next;
    knights.forEach((knight, k) => {
      const [right, down] = [places[at - 1][2 * k], places[at - 1][2 * k + 1]];
      knight.style.transition = time > 20 ? `transform ${time}ms ease-in-out` : "none";
      knight.style.transform = `translate(${right}px, ${down}px)`;
    });
    slider.value = at;
    const said = describe();
    slider.setAttribute("aria-valuetext", said);
    find("said").textContent = said;
    find("first").disabled = find("back").disabled = at === 1;
    find("last").disabled = find("on").disabled = at === last;
  };

  const set = (now) => {
    playing = now;
    document.body.classList.toggle("playing", playing);
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    // Not every step of a recording is read out.
    find("said").setAttribute("aria-live", playing ? "off" : "polite");
  };

  const start = () => {
    if (at === last) show(1);
    set(true);
    let before = performance.now();
    let owed = 0;
    const tick = (now) => {
      if (!playing) return;
      owed += Math.max(0, now - before) * speed() / 1000;
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
  const go = (stop) => {
    set(false);
    show(stop);
  };
  const say = () => {
    const steps = speed() * walk.each;
    const text = `${steps} ${steps === 1 ? "step" : "steps"} a second`;
    find("speed").textContent = text;
    pace.setAttribute("aria-valuetext", text);
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
  // A long tour takes half a minute, as far as the paces go.
  const fitting = paces.findIndex((stopsASecond) => last / stopsASecond <= 30);
  pace.value = fitting < 0 ? paces.length - 1 : Math.max(2, fitting);
  say();
  document.body.classList.add("scripted");
  show(last);
})();
