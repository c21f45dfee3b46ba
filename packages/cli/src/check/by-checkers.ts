import { relative, sep } from 'node:path';
import type { CheckedProject, Project } from '@vybestack/llxprt-lsp-core';
import { inline } from '@vybestack/llxprt-lsp-core';
import { findConcerned } from './concerned.js';
import type { CheckResults } from './report.js';
import { countByName } from './report-text.js';
import { findPlaces, type Trouble } from './targets.js';
import type { Task } from './task.js';

/**
 * `--project`: adds to the report what compilers and linters find in whole projects.
 *
 * @returns false if the service is gone or does not answer
 */
export async function checkByCheckers(
  report: CheckResults,
  { client, io, workspaceRoot, paths: named, options, changed, progress, tell }: Task,
): Promise<boolean> {
  report.projects = [];
  const { timeout, since } = options;
  if (since !== undefined)
    report.idle = `no file ${changed?.length === 0 ? '' : 'of a project '}has changed since ${since}`;
  const places = named.length === 0 ? undefined : await findPlaces(named, { cwd: io.cwd, workspaceRoot });
  const concerned = await findConcerned({
    client,
    workspaceRoot,
    places: places?.found,
    changed,
    signal: io.signal,
  });
  if (concerned === undefined) return false;
  const { paths, projects, troubles } = concerned;
  report.troubles.push(...(places?.troubles ?? []), ...troubles);
  if (projects.length === 0) return true;
  if (progress) progress.text = describeRun(projects);
  const only = projects.map(({ checker, root }) => ({ checker, root }));
  const result = await client.checkProject(
    { paths: [...paths], only, ...(timeout !== undefined && { timeout }) },
    io.signal,
  );
  if (result === undefined) return false;
  report.projects = result.projects;
  const refused = Object.entries(result.refused ?? {}).map(([path, reason]) => ({ path, reason }));
  report.troubles.push(
    ...refused,
    ...result.projects.flatMap((project) => troubleOf(project, timeout) ?? []),
  );
  const wanted =
    changed && new Set(changed.map((file) => relative(workspaceRoot, file).split(sep).join('/')));
  for (const [file, found] of Object.entries(result.files)) {
    const fileResult = wanted?.has(file) === false ? undefined : report.addFound(file, found);
    if (fileResult) tell(fileResult);
  }
  return true;
}

/** `Running tsc in 2 projects, eslint` */
function describeRun(projects: readonly Project[]): string {
  const able = projects.filter(({ commands }) => commands !== undefined);
  return `Running ${countByName(able.map(({ checker }) => inline(checker)))}`;
}

function troubleOf(project: CheckedProject, timeout: number | undefined): Trouble | undefined {
  const { checker, root, outcome, reason, install } = project;
  const because = reason === undefined ? '' : `: ${reason}`;
  const trouble = (text: string): Trouble => ({ path: root, reason: text, project });
  switch (outcome) {
    case 'complete':
      return undefined;
    case 'incomplete':
      return trouble(`${checker} has not judged all of it${because}`);
    case 'cancelled':
      return trouble(
        timeout === undefined
          ? `${checker} was ended${because}`
          : `${checker} had not ended after ${timeout} ms; --timeout allows more`,
      );
    case 'broken':
      return trouble(`${checker} is broken${because}`);
    case 'unavailable':
      return trouble(
        `${checker} is unavailable${because}${install === undefined ? '' : ` (install: ${install})`}`,
      );
  }
}
