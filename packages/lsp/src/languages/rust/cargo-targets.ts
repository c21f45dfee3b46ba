import * as v from 'valibot';
import type { CompilerOutput } from '../../backend/output/output.ts';
import { readJson } from '../../backend/output/read-json.ts';

/** A unit that Cargo compiles separately: a library, a program, a test. */
const target = v.object({
  kind: v.array(v.string()),
  name: v.string(),
  src_path: v.string(),
  'required-features': v.optional(v.array(v.string()), []),
});

type Target = v.InferOutput<typeof target>;

const metadata = v.object({ packages: v.array(v.object({ targets: v.array(target) })) });

const compiled = v.object({ reason: v.picklist(['compiler-artifact', 'compiler-message']), target });

/**
 * The targets that a run of Cargo has not compiled. With `--keep-going` Cargo skips whatever
 * depends on a crate with errors, and does not report that. First read the list of targets
 * (`listing`), then pass each line of the run to `hear`.
 */
export class CargoTargets {
  readonly #left = new Map<string, Target>();

  /** Reads `cargo metadata --no-deps`. Where that fails, the run itself reports why. */
  listing(): CompilerOutput {
    this.#left.clear();
    return {
      line: (text) => {
        for (const { targets } of readJson(metadata, text)?.packages ?? []) {
          // A target that features switch on may be left out on purpose.
          for (const each of targets)
            if (each['required-features'].length === 0) this.#left.set(keyOf(each), each);
        }
      },
      conclude: () => ({ findings: [], failure: undefined }),
    };
  }

  /** A line of `cargo check --message-format=json`. */
  hear(line: string): void {
    const about = this.#left.size === 0 ? undefined : readJson(compiled, line);
    if (about !== undefined) this.#left.delete(keyOf(about.target));
  }

  /** Why a run that found errors has not checked every target. */
  get incompleteReason(): string | undefined {
    const [first] = this.#left.values();
    return (
      first &&
      `${first.name} (${first.kind.join(', ')}) was not compiled: it depends on a crate that has errors`
    );
  }
}

function keyOf({ kind, name, src_path }: Target): string {
  return [...kind, name, src_path].join('\0');
}
