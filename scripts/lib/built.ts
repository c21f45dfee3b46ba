import { setUp } from './setup.mjs';

/** Before tests that run what is built: builds it if the sources are newer. */
export default async function build(): Promise<void> {
  const result = await setUp((line) => {
    console.error(line);
  });
  if (result.kind === 'failed') throw new Error(result.message);
}
