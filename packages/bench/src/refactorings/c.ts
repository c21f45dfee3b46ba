import { join } from 'node:path';
import type { Corpus } from '../corpora.js';
import type { Finding, Judgement } from '../accuracy/finding.js';
import { expectStatus, run } from '../accuracy/judges/run.js';
import { filesOf } from '../workspace.js';

/** zlib, as a crate carries it along. */
export const ZLIB: Corpus = {
  id: 'zlib',
  source: { registry: 'crates', name: 'libz-sys', version: '1.1.31', integrity: 'ff20308ecabd635a2dc1dd5834a86c462cca20efba1d5d3ddab1f8aea3455cb2' },
  copies: [['src/zlib', 'src']],
  dependencies: [],
  files: { 'compile_flags.txt': '-xc\n-std=c99\n-DHAVE_UNISTD_H\n-D_LARGEFILE64_SOURCE=1\n-Isrc\n' },
};

/** Each file on its own, as make does it. */
export async function gcc(workspace: string): Promise<Judgement> {
  const findings: Finding[] = [];
  for (const file of filesOf(workspace).filter((name) => /^src\/\w+\.c$/.test(name))) {
    const ended = await run('gcc', ['-fsyntax-only', '-std=c99', '-DHAVE_UNISTD_H', '-D_LARGEFILE64_SOURCE=1', '-Isrc', '-Werror=implicit-function-declaration', file], { cwd: workspace });
    expectStatus('gcc', ended, [0, 1]);
    for (const [, name = file, line, message = ''] of ended.stderr.matchAll(/^([^\s:]+):(\d+):\d+: (?:fatal )?error: (.*)$/gm)) findings.push({ file: join(name), line: Number(line), severity: 'error', message });
  }
  return { findings, silentOn: () => undefined };
}
