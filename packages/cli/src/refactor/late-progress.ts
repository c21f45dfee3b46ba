import yoctoSpinner from 'yocto-spinner';

/** How long something takes before a person is told that it goes on, ms. */
const PATIENCE_MS = 1000;

interface Shown {
  stop(): unknown;
}

export interface ProgressOptions {
  /** A terminal shows it, and no program reads the output. */
  readonly isShown: boolean;
  readonly text: string;
  readonly start?: (text: string) => Shown;
}

/** Says what is waited for, once that takes longer than a second. */
export async function withLateProgress<T>(
  { isShown, text, start = spin }: ProgressOptions,
  work: () => Promise<T>,
): Promise<T> {
  let shown: Shown | undefined;
  const timer = isShown ? setTimeout(() => (shown = start(text)), PATIENCE_MS) : undefined;
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    shown?.stop();
  }
}

function spin(text: string): Shown {
  return yoctoSpinner({ text, handleSignals: false }).start();
}
