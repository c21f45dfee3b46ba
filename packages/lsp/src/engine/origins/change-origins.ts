import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic, Origin } from '../../types.ts';
import type { CheckedFile } from '../question/files.ts';
import { type Base, knownBase, type Wait } from '../question/known.ts';
import type { SessionFindings } from '../question/answer.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { LedgeredServers } from './ledgers.ts';
import type { KnownFindings } from '../session/known-files.ts';
import { isCompiler, isOwn, mayChangeAll, seesOthers } from '../session/abilities.ts';
import type { Knowledge, Judge } from '../session/session.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { Deadline } from '../base/deadline.ts';
import { concernedBy } from './created-files.ts';
import { type Overlays, counterfactual, findStarts } from './counterfactual.ts';
import type { FoundChanges } from './found-changes.ts';
import { knowledgeBefore, knownNow } from './knowledge-before.ts';
import type { Change } from './ledger.ts';
import { CLEAN, type TextFindings } from '../changes/pair.ts';
import { changeByShell, previousText } from './before-change.ts';
import { baseOfMove } from './moved-base.ts';
import type { FormerPlace } from './moved-files.ts';
import { Reach } from './reach.ts';
import { OriginSubject } from './subject.ts';
import { withOrigins } from './with-origins.ts';
import { coldWait, START } from './waits.ts';

/**
 * The origins of one check's findings: what the change has caused, and what stood before. Make it
 * before any server is notified of the change: it remembers what the servers know.
 */
export class ChangeOrigins {
  readonly #knowledge: ReadonlyMap<Judge, Knowledge>;
  /** Sessions that were still to be notified of what another check has announced. */
  readonly #behind: ReadonlySet<Judge>;
  /** Sessions that have been asked before. */
  readonly #warm: ReadonlySet<Judge>;
  readonly #start = performance.now();
  readonly #changed: ReadonlyMap<AdmittedPath, string | null | undefined>;
  /** Files that the change has moved, and nothing else. */
  readonly #moved: ReadonlySet<AdmittedPath>;
  /** Created and deleted files cannot be taken back for a question. */
  readonly #isReversible: boolean;
  /** Whether the change may concern a file of this text: it does where it is more than new files. */
  readonly #mayConcern: (text: string) => boolean;
  /** Files that this check changes first. */
  readonly #first: ReadonlySet<AdmittedPath>;
  /** Files that had changed before this check. */
  readonly #known: ReadonlySet<AdmittedPath>;
  readonly #texts: ReadonlyMap<AdmittedPath, string>;
  /** Just before: where a server has no findings, it has not judged this text. */
  readonly #byShell: readonly Change[];
  readonly #reach: Reach;

