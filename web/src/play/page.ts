// The page Play: the level grid, a game, today's board, and a game on any board.

import { AnswerView } from '../answer.ts';
import { errorText, isOffline, solveProblem, stopText } from '../api.ts';
import { Board } from '../board/board.ts';
import { button, checkbox, fill, h, iconButton, set } from '../dom.ts';
import { sentence } from '../format.ts';
import { addressOf, announce, type Page, showCrumb, toast, updateAddress } from '../page.ts';
import { readLetters, spelled } from '../puzzles/letters.ts';
import { type Question, writePiece, writeQuestion } from '../question.ts';
import { boardName, questionForm } from '../question-form.ts';
import { openShare } from '../share.ts';
import { proofText, showReason } from '../solve/reason.ts';
import {
  boardText,
  nameOf,
  pieceOf,
  rectangle,
  type Shape,
  type Square,
  size,
  squareOf,
  squaresNamed,
} from '../squares.ts';
import { t } from '../texts.ts';
import { Clock } from './clock.ts';
import { Coach, judge } from './coach.ts';
import { dailyTask, isDay, today } from './daily.ts';
import {
  backTo,
  completed,
  type Game,
  type GameStatus,
  gameStatus,
  knightOf,
  legalMoves,
  moveError,
  newGame,
  numberedMove,
  play,
  playUpTo,
  redo,
  startCount,
  undo,
} from './game.ts';
import { levelGrid, totalStars } from './grid.ts';
import { LEVELS, levelTask } from './levels.ts';
import { type HelpUsed, levelKey, savedGame, saveGame, saveResult, starsOf } from './progress.ts';
import { gameScene } from './scene.ts';
import { squareAtStep, type Task, taskFromQuery, taskToProblem, taskToQuery } from './task.ts';

/** Where a game comes from. */
type Origin = { kind: 'level'; number: number } | { kind: 'day'; day: string } | { kind: 'own' };

/** The number of undone moves of the third star, for boards without a goal of their own. */
const USUAL_GOAL = 10;

interface State {
  origin: Origin;
  game: Game;
  help: HelpUsed;
  hint: Square | undefined;
  mistake: number | undefined;
  finishedFrom: number | undefined;
  isBlind: boolean;
  hasNumbers: boolean;
  /** The positions before a restart or a jump, which undo returns to. */
  jumps: { after: Game; before: Game; finishedFrom: number | undefined }[];
  deadEnds: number;
  wasHintOffered: boolean;
  isTold: boolean;
  letters: ReadonlyMap<Square, string> | undefined;
}

