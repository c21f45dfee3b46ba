import * as v from 'valibot';
import { Findings, FindingsBudget, TOO_MANY } from '../../backend/output/findings.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from '../../backend/output/output.ts';
import { isOutside, type CompilePlan, type CompileUnit } from './compile-plan.ts';

const finding = v.object({
  file: v.string(),
  line: v.number(),
  column: v.number(),
  endLine: v.optional(v.number()),
  endColumn: v.optional(v.number()),
  severity: v.picklist(['error', 'warning']),
  code: v.string(),
  message: v.string(),
});
type Found = v.InferOutput<typeof finding>;

const unitEnd = v.object({
  unit: v.string(),
  /** The simple names of classes with a superclass, an interface or an annotation that was not found. */
  incomplete: v.array(v.string()),
  failure: v.optional(v.string()),
});
type UnitEnd = v.InferOutput<typeof unitEnd>;

const printed = v.union([unitEnd, finding]);

/** The file names something that is on no class path: an import, or a class. */
const NAMES_MISSING =
  /^compiler\.err\.(doesnt\.exist|cant\.access|cls\.not\.found|package\.not\.visible|module\.not\.found)\b|^compiler\.err\.cant\.resolve\b.*\n *symbol: +(?:class|static)/;
/** May be caused by a member that a missing class declares. */
const NEEDS_MEMBERS =
  /\.(cant\.(resolve|apply|ref)|ref\.ambiguous|method\.does\.not\.override|static\.methods\.cannot\.be\.annotated|does\.not\.override|not\.def|incompatible\.|invalid\.mref|call\.must|anonymous)/;
/** Not thrown, as far as the calls are known. */
const NEVER_THROWN = 'compiler.err.except.never.thrown.in.try';

/** Reads what `Javac.java` prints. */
export class JavacOutput implements CompilerOutput {
  readonly #findings = new Findings();
  #failure: string | undefined;
  #ended = 0;
  #unit: Found[] = [];
  #isCut = false;
  readonly #budget = new FindingsBudget();

  constructor(private readonly plan: CompilePlan) {}

  line(text: string): void {
    const parsed = text.startsWith('{')
      ? v.safeParse(v.pipe(v.string(), v.parseJson(), printed), text)
      : undefined;
    if (parsed?.success !== true) return;
    if ('unit' in parsed.output) this.#end(parsed.output);
    else if (this.#budget.take({ path: parsed.output.file, message: parsed.output.message }))
      this.#unit.push(parsed.output);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const { units } = this.plan;
    const crash =
      code === 0 && this.#ended === units.length
        ? []
        : [`javac exited with code ${code}: ${stderr.find((line) => line !== '') ?? 'no reason given'}`];
    const missing = [...new Set(units.flatMap((unit) => [...unit.missing, ...unit.missingProcessors]))];
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
    const cut = this.#isCut ? '; errors that this may cause are left out' : '';
    const incomplete =
      missing.length === 0 ? [] : [`class path incomplete: ${missing.slice(0, 3).join(', ')}${more}${cut}`];
    return {
      ...this.#findings.report(
        [...crash, ...incomplete][0] ?? this.#failure ?? (this.#budget.isSpent ? TOO_MANY : undefined),
      ),
      excludes: (path) => isOutside(this.plan, path),
    };
  }

  #end({ unit: name, incomplete, failure }: UnitEnd): void {
    const unit = this.plan.units[this.#ended++];
    if (unit === undefined) return;
    const trusted = this.#unit.filter(
      unit.missing.length + unit.missingProcessors.length === 0
        ? isNoConsequence(this.#unit)
        : isIndependent(this.#unit, unit, incomplete),
    );
    this.#isCut ||= trusted.length < this.#unit.length;
    for (const each of trusted) this.#findings.add(toFinding(each));
    if (failure !== undefined) this.#failure ??= `${name}: ${failure}`;
    this.#unit = [];
  }
}

/** An unknown method throws nothing, so that what would catch it looks unused. */
function isNoConsequence(all: readonly Found[]): (found: Found) => boolean {
  const broken = new Set(
    all.filter(({ code, severity }) => severity === 'error' && code !== NEVER_THROWN).map(({ file }) => file),
  );
  return ({ file, code }) => code !== NEVER_THROWN || !broken.has(file);
}

/**
 * Where classes are missing, an error is reported only if none of them can have caused it: not in a
 * file that names one of them, and not about members of a class that inherits from one.
 */
function isIndependent(
  all: readonly Found[],
  { missingProcessors }: CompileUnit,
  incomplete: readonly string[],
): (found: Found) => boolean {
  const unresolved = new Set(
    all.filter(({ code, message }) => NAMES_MISSING.test(`${code} ${message}`)).map(({ file }) => file),
  );
  const names = new Set(incomplete);
  const consequence = isNoConsequence(all);
  return (found) => {
    if (unresolved.has(found.file) || !consequence(found)) return false;
    if (!NEEDS_MEMBERS.test(found.code)) return true;
    return (
      missingProcessors.length === 0 &&
      found.message.includes('location: ') &&
      !wordsIn(found.message).some((word) => names.has(word))
    );
  };
}

function wordsIn(message: string): readonly string[] {
  return message.match(/[\p{ID_Continue}$]+/gu) ?? [];
}

function toFinding({
  file,
  line,
  column,
  endLine,
  endColumn,
  severity,
  code,
  message,
}: Found): PrintedFinding {
  return {
    path: file,
    line,
    character: column,
    ...(endLine !== undefined && endColumn !== undefined && { endLine, endCharacter: endColumn }),
    // Javac counts a byte order mark, which it rejects.
    ...(line === 1 && { columns: 'units', countsMark: true }),
    severity,
    message,
    code: code.replace(/^compiler\.(err|warn)\./, ''),
    source: 'javac',
  };
}
