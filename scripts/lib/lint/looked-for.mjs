/** A program that is on PATH may be a placeholder that does not run: rustup's, pyenv's, macOS's own. */
export const lookedFor = {
  selector:
    'CallExpression[callee.property.name=/^(skipIf|runIf)$/] ' +
    'CallExpression:matches([callee.name=/^(which|existsSync|spawnSync|execFileSync)$/], ' +
    '[callee.property.name=/^(which|spawnSync)$/])',
  message:
    'What a test needs is asked by needs() of scripts/lib/needs.mjs, which runs it for this user and ' +
    'says what installs it.',
};
