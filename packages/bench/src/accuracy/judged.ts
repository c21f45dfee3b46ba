/** What is said of every subject. */
export interface JudgedSubject {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly compiler: string;
  readonly seconds: number;
}

/** @param since the run began, as performance.now() says it */
export function about(
  { id, language, title, compiler }: Omit<JudgedSubject, 'seconds'>,
  since: number,
): JudgedSubject {
  return { id, language, title, compiler, seconds: Math.round((performance.now() - since) / 1000) };
}
