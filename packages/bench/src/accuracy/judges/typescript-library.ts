import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type ts from 'typescript';
import { z } from 'zod';
import type { Finding } from '../finding.js';

/**
 * All errors of a project, from its own compiler as a library: what `tsc` prints and what it leaves
 * out. Projects that it references are read as sources, as editors do and a build comes to.
 *
 * @param config the settings file, relative to the workspace
 */
export function library(workspace: string, config: string): Promise<Finding[]> {
  const home = typescriptOf(workspace, config);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  return Number.parseInt(version, 10) >= 7
    ? native(workspace, config, home)
    : Promise.resolve(classic(workspace, config, home));
}

/** The package `typescript` that is nearest to a settings file. */
export function typescriptOf(workspace: string, config: string): string {
  for (let folder = dirname(config); ; folder = dirname(folder)) {
    const home = join(workspace, folder, 'node_modules', 'typescript');
    if (existsSync(home)) return home;
    if (folder === '.') throw new Error(`there is no TypeScript for ${config}`);
  }
}

function classic(workspace: string, config: string, home: string): Finding[] {
  const compiler = createRequire(join(workspace, 'package.json'))(home) as typeof ts;
  const path = join(workspace, config);
  const { fileNames, options, projectReferences } = compiler.parseJsonConfigFileContent(
    compiler.readConfigFile(path, compiler.sys.readFile).config,
    compiler.sys,
    dirname(path),
    undefined,
    path,
  );
  const host = Object.assign(compiler.createCompilerHost(options), {
    useSourceOfProjectReferenceRedirect: () => true,
  });
  const program = compiler.createProgram({
    rootNames: fileNames,
    options,
    host,
    ...(projectReferences && { projectReferences }),
  });
  const diagnostics = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
  return diagnostics.flatMap(({ file, start, code, messageText, category }): Finding[] => {
    if (file === undefined || start === undefined || category !== compiler.DiagnosticCategory.Error)
      return [];
    const { line } = file.getLineAndCharacterOfPosition(start);
    const message = compiler.flattenDiagnosticMessageText(messageText, '\n');
    return [
      {
        file: inWorkspace(workspace, file.fileName),
        line: line + 1,
        severity: 'error',
        code: String(code),
        message,
      },
    ];
  });
}

const diagnostics = z.array(
  z.object({
    fileName: z.string().optional(),
    pos: z.number(),
    code: z.number(),
    category: z.number(),
    text: z.string(),
  }),
);

interface NativeProgram {
  getSyntacticDiagnostics(): unknown;
  getSemanticDiagnostics(): unknown;
  getSourceFile(file: string): { readonly text: string } | undefined;
}

/** What is used of `typescript/unstable/sync`, which exists in TypeScript 7 only. */
interface NativeModule {
  readonly API: new (options: { readonly cwd: string }) => {
    updateSnapshot(params: { readonly openProjects: readonly string[] }): {
      getProjects(): readonly { readonly configFileName: string; readonly program: NativeProgram }[];
    };
    close(): void;
  };
}

async function native(workspace: string, config: string, home: string): Promise<Finding[]> {
  const path = createRequire(join(dirname(dirname(home)), 'package.json')).resolve(
    'typescript/unstable/sync',
  );
  const { API } = (await import(pathToFileURL(path).href)) as NativeModule;
  const api = new API({ cwd: workspace });
  try {
    const project = api
      .updateSnapshot({ openProjects: [join(workspace, config)] })
      .getProjects()
      .find(({ configFileName }) => configFileName === join(workspace, config));
    if (project === undefined) throw new Error(`TypeScript does not open ${config}`);
    const { program } = project;
    const found = [program.getSyntacticDiagnostics(), program.getSemanticDiagnostics()].flatMap((list) =>
      diagnostics.parse(list),
    );
    return found.flatMap(({ fileName, pos, code, category, text }): Finding[] => {
      const source = fileName === undefined ? undefined : program.getSourceFile(fileName);
      if (fileName === undefined || source === undefined || category !== 1) return [];
      const line = source.text.slice(0, pos).split('\n').length;
      return [
        {
          file: inWorkspace(workspace, fileName),
          line,
          severity: 'error',
          code: String(code),
          message: text,
        },
      ];
    });
  } finally {
    api.close();
  }
}

function inWorkspace(workspace: string, file: string): string {
  return relative(workspace, file).replaceAll(sep, '/');
}
