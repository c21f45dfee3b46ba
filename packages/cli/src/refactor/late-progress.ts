import yoctoSpinner from 'yocto-spinner';

/** How long something takes before a person is told that it goes on, ms. */
const PATIENCE_MS = 1000;

interface Shown {
  text: string;
  stop(): unknown;
}

export interface ProgressOptions {
  /** A terminal shows it, and no program reads the output. */
  readonly isShown: boolean;
  /** What is waited for first. */
  readonly text: string;
  readonly start?: (text: string) => Shown;
}

/**
 * Says what is waited for, once that takes longer than a second.
 *
 * @param work may tell what it waits for next
 */
export async function withLateProgress<T>(
  { isShown, text, start = spin }: ProgressOptions,
  work: (tell: (text: string) => void) => Promise<T>,
): Promise<T> {
  let shown: Shown | undefined;
  let now = text;
  const timer = isShown ? setTimeout(() => (shown = start(now)), PATIENCE_MS) : undefined;
  const tell = (next: string): void => {
    now = next;
    if (shown !== undefined) shown.text = next;
  };
  try {
    return await work(tell);
  } finally {
    clearTimeout(timer);
    shown?.stop();
  }
}

function spin(text: string): Shown {
  return yoctoSpinner({ text, handleSignals: false }).start();
}
