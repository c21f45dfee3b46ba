// Makes a fresh clone ready to run, and does nothing if it is: node scripts/setup.mjs [--quiet]
// Built-ins only, and nothing newer than the check below, so that an old Node prints a sentence and
// no stack trace.
const needed = { major: 20, minor: 19 };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isOld = major < needed.major || (major === needed.major && minor < needed.minor);

if (isOld) {
  console.error(
    `Node ${String(needed.major)}.${String(needed.minor)} or newer is needed, ` +
      `and this is ${process.versions.node} (${process.execPath}).`,
  );
  process.exitCode = 1;
} else {
  const { setUp } = await import('./lib/setup.mjs');
  const result = await setUp((line) => {
    console.error(line);
  });
  if (result.kind === 'failed') {
    console.error(result.message);
    process.exitCode = 1;
  } else if (!process.argv.includes('--quiet')) {
    console.log(result.did === 0 ? 'Everything is installed and built.' : 'Ready: npm run demo, npm test.');
  }
}
