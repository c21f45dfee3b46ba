import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const text = readFileSync(
  new URL('../fixtures/sarif-2.1.0/sarif-schema-2.1.0.json', import.meta.url),
  'utf8',
);
// Quirk(SARIF schema): one pattern, that of languages, has a bracket too many, which regular expressions of Unicode refuse.
const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(text.replaceAll('{2}]?$', '{2}\\\\]?$')));
const validate = new AjvJsonSchemaValidator().getValidator(schema);

/** What is wrong with a SARIF log by the standard's own schema; undefined if nothing is. */
export function sarifProblem(log: unknown): string | undefined {
  return validate(log).errorMessage;
}
