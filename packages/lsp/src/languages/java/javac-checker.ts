import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../../client/process/temporary-folder.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { found } from '../../backend/checker/found.ts';
import { answeringEdits } from '../../backend/answering-edits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { ancestors, shown } from '../../backend/program/files.ts';
import { type CompilePlan, writePlan } from './compile-plan.ts';
import { gradlePlan } from './gradle-plan.ts';
import { findJdk, isJdk, type Jdk, javaOf, jdkOf, VERSION_FILES } from './jdk.ts';
import { hasSources, type JavaProject, javaProject } from './java-project.ts';
import { JavacOutput } from './javac-output.ts';
import { mavenPlan } from './maven-plan.ts';
import { plainPlan } from './plain-plan.ts';
import { compiled, fromSource } from './runner.ts';
import { BUILD_FILES } from './source-roots.ts';

/** What a run reads, besides what build tools have downloaded. */
const READ = ['.java', ...BUILD_FILES, 'gradle.properties', 'libs.versions.toml', 'maven.config'];

/**
 * Java by the JDK's own compiler: a whole Maven or Gradle build, else what lies in the workspace.
 * The build tool is not run.
 */
export const javac = compilingIn('javac', false);

/**
 * The same after edits, with class files of its own: a project check may run at the same time.
 */
export const javacOnEdit = answeringEdits(compilingIn('javac-edits', true), {
  addsArgs: true,
  reads: READ.map((name) => (name.startsWith('.') ? `**/*${name}` : `**/${name}`)),
  shadow: {
    ignores: /\.class$/i,
    // Parents of POMs, and the versions of Java that are asked for.
    reads: ({ root, workspaceRoot }) => ({
      files: ancestors(root, workspaceRoot)
        .slice(1)
        .flatMap((folder) => ['pom.xml', ...VERSION_FILES].map((name) => join(folder, name))),
    }),
  },
});

/**
 * @param name of its folder for class files, below the sidecar's temporary folder
 * @param isOften whether it runs often enough for its own program to be compiled
 */
function compilingIn(name: string, isOften: boolean): CheckerDefinition {
  return {
    id: 'javac',
    language: 'Java',
    extensions: READ,
    markers: BUILD_FILES,
    sameAs: ['javac', 'java'],
    alone: true,
    locate(folder, search, own): CheckerLocation {
      const project = javaProject(folder, search.workspaceRoot);
      if (project === undefined || !(hasSources(folder) || hasSources(project.root)))
        return {
          kind: 'not-applicable',
          reason: `no Java sources at or below ${shown(folder, search.workspaceRoot)}`,
        };
      const { root } = project;
      const jdk = own?.kind === 'found' ? jdkOf(own.command) : findJdk(root, search, project.release);
      if (jdk === undefined)
        return { kind: 'unavailable', root, reason: 'the command of its settings belongs to no JDK' };
      if (!isJdk(jdk)) return { ...jdk, root };
      const program = javaOf(jdk, search);
      if (program.kind !== 'found') return { ...program, root };
      const [temporary] = Object.values(temporaryFolder());
      if (temporary === undefined)
        return { kind: 'unavailable', root, reason: 'no temporary folder can be made' };
      const place = join(temporary, `${name}-${Bun.hash(`${root}\0${jdk.home}`).toString(36)}`);
      // A class path has no way to write a folder whose name has its delimiter.
      const runner =
        isOften && !temporary.includes(delimiter)
          ? compiled(
              join(temporary, `javac-${Bun.hash(`${jdk.home}\0${jdk.version}`).toString(36)}`),
              program,
            )
          : fromSource(place);
      const plan: { -readonly [K in keyof CompilePlan]: CompilePlan[K] } = { units: [] };
      const prepare = async (signal: AbortSignal): Promise<string | undefined> => {
        // A cleaner removed the folder: this project's next lookup has another one.
        if (!Object.values(temporaryFolder()).includes(temporary)) return 'the temporary folder is gone';
        try {
          const [{ units }] = await Promise.all([
            planOf(project, jdk, signal),
            waitFor(runner.prepare(), signal),
          ]);
          plan.units = units;
          await writePlan(plan, join(place, 'plan'));
          return undefined;
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
      };
      const args = [`-Djava.io.tmpdir=${temporary}`, ...runner.args, join(place, 'plan'), join(place, 'out')];
      const located = found(root, `${project.kind}\0${jdk.home}\0${jdk.version}\0${temporary}`, program, {
        args,
        ...typed(project),
        output: () => new JavacOutput(plan),
      });
      return { kind: 'found', project: { ...located.project, prepare } };
    },
  };
}

function planOf({ kind, root }: JavaProject, { major }: Jdk, signal: AbortSignal): Promise<CompilePlan> {
  switch (kind) {
    case 'maven':
      return mavenPlan(root, major, signal);
    case 'gradle':
      return gradlePlan(root, major, signal);
    case 'plain':
      return plainPlan(root, signal);
  }
}

/** What a user types for the same verdict. For plain sources no one command gives it. */
function typed({ kind, root }: JavaProject): { shown?: string[] } {
  const wrapper = (script: string, name: string): string =>
    existsSync(join(root, script)) ? `./${script}` : name;
  switch (kind) {
    case 'maven':
      return { shown: [wrapper('mvnw', 'mvn'), '-q', 'test-compile'] };
    case 'gradle':
      return { shown: [wrapper('gradlew', 'gradle'), 'testClasses'] };
    case 'plain':
      return {};
  }
}