  /** @param found what a sweep has found, if that is the change */
  constructor(
    private readonly services: LedgeredServers,
    files: readonly CheckedFile[],
    deleted: readonly AdmittedPath[],
    found?: Pick<FoundChanges, 'known' | 'moved' | 'isWhole'>,
  ) {
    const { ledger, ledgers, disk } = services;
    const { knowledge: known, behind } = found?.known ?? knownNow(services);
    this.#behind = behind;
    this.#moved = new Set(found?.moved);
    const changed = files.filter(({ isChanged }) => isChanged === true);
    this.#texts = new Map(
      files.flatMap(({ text }) => (text === undefined ? [] : [[text.path, text.text] as const])),
    );
    this.#changed = new Map(
      changed.flatMap(({ change, before }) =>
        change === undefined
          ? []
          : [
              [
                change.path,
                change.change === 'created'
                  ? null
                  : (before ?? previousText(known.values(), change.path, this.#texts.get(change.path))),
              ] as const,
            ],
      ),
    );
    const formers = [...this.#changed.values()];
    const isAlone = found?.isWhole !== false && deleted.length === 0;
    this.#isReversible = isAlone && formers.every((before) => typeof before === 'string');
    const onlyCreates = isAlone && formers.length > 0 && formers.every((before) => before === null);
    this.#mayConcern = onlyCreates
      ? concernedBy(new Map([...this.#changed.keys()].map((path) => [path, this.#texts.get(path) ?? ''])))
      : () => true;
    const gone = new Set(deleted);
    const changes = [...this.#changed, ...deleted.map((path) => [path, undefined] as const)].map(
      ([path, before]): Change => ({
        path,
        before,
        isFound: disk.changeOf(path) === 'none',
        ...(before === null && { came: this.#texts.get(path) }),
        ...(gone.has(path) && { went: true }),
      }),
    );
    const real = changes.filter(
      ({ path, before }) => before === undefined || before !== this.#texts.get(path),
    );
    // A sweep that has found the change has notified the sessions of it.
    this.#knowledge =
      found === undefined && real.some(({ isFound }) => isFound)
        ? new Map()
        : knowledgeBefore(known, real, (path) => this.#texts.get(path));
    this.#warm = new Set([...known.keys()].filter(({ firstTouch }) => !firstTouch));
    this.#known = new Set(ledger.changed);
    this.#byShell = changed.flatMap((file) => changeByShell(file, disk));
    ledger.change(this.#byShell, () => this.#knowledge);
    this.#first = ledger.change(changes, () => this.#knowledge);
    ledgers.found(
      real.map((change) => ({ ...change, isFound: true })),
      () => this.#knowledge,
      ledger,
    );
    this.#reach = new Reach(services.graphs);
  }

  /**
   * Adds the origin to each finding, as far as it can be told in time.
   *
   * @param reported the origins of other findings are not worth a question
   * @param isDiskMoved other files have changed since the sessions were asked before
   * @param end ms, performance.now
   */
  async label(
    found: readonly SessionFindings[],
    reported: (diagnostic: Diagnostic) => boolean,
    isDiskMoved: boolean,
    end: number,
    cancel: AbortSignal,
  ): Promise<SessionFindings[]> {
    const perSession = await Promise.all(
      [...Map.groupBy(found, ({ session }) => session)].map(async ([session, parts]) => {
        using deadline = new Deadline(this.#msLeft(session, end));
        const wait = { deadline, cancel };
        const subjects = await this.#subjects(parts, isDiskMoved);
        await this.#askBases(session, subjects, reported, wait);
        await this.#findStarts(session, subjects, reported, wait);
        return subjects;
      }),
    );
    const subjects = perSession.flat();
    const origins = new Map<Diagnostic, Origin>();
    for (const subject of subjects) this.#decide(subject, origins);
    return withOrigins(found, origins);
  }

  /** Files that have changed before, and by a shell just now: the sweep of this check may have found them. */
  get #earlier(): readonly AdmittedPath[] {
    return [...this.services.ledger.changed].filter((path) => !this.#first.has(path));
  }

  async #subjects(found: readonly SessionFindings[], isDiskMoved: boolean): Promise<OriginSubject[]> {
    const subjects: OriginSubject[] = [];
    const timeSlices = new TimeSlices();
    for (const { session, findings } of found) {
      for (const [path, diagnostics] of findings) {
        if (timeSlices.due) await timeSlices.pause();
        if (diagnostics.length === 0 && !this.#changed.has(path)) {
          this.services.ledger.setOpen(session, path, CLEAN);
          this.services.ledger.judged(session, path, CLEAN);
          continue;
        }
        const text = this.#texts.get(path) ?? textOnDisk(path);
        if (text === undefined) continue;
        const now = { diagnostics, text };
        const base = this.#changesNothing
          ? { findings: now, isExact: true }
          : ((await this.#knownBase(session, path, text)) ?? this.#baseOfCreation(session, now, path));
        subjects.push(
          new OriginSubject(
            session,
            now,
            path,
            base && {
              ...base,
              isExact: base.isExact && (this.#isCreated(path) || !(isDiskMoved || this.#behind.has(session))),
            },
          ),
        );
      }
    }
    return subjects;
  }

  get #changesNothing(): boolean {
    return this.#changed.size === 0 && this.#isReversible;
  }

  #isCreated(path: AdmittedPath): boolean {
    return this.#changed.get(path) === null && this.#formerPlace(path) === undefined;
  }

  /** Where the file was, if this change has moved it. */
  #formerPlace(path: AdmittedPath): FormerPlace | undefined {
    return this.#changed.get(path) === null || this.#moved.has(path)
      ? this.services.ledger.moved.formerPlace(path)
      : undefined;
  }

  /** A new file that another one does not know has changed nothing in it. */
  #baseOfCreation({ definition }: Judge, now: TextFindings, path: AdmittedPath): Base | undefined {
    const { imports } = definition;
    const isSource = (created: AdmittedPath): boolean =>
      isOwn(definition, created) && imports?.affectsAll(created) !== true;
    return this.#changed.has(path) || this.#mayConcern(now.text) || ![...this.#changed.keys()].every(isSource)
      ? undefined
      : { findings: now, isExact: true };
  }

  /** What the session knew before the change, about the file's text at that time. */
  async #knownBase(session: Judge, path: AdmittedPath, now: string): Promise<Base | undefined> {
    const former = this.#formerPlace(path);
    const before = former?.text ?? (this.#changed.has(path) ? this.#changed.get(path) : now);
    if (before === null) return { findings: CLEAN, isExact: true };
    const name = former?.path ?? path;
    const knowledge = this.#knowledge.get(session);
    const isUnreached = async ({ tree }: KnownFindings, { history }: Knowledge): Promise<boolean> =>
      tree !== undefined && (await this.#reach.lastChange(session.definition, history))(name) <= tree;
    const known =
      knowledge && (await knownBase(knowledge, name, before, (one) => isUnreached(one, knowledge)));
    const isOther = this.#byShell.some((one) => one.path === name) && knowledge?.findings.has(name) !== true;
    if (known !== undefined || former === undefined)
      return known && { ...known, isExact: known.isExact && !isOther };
    const start = this.services.ledger.start(session, path);
    return start && { findings: start, isExact: false };
  }

  /** Asks for what is not known, in one question for all files of the session. */
  async #askBases(
    session: Judge,
    subjects: readonly OriginSubject[],
    reported: (diagnostic: Diagnostic) => boolean,
    wait: Wait,
  ): Promise<void> {
    const open = subjects.filter((subject) => subject.base?.isExact !== true && subject.hasNew(reported));
    if (open.length === 0) return;
    const overlays: Overlays = new Map(
      [...this.#changed].flatMap(([path, before]) =>
        typeof before === 'string' ? [[path, before] as const] : [],
      ),
    );
    if (!this.#isReversible) {
      await this.#askFormerPlaces(session, open, overlays, wait);
      return;
    }
    const { maxProjectDiagnosticsFiles, otherFilesTimeout } = this.services.config;
    using bound = new Deadline(Math.min(otherFilesTimeout, wait.deadline.at - performance.now()));
    let room = maxProjectDiagnosticsFiles;
    for (const round of this.#rounds(open)) {
      const bases = await counterfactual(
        this.#reach,
        session,
        overlays,
        round.map(({ path }) => path),
        wait,
      );
      for (const subject of round) subject.compareTo(bases.get(subject.path) ?? subject.base);
      room -= round.filter((subject) => !this.#changed.has(subject.path) && subject.hasNew(reported)).length;
      if (room <= 0 || bound.signal.aborted || wait.cancel.aborted) return;
    }
  }

  /** What files had that this change has moved, under their former names. */
  async #askFormerPlaces(
    session: Judge,
    subjects: readonly OriginSubject[],
    overlays: Overlays,
    wait: Wait,
  ): Promise<void> {
    const moved = subjects.flatMap((subject) => {
      const former = this.#formerPlace(subject.path);
      return former === undefined ? [] : [{ subject, former }];
    });
    if (moved.length === 0) return;
    const texts = moved.map(({ former }) => [former.path, former.text] as const);
    const paths = texts.map(([path]) => path);
    const bases = await counterfactual(this.#reach, session, new Map([...overlays, ...texts]), paths, wait);
    const isReached = await this.#reach.of(session.definition, overlays.keys());
    for (const { subject, former } of moved) {
      const { base, path, now } = subject;
      const likely = isReached(path) ? undefined : baseOfMove(former, now);
      subject.compareTo(bases.get(former.path) ?? base ?? likely);
    }
  }

  /** The changed files, then as many others at a time as a result shows, in its order. */
  *#rounds(subjects: readonly OriginSubject[]): Iterable<OriginSubject[]> {
    const most = Math.max(1, this.services.config.maxProjectDiagnosticsFiles);
    const { own = [], others = [] } = Object.groupBy(subjects, ({ path }) =>
      this.#changed.has(path) ? 'own' : 'others',
    );
    const sorted = others.sort((a, b) => compareText(a.path, b.path));
    yield [...own, ...sorted.slice(0, most)];
    for (let at = most; at < sorted.length; at += most) yield sorted.slice(at, at + most);
  }

  /** A linter holds no result back for longer than it may with its findings. */
  #msLeft(session: Judge, end: number): number {
    const { linterGrace } = this.services.config;
    const left = Math.min(
      Math.max(0, end - performance.now()),
      isCompiler(session.definition) ? Infinity : linterGrace,
    );
    return this.#warm.has(session)
      ? left
      : Math.min(left, coldWait(session.definition, performance.now() - this.#start));
  }

  /** What stood before the first change of the session, for findings that stood before this one. */
  async #findStarts(
    session: Judge,
    subjects: readonly OriginSubject[],
    reported: (diagnostic: Diagnostic) => boolean,
    wait: Wait,
  ): Promise<void> {
    const { ledger } = this.services;
    const unknown: OriginSubject[] = [];
    const wasReached = await this.#reach.of(session.definition, this.#earlier);
    const wasReachedElse = await this.#reach.of(
      session.definition,
      this.#earlier.filter((path) => !this.#isMoveAlone(path)),
    );
    for (const subject of subjects) {
      const { path, base, stood } = subject;
      if (base === undefined || ledger.start(session, path) !== undefined) continue;
      const former = ledger.moved.atStart(path);
      const isUntouched =
        former === path ? !wasReached(path) : !wasReachedElse(path) && !wasReachedElse(former);
      if (base.isExact && (this.#isStart(session, path) || isUntouched))
        ledger.setStart(session, path, base.findings);
      else if ([...stood].some(reported)) unknown.push(subject);
    }
    if (unknown.length === 0) return;
    using deadline = new Deadline(
      Math.min(
        wait.deadline.at - performance.now(),
        Math.max(START.least, START.part * (performance.now() - this.#start)),
      ),
    );
    const [first = []] = this.#rounds(unknown);
    const paths = first.map(({ path }) => path);
    await findStarts(ledger, this.#reach, session, paths, { ...wait, deadline });
  }

  /** The file was moved since the check before, and only then: no change has reached it by that. */
  #isMoveAlone(path: AdmittedPath): boolean {
    const { ledger } = this.services;
    const isNew = (one: AdmittedPath): boolean => !this.#known.has(one);
    return ledger.moved.atStart(path) !== path && isNew(path) && isNew(ledger.moved.atStart(path));
  }

  /**
   * What stood before this change of the file stood before all changes, as far as the session can
   * tell: it sees other files only on disk, or the file was created now.
   */
  #isStart({ definition }: Judge, path: AdmittedPath): boolean {
    return (
      this.#isCreated(path) ||
      (!seesOthers(definition) && this.services.ledger.original(path) === this.#changed.get(path))
    );
  }

  /** By a shell, just now: nothing tells what stood before in a file that was never judged. */
  #haveSettingsChanged(session: Judge): boolean {
    const isNew = (path: AdmittedPath): boolean => !this.#known.has(path) && !isOwn(session.definition, path);
    return this.#earlier.some((path) => isNew(path) && mayChangeAll(session, path));
  }

  /** A finding is the session's if the ledger says so. Without a start, only what it has as open is. */
  #decide({ session, path, now, base, stood }: OriginSubject, origins: Map<Diagnostic, Origin>): void {
    const { ledger } = this.services;
    const caused = new Set(ledger.caused(session, path, now));
    // What an earlier change of the file itself has caused may be reported for the first time now.
    const isStartKnown =
      ledger.start(session, path) !== undefined ||
      ledger.wasJudged(session, path) ||
      this.#first.has(path) ||
      (!ledger.hasChanged(path) && !this.#haveSettingsChanged(session));
    // What nothing can tell of is not called caused: a question that is not answered proves nothing.
    const isAskable = session.takesTexts !== false;
    for (const diagnostic of now.diagnostics) {
      if (caused.has(diagnostic) && stood.has(diagnostic)) origins.set(diagnostic, 'session');
      else if (stood.has(diagnostic) && (isStartKnown || !isAskable)) origins.set(diagnostic, 'before');
      else if (!stood.has(diagnostic) && base?.isExact === true) origins.set(diagnostic, 'edit');
    }
    ledger.judged(session, path, now);
    ledger.setOpen(session, path, {
      ...now,
      diagnostics: now.diagnostics.filter((diagnostic) => {
        const origin = origins.get(diagnostic);
        return origin === undefined ? isAskable : origin !== 'before';
      }),
    });
  }
}
