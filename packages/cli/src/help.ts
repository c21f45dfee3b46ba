/** What `--help` prints after the options. */
import { join } from 'node:path';
import { ownFolders } from '@vybestack/llxprt-lsp-core';

/** Where they are if no variable names another place. */
const { config, state } = ownFolders('~', {});

export const EXAMPLES = `
Examples:
  $ llxprt-lsp check                             the whole workspace
  $ llxprt-lsp check src test/cart.test.ts       a folder and a file
  $ llxprt-lsp --workspace ~/app check src       ~/app/src: paths are relative to the workspace
  $ llxprt-lsp check --severity error,warning    warnings, too
  $ llxprt-lsp check --project                   by compilers and linters, without language servers
  $ llxprt-lsp fix --dry-run                     fixes that were tried, as a diff
  $ llxprt-lsp rename src/cart.ts total price    a symbol's new name in all files, with a diff
                                                 and a question
  $ llxprt-lsp acceptance                        which ones those are, as commands
  $ llxprt-lsp status                            what \`/lsp status\` says
  $ llxprt-lsp restart pyright                   a new process for a server that is stuck
  $ llxprt-lsp doctor                            what is missing, and how to get it
  $ llxprt-lsp install codex                     have an agent's edits come back with their errors
  $ llxprt-lsp serve                             definitions, references and more, for MCP clients

Settings are the key "lsp" of
${join(config, 'settings.json')}
and, for what a workspace may say, of .llxprt/settings.json in the workspace. NODE_DEBUG=llxprt-lsp
shows the debug log.`;

export const MCP_HELP = `
Starts at once; language servers start when a file is touched. It ends when the host does, with all
that it has started. Hooks find it over a socket in a private folder ($XDG_RUNTIME_DIR/llxprt-lsp,
else llxprt-lsp-<uid> among temporary files, else
${join(state[0], 'run')}).`;

export const HOOK_HELP = `
Hosts start llxprt-lsp-hook instead, which does the same and takes a fifth of the time.`;

export const CHECK_HELP = `
Folders are searched for files that some language server is for. What .gitignore names is left out,
and what other programs fill: node_modules, virtual environments, vendor, target, caches. Such a
folder is checked if it is named. With --others, what compilers of whole projects (Go, Rust) found
in files that were not asked for follows; errors there count, too.

With --project no language server is asked: compilers and linters are run instead, each over the
whole project that it has here (tsc, pyright, ruff, cargo, go, eslint, those of the settings). Of a
file that is named only its own findings count, of a folder those of all projects below it. A
workspace without any project has no errors; a path without one is trouble.

  $ llxprt-lsp check --project                             what the compilers say of the whole
                                                           workspace
  $ llxprt-lsp check --since origin/main --format github   a pull request, in GitHub Actions
  $ llxprt-lsp check --json > known.json                   what is wrong today ...
  $ llxprt-lsp check --baseline known.json                 ... and from then on only what is new

Exit code:
  0   no errors, and everything was judged
  1   errors, and everything was judged; with --project also where a project has errors that kept
      its checker from the rest of it
  2   something could not be judged; stderr says what and why`;

export const FIX_HELP = `
Every fix was tried before it is written: its error is gone, and no other one is caused. Of an error
with several fixes, the one that its server prefers is written; without such a one, or where several
imports compete, the error stays, and its fixes are listed. What only takes code away is written
with --all unused alone.

  $ llxprt-lsp fix --dry-run                  what it would write in the whole workspace
  $ llxprt-lsp fix src/cart.ts                the fixes of one file
  $ llxprt-lsp fix --all imports src          missing imports added

Exit code:
  0   all fixes were written, or there are none
  1   some errors have several fixes, and somebody must choose
  2   something could not be done; stderr says what and why`;

const REFACTORING_HELP =
  'The diff is shown, and a question asked; where there is no terminal, --yes or --dry-run has to\n' +
  'say what is wanted.';

const REFACTORING_CODES = `Exit code:
  0   written; with --dry-run: it could be
  1   it is refused, or the answer was no; nothing was written
  2   something could not be done; stderr says what and why`;

export const RENAME_HELP = `
The language server renames it in all files; comments and strings stay, and where the old name still
stands is listed. It is tried first, and refused if it would cause errors, if the new name would
mean something else, or if not all uses are seen.
${REFACTORING_HELP}

  $ llxprt-lsp rename src/cart.ts Cart.total price              the member total of Cart
  $ llxprt-lsp rename src/cart.ts total price --line 12         the one near line 12
  $ llxprt-lsp rename src/cart.ts total price --dry-run --json  what it would change, for a program

${REFACTORING_CODES}`;

export const MOVE_HELP = `
The imports of it are rewritten in all files of the project, and its own, by the language server or
by the language's rules. It is tried first, and refused if it would cause errors; what cannot be
tried is checked once it is written, and taken back.
${REFACTORING_HELP}

  $ llxprt-lsp move src/cart.ts src/shop/basket.ts  another folder and name
  $ llxprt-lsp move src/cart.ts src/shop/           into a folder, which is made where it is missing
  $ llxprt-lsp move src/shop lib --dry-run          a folder with all its files; shown, not written

${REFACTORING_CODES}`;

