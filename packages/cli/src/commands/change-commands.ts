import { type Command, Option } from 'commander';
import { FIX_HELP, MOVE_HELP, MOVE_SYMBOL_HELP, RENAME_HELP } from '../help.js';
import type { Io } from '../io.js';
import { parseLineNumber } from '../parse-options.js';
import { type Finish, placeOf } from './options.js';

interface RefactorCommandOptions {
  dryRun?: true;
  yes?: true;
}

/** The commands that change files of the workspace. */
export function addChangeCommands(program: Command, io: Io, finish: Finish): void {
  program
    .command('fix')
    .description('write the fixes of language servers that were tried and need no choice, with a diff')
    .argument('[paths...]', 'files and folders; without any, the workspace')
    .option('--dry-run', 'show the diff, and write nothing')
    .addOption(
      new Option('--all <kind>', 'only fixes of one kind; unused ones take code away').choices([
        'imports',
        'unused',
        'safe',
      ]),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', FIX_HELP)
    .action(
      async (
        paths: string[],
        { dryRun, all }: { dryRun?: true; all?: 'imports' | 'unused' | 'safe' },
        command: Command,
      ) => {
        const { fixPaths } = await import('../fix/fix-command.js');
        finish(await fixPaths(io, paths, { ...placeOf(command), dryRun: dryRun === true, all }));
      },
    );

  refactoring(
    program
      .command('rename')
      .description('give a symbol another name in all files of the project')
      .argument('<file>', 'a file that declares or uses it')
      .argument('<symbol>', 'its name: total, or Cart.total')
      .argument('<new-name>', 'without any qualifier'),
  )
    .option('--line <n>', 'a line near the symbol, where the file has several of that name', parseLineNumber)
    .option('--force', 'even if that causes errors')
    .addHelpText('after', RENAME_HELP)
    .action(
      async (
        file: string,
        symbol: string,
        newName: string,
        { line, force, ...options }: RefactorCommandOptions & { line?: number; force?: true },
        command: Command,
      ) => {
        const [{ refactorFiles }, { rename }] = await Promise.all([
          import('../refactor/refactor-command.js'),
          import('../refactor/rename.js'),
        ]);
        finish(
          await refactorFiles(
            io,
            { ...placeOf(command), ...switchesOf(options) },
            rename(file, symbol, newName, { line, force: force === true }),
          ),
        );
      },
    );

  refactoring(
    program
      .command('move')
      .description('move or rename a file or folder, and rewrite the imports of it')
      .argument('<from>', 'a file or folder')
      .argument('<to>', 'its new path, or the folder that it is put into'),
  )
    .option('--force', 'even if that causes errors')
    .addHelpText('after', MOVE_HELP)
    .action(
      async (
        from: string,
        to: string,
        { force, ...options }: RefactorCommandOptions & { force?: true },
        command: Command,
      ) => {
        const [{ refactorFiles }, { move }] = await Promise.all([
          import('../refactor/refactor-command.js'),
          import('../refactor/move.js'),
        ]);
        finish(
          await refactorFiles(
            io,
            { ...placeOf(command), ...switchesOf(options) },
            move(from, to, { force: force === true }),
          ),
        );
      },
    );

  refactoring(
    program
      .command('move-symbol')
      .description('move a definition to another file, and rewrite the imports of it')
      .argument('<file>', 'the file that defines it')
      .argument('<symbol>', 'its name')
      .argument('<to>', 'the file that it is put into, which is created where it is missing'),
  )
    .option('--line <n>', 'a line near the symbol, where the file has several of that name', parseLineNumber)
    .option('--reexport', 'its old file passes it on')
    .option('--force', 'even if that causes errors')
    .addHelpText('after', MOVE_SYMBOL_HELP)
    .action(
      async (
        file: string,
        symbol: string,
        to: string,
        {
          line,
          reexport,
          force,
          ...options
        }: RefactorCommandOptions & { line?: number; reexport?: true; force?: true },
        command: Command,
      ) => {
        const [{ refactorFiles }, { moveSymbol }] = await Promise.all([
          import('../refactor/refactor-command.js'),
          import('../refactor/move-symbol.js'),
        ]);
        finish(
          await refactorFiles(
            io,
            { ...placeOf(command), ...switchesOf(options) },
            moveSymbol(file, symbol, to, { line, reexport: reexport === true, force: force === true }),
          ),
        );
      },
    );
}

/** The options of every command that changes files after a question. */
function refactoring(command: Command): Command {
  return command
    .option('--dry-run', 'show the diff, and write nothing')
    .option('--yes', 'write it without a question')
    .option('--json', 'print one JSON object');
}

function switchesOf({ dryRun, yes }: RefactorCommandOptions): { dryRun: boolean; yes: boolean } {
  return { dryRun: dryRun === true, yes: yes === true };
}
