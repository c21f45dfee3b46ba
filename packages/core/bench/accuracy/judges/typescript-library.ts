import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { z } from 'zod';
import type { Finding } from '../finding.js';

/** TypeScript up to 6 as a library. Throws if it is not the version that the workspace has. */
export async function typescript5(workspace: string): Promise<Finding[]> {
  const { version } = z.object({ version: z.string() }).parse(createRequire(join(workspace, 'package.json'))('typescript/package.json'));
  if (version !== ts.version) throw new Error(`the workspace has TypeScript ${version}, and the library is ${ts.version}`);
  const config = join(workspace, 'tsconfig.json');
  const { fileNames, options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, workspace, undefined, config);
  const program = ts.createProgram(fileNames, options);
  const diagnostics = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
  return Promise.resolve(
    diagnostics.flatMap(({ file, start, code, messageText, category }): Finding[] => {
      if (file === undefined || start === undefined || category !== ts.DiagnosticCategory.Error) return [];
      const { line } = file.getLineAndCharacterOfPosition(start);
      const message = ts.flattenDiagnosticMessageText(messageText, '\n');
      return [{ file: inWorkspace(workspace, file.fileName), line: line + 1, severity: 'error', code: String(code), message }];
    }),
  );
}

const diagnostics = z.array(z.object({ fileName: z.string().optional(), pos: z.number(), code: z.number(), category: z.number(), text: z.string() }));

interface NativeProgram {
  getSyntacticDiagnostics(): unknown;
  getSemanticDiagnostics(): unknown;
  getSourceFile(file: string): { readonly text: string } | undefined;
}

/** What is used of `typescript/unstable/sync`, which exists in TypeScript 7 only. */
interface NativeModule {
  readonly API: new (options: { readonly cwd: string }) => {
    updateSnapshot(params: { readonly openProjects: readonly string[] }): { getProjects(): readonly { readonly program: NativeProgram }[] };
    close(): void;
  };
}

/** TypeScript 7 as a library, the workspace's own. */
export async function typescript7(workspace: string): Promise<Finding[]> {
  const path = createRequire(join(workspace, 'package.json')).resolve('typescript/unstable/sync');
  const { API } = (await import(pathToFileURL(path).href)) as NativeModule;
  const api = new API({ cwd: workspace });
  try {
    const projects = api.updateSnapshot({ openProjects: [join(workspace, 'tsconfig.json')] }).getProjects();
    return projects.flatMap(({ program }) => {
      const found = [program.getSyntacticDiagnostics(), program.getSemanticDiagnostics()].flatMap((list) => diagnostics.parse(list));
      return found.flatMap(({ fileName, pos, code, category, text }): Finding[] => {
        const source = fileName === undefined ? undefined : program.getSourceFile(fileName);
        if (fileName === undefined || source === undefined || category !== 1) return [];
        const line = source.text.slice(0, pos).split('\n').length;
        return [{ file: inWorkspace(workspace, fileName), line, severity: 'error', code: String(code), message: text }];
      });
    });
  } finally {
    api.close();
  }
}

function inWorkspace(workspace: string, file: string): string {
  return relative(workspace, file).replaceAll(sep, '/');
}