export const MOVE_SYMBOL_HELP = `
A function, class, variable or type at the top of a file is put into another one, with its comment.
The imports of both files and of all that use it follow: TypeScript, JavaScript, Python, Rust. It is
tried first, and refused if it would cause errors, or if an importer cannot follow: then --reexport
lets the old file pass it on.
${REFACTORING_HELP}

  $ llxprt-lsp move-symbol src/cart.ts total src/prices.ts             the function total of cart.ts
  $ llxprt-lsp move-symbol src/cart.ts total src/prices.ts --reexport  and cart.ts passes it on

${REFACTORING_CODES}`;

export const STATUS_HELP = `
Where an agent's session runs in the workspace, it says what its own servers do; the last line names
it. Without one, or with --fresh, --trusted or --untrusted, a service is started that says which
servers there would be; it starts none of them.

With --all, the services of this user in all workspaces follow: their sessions, and their servers
with the memory of each. A service that one program has to itself is listed only if that program
listens for hooks, as llxprt-lsp mcp does.

With --json, "session" is {hostPid, pid, client} of the session, or null. With --all, "services" is
a list of {workspace, pid, shared, memory, budget, sessions: {host, pid, since}[], until, servers};
sizes in bytes, times in ms since 1970. "until" is when one without a session ends.

Exit code:
  0   LSP is there, or switched off
  2   LSP is unavailable`;

export const RESTART_HELP = `
For a server that is broken or stuck: nothing restarts it by itself. The session is the one that
\`llxprt-lsp status\` shows. Where none listens, the services that sessions of this workspace share
are meant.

  $ llxprt-lsp restart pyright                   pyright alone

Exit code:
  0   done, or no such server runs
  2   LSP is unavailable, or no session runs here`;

export const STOP_HELP = `
A shared service may stay after its last session, for as long as the setting serviceLinger says. One
that a session uses is not stopped: end that session.

  $ llxprt-lsp stop                              those of this workspace
  $ llxprt-lsp stop --all                        those of all workspaces of this user

Exit code:
  0   done, or none runs
  2   one of them goes on; it says why`;

export const ACCEPTANCE_HELP = `
Prints one JSON object: {version: 1, workspace, criteria, check}. Of each project, "criteria" has
  checker, language, root     root relative to the workspace
  commands                    to be run in root, one after the other: {argv, shell}. All exit with 0
                              where nothing is wrong. "shell" is the same for sh, from the workspace
  available, reason, install  where its program is missing: why, and what installs it; it has no
                              commands then
"check" is the one command that runs all of them and puts together what they find. Nothing is run to
find this out.

Exit code:
  0   also where there is no project: criteria is empty then
  2   the service could not start; stderr says why`;

export const INSTALL_HELP = `
Writes the host's own files, all of them or none, and keeps everything else that stands in them. A
link is written through.
Where something of the same name is there already, or a file cannot be read, it changes nothing and
prints what to add by hand.
Again, it brings the entries up to date. What was there before is kept in
${join(state[0], 'installed')}.
--uninstall puts that back byte for byte, or takes out only its own entries where the file was
changed since.
Without that, as in a project that was moved, --uninstall takes out what equals its entries, and
refuses where they differ.

Examples:
  $ llxprt-lsp install gemini                    for all projects of this user
  $ llxprt-lsp install claude --project          .claude and .mcp.json of the workspace
  $ llxprt-lsp install codex --dry-run           what it would write
  $ llxprt-lsp install codex --stay              and the next session finds its servers warm
  $ llxprt-lsp install codex --uninstall         take it back
  $ llxprt-lsp doctor --host codex               whether it works

Exit code:
  0   done, or nothing to do
  2   nothing was changed; stderr (with --json, "problems") says why`;

export const DOCTOR_HELP = `
  $ llxprt-lsp doctor --host codex               whether what is installed in Codex works

With --host, the files of every installation of that host are compared with what was written, for
the user and for the workspace. The hook or plugin is run with an event, and the MCP server is
started, as the host would do it, but without secrets in the environment. Another command that
stands in those files is not started, but named; nor are those of a workspace that is not trusted.

Exit code:
  0   healthy
  2   something is missing; it says what to do`;

export const SERVE_HELP = `
Over HTTP every request carries a bearer token: the environment variable LLXPRT_LSP_TOKEN, at least
16 characters, or one that is made and shown once. With --stdio the client starts the command
itself, and no token is needed.

Examples:
  $ llxprt-lsp serve                                lsp_* on a free port, the address on stderr
  $ llxprt-lsp --workspace ~/app serve --port 7411  another folder, a port of your choice
  $ llxprt-lsp serve --catalog vscode --json        vscode.lsp.*; {"url", "token", "pid", ...}
                                                    on stdout
  $ llxprt-lsp serve --stdio                        as an MCP client starts it

--severity chooses the diagnostics that tools report: by default all with --catalog vscode,
otherwise those of the settings.

Exit code:
  0     the client has hung up (--stdio)
  2     it could not start, or the service has died; stderr says why
  130   Ctrl-C; 143 after SIGTERM`;
