import { join } from 'node:path';
import { isFile } from '../../backend/program/files.ts';
import type { TemplateTraits } from '../../backend/templates/templates.ts';
import { onceForText, type WhyNoError } from '../../backend/why-no-error.ts';
import { NAMING_TAG } from './yaml-tags.ts';

/** Of HTML, only styles and scripts are judged, which templates fill in like anything else. */
export const MARKUP: TemplateTraits = { syntaxes: ['{{', '{%', '{#', '<%', '<?'], filledIn: 'words' };

export const STYLES: TemplateTraits = { syntaxes: ['{{', '{%', '<%', '<?'], filledIn: 'words' };

export const JSON_DATA: TemplateTraits = {
  syntaxes: ['{{', '{%', '<%'],
  filledIn: 'json',
};

export const YAML_DATA: TemplateTraits = {
  syntaxes: ['{{', '{%', '<%', '%{'],
  filledIn: 'words',
  isNone: isReadAsYaml,
  // Schemas judge values. Branches that exclude each other may have the same keys.
  dependsOnValues: ({ source, message }, { hasBlocks }) =>
    source !== 'YAML' || (hasBlocks && message === 'Map keys must be unique'),
};

/** Neither of them has such a marker of its own; a server is not known to go on after one. */
export const QUERIES: TemplateTraits = { syntaxes: ['{{', '{%', '{#', '<%'] };

export const XML_DATA: TemplateTraits = { syntaxes: ['{%', '<%'] };

/** Files that their tools read as YAML first, and as templates only then: Ansible's, CI's, Task's. */
const READ_AS_YAML =
  /(?:^|[\\/])(?:roles|tasks|handlers|playbooks|group_vars|host_vars|\.github|\.circleci|\.gitea|\.forgejo)[\\/]|[\\/](?:taskfile|\.?goreleaser|\.gitlab-ci|azure-pipelines|docker-compose|compose|playbook|site)(?:\.[\w.-]+)?\.ya?ml$/i;

function isReadAsYaml(path: string, text: string): boolean {
  if (isOfChart(path)) return false;
  return READ_AS_YAML.test(path) || /^- (?:hosts|import_playbook|ansible\.builtin\.\w+):/m.test(text);
}

/** Of Helm: `templates` beside a Chart.yaml. */
function isOfChart(path: string): boolean {
  const chart = /^(.*)[\\/]templates[\\/]/.exec(path)?.[1];
  return chart !== undefined && isFile(join(chart, 'Chart.yaml'));
}

const NO_SCHEMA =
  /^(?:Unable to load schema from|Problems? (?:while )?loading (?:the )?(?:schema|reference))/i;

/** What comes from a network, or is not there, is no error of the file that names it. */
export const unreadSchema: WhyNoError = ({ message }) =>
  NO_SCHEMA.test(message)
    ? 'it was not held against its schema, which could not be loaded: only its syntax was judged'
    : undefined;

export const knownTag: WhyNoError = ({ message }) => (NAMING_TAG.test(message) ? '' : undefined);

/** No system reads more of a first line. */
const LONGEST_LINE = 256;

/** Shells that ShellCheck knows, by the program in the first line of a script. */
const SHELLS =
  /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+|\w+=\S+\s+)*)?(?:\S*\/)?(?:(?:ba|da|a|[a-z]*k)?sh\d*|bats|busybox)\b/;

const namesShell = onceForText((text) => /^[ \t]*#[ \t]*shellcheck[ \t][^\n]*\bshell=/m.test(text));

/**
 * Of a script in another language, ShellCheck says only that (SC1071), or judges it all the same
 * (SC1008).
 */
export const otherShell: WhyNoError = ({ code }, file) => {
  const text = file.text() ?? '';
  const first = text.slice(0, LONGEST_LINE).split('\n', 1)[0] ?? '';
  const isRefusal = ['SC1071', 'SC1008', '1071', '1008'].includes(String(code));
  const isNamed = namesShell(text);
  const isOther = first.startsWith('#!') && !isNamed && !SHELLS.test(first);
  if (!isRefusal && !isOther) return undefined;
  const shell = /([\w.+-]+)\s*$/.exec(first.replace(/\s-.*$/, ''))?.[1];
  const whose = shell === undefined || !first.startsWith('#!') ? 'another shell' : shell;
  return `nothing was judged: it is a script for ${whose}, which ShellCheck does not know`;
};
