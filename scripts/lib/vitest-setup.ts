import { setUp } from './setup.mjs';

/** Before the end-to-end tests, which run what is built: builds it if the sources are newer. */
export default async function prepare(): Promise<void> {
  const result = await setUp((line) => {
    console.error(line);
  });
  if (result.kind === 'failed') throw new Error(result.message);
}
