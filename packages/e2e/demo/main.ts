// Shows what a model reads after its edits, in a real agent with real language servers: npm run demo
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import colors, { createColors } from 'picocolors';
import { runCore } from './core/run.js';
import { HOST } from './hosts.js';
import { parseOptions, USAGE, type HostName } from './options.js';
import type { Block, Tell } from './page.js';
import { picture } from './picture.js';
import { play } from './play.js';

const ENDED: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

process.exitCode = await main();

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  switch (options.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'wrong':
      process.stderr.write(`${options.reason}\n${USAGE}`);
      return 2;
    case 'run':
      return run(options);
  }
}

async function run({ host, svg }: { host: HostName; svg: string | undefined }): Promise<number> {
  const interrupted = new AbortController();
  for (const name of Object.keys(ENDED)) process.once(name, () => interrupted.abort(name));
  const pictured: Block[] = [];
  const tell: Tell = (block, inPicture) => {
    if (inPicture === true) pictured.push(block);
    console.log(block(colors));
  };
  try {
    const { faults, home } =
      host === 'core'
        ? { faults: await runCore(interrupted.signal, tell), home: '' }
        : await play(HOST[host](), interrupted.signal, tell);
    for (const fault of faults) console.error(colors.red(fault));
    if (faults.length > 0) return 1;
    if (svg !== undefined) {
      const text = pictured.map((block) => block(createColors(true))).join('\n');
      writeFileSync(svg, await picture(text.replaceAll(home, '~'), 'what the model reads'));
    }
    console.log(
      colors.green('Every error that was made was reported, and every one that was mended is gone.'),
    );
    return 0;
  } catch (error) {
    if (interrupted.signal.aborted) return ENDED[String(interrupted.signal.reason)] ?? 1;
    console.error(
      colors.red(
        `The demo did not come to its end: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
    return 1;
  }
}