export function playPage(): Page {
  const state: State = {
    origin: { kind: 'own' },
    game: newGame({ shape: rectangle(5, 5), kind: 'any', clues: new Map() }),
    help: { hints: 0, isCoached: false },
    hint: undefined,
    mistake: undefined,
    finishedFrom: undefined,
    isBlind: false,
    hasNumbers: false,
    jumps: [],
    deadEnds: 0,
    wasHintOffered: false,
    isTold: false,
    letters: undefined,
  };
  const clock = new Clock();
  let isCoachOn = false;
  let isHintWanted = false;

  const board = new Board({
    label: t.play.board,
    onChoose: choose,
    targets: () => (state.game.played.length > 0 ? legalMoves(state.game) : []),
    isDraggable: (square) => square === knightOf(state.game),
    onDrag: dragged,
    onHold: held,
    onTwoFingerTap: undoMove,
    onKey: pressed,
  });
  board.element.classList.add('can-choose');
  const answer = new AnswerView();
  const coach = new Coach((error) => heard(error));
  const undoButton = iconButton('undo', t.play.undo, undoMove, { title: t.play.undoKeys });
  const redoButton = iconButton('redo', t.play.redo, redoMove, { title: t.play.redoKeys });
  const restartButton = iconButton('restart', t.play.restart, restart);
  const hintButton = iconButton('hint', t.play.hint, wantHint, { title: t.play.hintKeys });
  const title = h('div', { class: 'task' });
  const tip = h('p', { class: 'fine soft' });
  const stars = h('p', { class: 'fine soft' });
  const coachBox = checkbox(t.play.coach, false, (isOn) => turnCoach(isOn));
  const numbersBox = checkbox(t.board.numbers, false, (isOn) => {
    state.hasNumbers = isOn;
    render();
  });
  const blindBox = checkbox(t.play.blindfold, false, (isOn) => {
    state.isBlind = isOn;
    render();
  });
  const finishButton = button(t.play.finish, finish);
  const form = questionForm(question(), {
    sizes: ['5x5', '6x6', '8x8', '10x10'],
    onChange: (question) => {
      const query = new URLSearchParams();
      writeQuestion(query, question);
      location.hash = addressOf('play', query);
    },
  });
  const own = h('section', { class: 'settings' }, form.element);
  const gameView = h(
    'div',
    { class: 'layout' },
    h(
      'div',
      { class: 'stage' },
      board.element,
      h(
        'div',
        { class: 'bar four', role: 'group', 'aria-label': t.play.controls },
        undoButton,
        redoButton,
        restartButton,
        hintButton,
      ),
    ),
    h(
      'div',
      { class: 'panel' },
      answer.element,
      h('a', { class: 'button quiet back', href: '#play' }, t.play.allLevels),
      title,
      h(
        'section',
        { class: 'settings', 'aria-label': t.shell.options },
        tip,
        stars,
        coachBox,
        numbersBox,
        blindBox,
        h('div', { class: 'row' }, finishButton),
        h('details', {}, h('summary', {}, t.play.keys), h('p', { class: 'fine soft' }, t.play.keysText)),
      ),
      own,
    ),
  );
  const gridView = h('div', { class: 'grid-page' });
  const element = h('div', {}, gridView, gameView);

  function question(): Question {
    const { shape, kind } = state.game.task;
    return {
      shape,
      kind,
      from: squareAtStep(state.game.task, 1),
      to: squareAtStep(state.game.task, size(shape)),
    };
  }

  // --- opening -------------------------------------------------------------------------------------------

  function showGrid(): void {
    gridView.hidden = false;
    gameView.hidden = true;
    document.body.classList.remove('in-game');
    fill(
      gridView,
      h(
        'div',
        { class: 'grid-head' },
        h(
          'div',
          {},
          h('h2', { class: 'big' }, t.shell.play),
          h('p', { class: 'soft' }, t.play.total(totalStars())),
        ),
        h(
          'div',
          { class: 'row' },
          h('a', { class: 'button', href: `#play?day=${today()}` }, t.play.today),
          h('a', { class: 'button', href: '#play?board=6x6' }, t.play.own),
        ),
      ),
      levelGrid(),
    );
  }

  function begin(origin: Origin, task: Task, letters?: ReadonlyMap<Square, string>): void {
    rememberGame();
    gridView.hidden = true;
    gameView.hidden = false;
    document.body.classList.add('in-game');
    isCoachOn = false;
    setBox(coachBox, false);
    Object.assign(state, {
      origin,
      game: newGame(task),
      help: { hints: 0, isCoached: false },
      jumps: [],
      deadEnds: 0,
      wasHintOffered: false,
      isTold: false,
      isBlind: false,
      letters,
    });
    setBox(blindBox, false);
    forget();
    clock.reset();
    const saved = savedGame(task);
    if (saved) {
      state.game = saved.game;
      state.help = saved.help;
      clock.reset(saved.ms);
    }
    showTitle();
    form.assign(question());
    own.hidden = origin.kind !== 'own' || letters !== undefined;
    changed();
    const knight = knightOf(state.game);
    if (knight !== undefined) {
      board.point(knight);
    }
  }

  function showTitle(): void {
    const { origin } = state;
    const { task } = state.game;
    const [name, levelTip] =
      origin.kind === 'level' ? (t.play.levels[origin.number - 1] ?? ['', '']) : ['', ''];
    const over =
      origin.kind === 'level'
        ? t.play.levelOf(origin.number, LEVELS.length)
        : origin.kind === 'day'
          ? origin.day
          : state.letters
            ? t.puzzles.letters
            : t.play.own;
    const text =
      origin.kind === 'level' ? name : origin.kind === 'day' ? t.play.today : boardName(task.shape);
    fill(
      title,
      h('p', { class: 'over' }, over),
      h('h2', { class: 'level-title' }, text),
      h('p', {}, state.letters ? t.puzzles.followLetters : goalText(task)),
    );
    showCrumb('#play', t.play.toLevels, text);
    const { surface } = task.shape;
    const piece = pieceOf(task.shape);
    const tips = [
      levelTip,
      origin.kind === 'level' || surface === 'flat' ? '' : t.play.surfaceTips[surface],
      origin.kind === 'level' || !piece || piece === 'knight' ? '' : t.play.pieceTip(t.board.pieces[piece]),
    ];
    fill(tip, tips.filter(Boolean).join(' '));
    tip.hidden = tip.textContent === '';
    fill(stars, origin.kind === 'own' ? '' : t.play.starRule(goal()));
    stars.hidden = origin.kind === 'own';
  }

  function goalText(task: Task): string {
    const name = (step: number) => {
      const square = squareAtStep(task, step);
      return square === undefined ? undefined : nameOf(task.shape, square);
    };
    const middle = [...task.clues.values()].some((step) => step > 1 && step < size(task.shape));
    return (
      t.play.goals[task.kind](name(1), name(size(task.shape))) + (middle ? ` ${t.play.appointments}` : '')
    );
  }

  function goal(): number {
    const { origin } = state;
    return (origin.kind === 'level' ? LEVELS[origin.number - 1]?.goal : undefined) ?? USUAL_GOAL;
  }

  // --- moves ---------------------------------------------------------------------------------------------

  function become(game: Game): void {
    state.game = game;
    forget();
    changed();
  }

  /** Forgets what is true of one position only. */
  function forget(): void {
    state.hint = undefined;
    state.mistake = undefined;
    state.finishedFrom = undefined;
    isHintWanted = false;
    coach.rest();
  }

  function choose(square: Square): void {
    const { game } = state;
    if (gameStatus(game).kind === 'won') {
      return;
    }
    const error = moveError(game, square);
    if (!error) {
      become(play(game, square));
      return;
    }
    const name = nameOf({ ...game.task.shape, holes: new Set() }, square);
    const knight = knightOf(game);
    const from = knight === undefined ? '' : nameOf(game.task.shape, knight);
    const texts = t.play.errors;
    const text =
      error.kind === 'visited'
        ? texts.visited(name, error.step)
        : error.kind === 'fixed'
          ? texts.fixed(name, error.step, game.played.length + 1)
          : error.kind === 'due'
            ? texts.due(error.step, nameOf(game.task.shape, error.square))
            : texts[error.kind](name, from);
    answer.say(text);
    announce(text);
  }

  /** A drag of the knight moves it, or takes it back along the ribbon. */
  function dragged(from: Square, to: Square): void {
    const { game } = state;
    if (from !== knightOf(game)) {
      return;
    }
    const at = game.played.indexOf(to);
    if (at >= 0) {
      jump(backTo(game, at + 1));
    } else {
      choose(to);
    }
  }

  /** A long press on an earlier square offers to go back to it. */
  function held(square: Square): void {
    const at = state.game.played.indexOf(square);
    if (at >= 0 && at < state.game.played.length - 1) {
      const act = () => jump(backTo(state.game, at + 1));
      toast(t.play.backToStep(at + 1), { text: t.play.goBack, act });
    }
  }

  function undoMove(): void {
    const last = state.jumps.at(-1);
    if (last && last.after === state.game) {
      state.jumps.pop();
      become({ ...last.before, undoCount: Math.max(last.before.undoCount, state.game.undoCount) });
      return;
    }
    const before = state.game;
    const next = undo(before);
    if (next !== before) {
      become(next);
      announce(t.play.undone(next.played.length));
    }
  }

  function redoMove(): void {
    const next = redo(state.game);
    if (next !== state.game) {
      become(next);
    }
  }

  /** Sets a position that undo can leave again. */
  function jump(game: Game): void {
    const { finishedFrom } = state;
    state.jumps.push({ after: game, before: state.game, finishedFrom });
    become(game);
  }

  function restart(): void {
    if (state.game.played.length > startCount(state.game)) {
      state.help = { hints: 0, isCoached: isCoachOn };
      state.deadEnds = 0;
      state.isTold = false;
      clock.reset();
      jump(newGame(state.game.task));
    }
  }

  // --- the coach -----------------------------------------------------------------------------------------

  function turnCoach(isOn: boolean): void {
    isCoachOn = isOn;
    setBox(coachBox, isOn);
    if (isOn) {
      state.help = { ...state.help, isCoached: true };
    }
    coach.rest();
    changed();
  }

  function heard(error?: unknown): void {
    if (error !== undefined) {
      isHintWanted = false;
      answer.say(isOffline(error) ? t.play.needsServer : sentence(errorText(error)));
    } else if (isHintWanted) {
      isHintWanted = false;
      showHint();
    }
    render();
    keep();
  }

  function wantHint(): void {
    const { kind } = gameStatus(state.game);
    if (kind === 'won' || kind === 'stuck') {
      return;
    }
    if (!state.wasHintOffered && state.help.hints === 0) {
      state.wasHintOffered = true;
      const cancel = () => {
        state.wasHintOffered = false;
        showStatus();
      };
      answer.show({
        head: t.play.hint,
        text: t.play.hintCost,
        actions: [
          { text: t.play.showHint, act: wantHint, isMain: true },
          { text: t.shell.cancel, act: cancel },
        ],
      });
      return;
    }
    isHintWanted = true;
    if (coach.advice) {
      heard();
    } else {
      answer.say(t.play.thinking);
      coach.ask(state.game);
    }
  }

  function showHint(): void {
    const { advice } = coach;
    if (!advice) {
      return;
    }
    const hint = advice.hint === null ? undefined : squareOf(state.game.task.shape, advice.hint);
    if (advice.position === 'lost') {
      answer.show({
        head: t.play.lost,
        text: t.play.lostText,
        actions: [
          { text: t.play.undo, act: undoMove, isMain: true },
          { text: t.play.whatWentWrong, act: whatWentWrong },
        ],
      });
    } else if (hint === undefined) {
      answer.show({ head: t.play.noHint, text: t.play.noHintText });
    } else {
      if (state.hint !== hint) {
        state.help = { ...state.help, hints: state.help.hints + 1 };
      }
      state.hint = hint;
      answer.show({ head: t.play.hintAt(advice.hint ?? ''), text: t.play.hintText });
    }
  }

  /** Finds the last position from which a tour is possible. */
  async function whatWentWrong(): Promise<void> {
    const { game } = state;
    answer.wait(
      () => t.play.thinking,
      '',
      () => changed(),
    );
    try {
      const { back, never } = await judge(game, true);
      if (game !== state.game) {
        return;
      }
      if (never) {
        const { text } = showReason(never, game.task.shape, game.task.kind === 'closed');
        answer.show({ head: t.play.never, text: text || proofText(never) });
      } else if (back?.proved) {
        showMistake(game, back.keep);
      } else {
        const isKnown = back !== null && back !== undefined;
        const keep = back?.keep ?? 0;
        answer.show({
          head: t.play.noProof,
          text: isKnown ? t.play.noProofText(keep) : t.play.noProofAtAll,
          actions: isKnown
            ? [{ text: t.play.backToMove(keep), act: () => jump(backTo(game, keep)), isMain: true }]
            : [{ text: t.play.undo, act: undoMove, isMain: true }],
        });
      }
    } catch (error) {
      answer.show({
        head: t.play.deadEnd,
        text: isOffline(error) ? t.play.needsServer : sentence(errorText(error)),
        actions: [{ text: t.play.undo, act: undoMove, isMain: true }],
      });
    }
  }

  function showMistake(game: Game, keep: number): void {
    state.mistake = keep;
    render();
    const wrong = game.played[keep];
    answer.show({
      head: keep === 0 ? t.play.wrongStart : t.play.mistake(keep + 1),
      text: t.play.mistakeText(wrong === undefined ? '' : nameOf(game.task.shape, wrong)),
      actions: [
        { text: t.play.backToMove(keep), act: () => jump(backTo(game, keep)), isMain: true },
        ...(isCoachOn ? [] : [{ text: t.play.turnOn, act: () => turnCoach(true) }]),
      ],
    });
  }

  /** Asks the server for the rest of the tour. */
  async function finish(): Promise<void> {
    const { game } = state;
    if (gameStatus(game).kind === 'won') {
      return;
    }
    answer.wait(
      () => t.play.thinking,
      '',
      () => changed(),
    );
    try {
      const outcome = await solveProblem(taskToProblem(game.task, game.played));
      if (game !== state.game) {
        return;
      }
      if (outcome.outcome === 'found') {
        const rest = squaresNamed(game.task.shape, outcome.squares).slice(game.played.length);
        const whole = completed(game, rest);
        const from = game.played.length;
        state.jumps.push({ after: whole, before: game, finishedFrom: undefined });
        state.game = whole;
        forget();
        state.finishedFrom = Math.max(0, from - 1);
        changed();
      } else if (outcome.outcome === 'impossible') {
        answer.show({
          head: t.play.lost,
          text: t.play.lostText,
          actions: [
            { text: t.play.undo, act: undoMove, isMain: true },
            { text: t.play.whatWentWrong, act: whatWentWrong },
          ],
        });
      } else {
        answer.show({ head: t.play.noProof, text: sentence(stopText(outcome)) });
      }
    } catch (error) {
      answer.show({
        head: t.play.notFinished,
        text: isOffline(error) ? t.play.needsServer : sentence(errorText(error)),
      });
    }
  }

  // --- showing -------------------------------------------------------------------------------------------

  function changed(): void {
    const status = gameStatus(state.game);
    if (status.kind === 'ready') {
      clock.reset();
    } else if (status.kind === 'won') {
      clock.stop();
    } else if (!clock.isRunning) {
      clock.start();
    }
    if (isCoachOn && (status.kind === 'playing' || status.kind === 'ready') && state.game.played.length > 0) {
      coach.ask(state.game);
    }
    render();
    showStatus();
    if (status.kind === 'stuck') {
      board.shake();
    }
    state.isTold = status.kind === 'won' && state.finishedFrom === undefined;
    keep();
  }

  function render(): void {
    const { game } = state;
    const advice = isCoachOn ? coach.advice : undefined;
    board.show(gameScene({ ...state, advice }));
    const status = gameStatus(game).kind;
    const canUndo = game.played.length > startCount(game) || state.jumps.at(-1)?.after === game;
    undoButton.disabled = !canUndo;
    redoButton.disabled = game.undone.length === 0;
    restartButton.disabled = game.played.length <= startCount(game);
    hintButton.disabled = status === 'won' || status === 'stuck';
    finishButton.disabled = status === 'won';
  }

  function showStatus(): void {
    const { game } = state;
    const status = gameStatus(game);
    const all = size(game.task.shape);
    const at = squareAtStep(game.task, 1);
    if (status.kind === 'ready') {
      const text = at === undefined ? t.play.chooseStart : t.play.startOn(nameOf(game.task.shape, at));
      answer.show({ head: t.play.squares(all), text });
    } else if (status.kind === 'playing') {
      const moves = legalMoves(game).length;
      const knight = knightOf(game);
      answer.show({
        head: t.play.progress(game.played.length, all),
        text: state.letters
          ? spelled(state.letters, game.played)
          : isCoachOn
            ? t.play.legend
            : t.play.movesPossible(moves),
        voice: t.play.moved(
          game.played.length,
          knight === undefined ? '' : nameOf(game.task.shape, knight),
          moves,
        ),
      });
    } else if (status.kind === 'stuck') {
      showDeadEnd(status);
    } else if (status.kind === 'won') {
      showWin(status.isClosed);
    }
  }

  function showDeadEnd({ missed, cause }: Extract<GameStatus, { kind: 'stuck' }>): void {
    state.deadEnds += 1;
    const undoAction = { text: t.play.undo, act: undoMove, isMain: true };
    const offersCoach = state.deadEnds > 1 && !isCoachOn && cause === 'dead-end';
    answer.show({
      head: cause === 'dead-end' ? t.play.deadEnd : t.play.notYet,
      text:
        cause === 'dead-end'
          ? `${t.play.deadEndText(missed)}${offersCoach ? ` ${t.play.coachOffer}` : ''}`
          : cause === 'not-closed'
            ? t.play.notClosed
            : t.play.notOpen,
      tone: 'bad',
      actions: [
        undoAction,
        offersCoach
          ? {
              text: t.play.turnOn,
              act: () => {
                undoMove();
                turnCoach(true);
              },
            }
          : { text: t.play.whatWentWrong, act: whatWentWrong },
      ],
      voice: t.play.deadEndVoice(missed),
    });
  }

  function showWin(isClosed: boolean): void {
    const { game, help, origin } = state;
    const next = origin.kind === 'level' && origin.number < LEVELS.length ? origin.number + 1 : undefined;
    const goOn =
      next === undefined
        ? { text: t.play.allLevelsShort, act: () => go('#play'), isMain: true }
        : { text: t.play.nextLevel, act: () => go(`#play?level=${next}`), isMain: true };
    if (state.finishedFrom !== undefined) {
      const keepMoves = state.finishedFrom + 1;
      answer.show({
        head: t.play.finishedHead,
        text: t.play.finishedText(keepMoves),
        actions: [
          { text: t.play.backToMove(keepMoves), act: undoMove, isMain: true },
          { ...goOn, isMain: false },
        ],
      });
      return;
    }
    const squares = game.played.map((square) => nameOf(game.task.shape, square));
    const count = starsOf(help, game.undoCount, goal());
    const key =
      origin.kind === 'level' ? levelKey(origin.number) : `day ${origin.kind === 'day' ? origin.day : ''}`;
    const isNew = !state.isTold;
    const isBest =
      origin.kind !== 'own' &&
      isNew &&
      saveResult(key, { stars: count, ms: clock.ms, squares: squares.join(' ') });
    const text = t.play.winText({
      squares: squares.length,
      time: t.clock(clock.ms),
      hints: help.hints,
      isCoached: help.isCoached,
      undone: game.undoCount,
      isBest,
    });
    const problem = taskToProblem(game.task);
    const show = () =>
      answer.show({
        head: isClosed && game.task.kind === 'any' ? t.play.closedComplete : t.play.complete,
        text: state.letters ? spelled(state.letters, game.played) : text,
        tone: 'good',
        stars: origin.kind === 'own' ? undefined : count,
        voice: origin.kind === 'own' ? t.play.complete : t.play.winVoice(count),
        actions: [
          goOn,
          {
            text: t.solve.save,
            act: () =>
              openShare({
                scene: board.scene,
                problem,
                answer: { schema: 'caracole.game/1', problem, squares },
                ...tourLink(game.task.shape, squares),
              }),
          },
        ],
      });
    if (isNew) {
      board.light();
    }
    show();
  }

  function go(hash: string): void {
    location.hash = hash;
  }

  // --- keys ----------------------------------------------------------------------------------------------

  function pressed(key: string): boolean {
    const letter = key.toLowerCase();
    if (/^[1-8]$/.test(key)) {
      const square = numberedMove(state.game, Number(key));
      if (square === undefined) {
        announce(t.play.offBoard(Number(key)));
      } else {
        choose(square);
        board.focus(knightOf(state.game) ?? square);
      }
      return true;
    }
    const actions: Record<string, () => void> = {
      u: undoMove,
      backspace: undoMove,
      r: redoMove,
      h: wantHint,
      n: () => {
        state.hasNumbers = !state.hasNumbers;
        setBox(numbersBox, state.hasNumbers);
        render();
      },
    };
    actions[letter]?.();
    return letter in actions;
  }

  function rememberGame(): void {
    if (!gameView.hidden) {
      keep();
    }
  }

  function keep(): void {
    if (state.finishedFrom === undefined) {
      saveGame({ game: state.game, ms: clock.ms, help: state.help });
    }
  }

  gameView.hidden = true;
  document.addEventListener('visibilitychange', () => {
    clock.away(document.hidden);
    rememberGame();
  });
  addEventListener('pagehide', rememberGame);

  return {
    element,
    enter(query) {
      clock.away(document.hidden);
      const number = Number(query.get('level') ?? '0');
      const level = LEVELS[number - 1];
      const day = query.get('day') ?? '';
      if (query.has('level') && level) {
        begin({ kind: 'level', number }, levelTask(level));
        return;
      }
      if (query.has('day')) {
        begin({ kind: 'day', day: isDay(day) ? day : today() }, dailyTask(isDay(day) ? day : today()));
        return;
      }
      const task = taskFromQuery(query);
      if (!task) {
        showGrid();
        return;
      }
      begin({ kind: 'own' }, task, readLetters(task.shape, query.get('letters') ?? ''));
      const played = squaresNamed(task.shape, (query.get('played') ?? '').split(','));
      if (played.length > 0) {
        become(playUpTo(newGame(task), played));
        // A reload continues the game and does not return to these moves.
        updateAddress('play', taskToQuery(task));
      }
    },
    leave() {
      clock.away(true);
      coach.rest();
      rememberGame();
      document.body.classList.remove('in-game');
    },
    onKey(event) {
      if (gameView.hidden || !(event.ctrlKey || event.metaKey)) {
        return false;
      }
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) {
        undoMove();
      } else if (key === 'y' || key === 'z') {
        redoMove();
      } else {
        return false;
      }
      return true;
    },
  };
}

/** The maximum number of squares in a link. */
const MAX_LINKED_SQUARES = 400;

/** Returns a link that shows a tour in Check. */
function tourLink(shape: Shape, squares: readonly string[]): { link?: string } {
  const query = new URLSearchParams({ board: boardText(shape) });
  writePiece(query, shape);
  query.set('squares', squares.join(','));
  return squares.length > MAX_LINKED_SQUARES ? {} : { link: addressOf('check', query) };
}

function setBox(label: HTMLElement, isOn: boolean): void {
  const box = label.querySelector('input');
  if (box) {
    box.checked = isOn;
  }
  set(label, 'data-on', isOn);
}
