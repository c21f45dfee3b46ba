import type { ExtensionCommandContext } from '@earendil-works/pi-coding-agent';

interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

const COMPLETIONS: readonly Completion[] = [
  { value: 'status', label: 'status', description: 'which language servers run' },
  {
    value: 'status --verbose',
    label: 'status --verbose',
    description: 'and where they are, and what they last said',
  },
  { value: 'restart', label: 'restart', description: 'ends all of them, and starts them anew' },
  { value: 'help', label: 'help', description: 'what there is' },
];

/**
 * What may follow `/lsp `, or null where nothing does, or need not.
 *
 * Quirk(pi): while there are completions, the return key takes one instead of sending the line.
 */
export function completions(prefix: string): Completion[] | null {
  if (COMPLETIONS.some(({ value }) => value === prefix)) return null;
  const found = COMPLETIONS.filter(({ value }) => value.startsWith(prefix));
  return found.length > 0 ? found : null;
}

/**
 * Shows a text to the user, not to the model. Without a user interface (`pi -p`) pi redirects
 * stdout to stderr here, since its real stdout is the model's answer.
 */
export function show(text: string, { hasUI, ui }: Pick<ExtensionCommandContext, 'hasUI' | 'ui'>): void {
  if (hasUI) ui.notify(text, 'info');
  else process.stdout.write(`${text}\n`);
}
