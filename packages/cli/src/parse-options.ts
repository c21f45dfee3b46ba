import { InvalidArgumentError } from 'commander';
import { SEVERITIES, type Severity } from '@vybestack/llxprt-lsp-core';
import { parseOrigin } from './serve/cross-origin.js';

/** ms. */
const DAY = 86_400_000;

export function parseSeverities(value: string): Severity[] {
  if (value === 'all') return [...SEVERITIES];
  return value.split(',').map((word) => {
    const severity = SEVERITIES.find((known) => known === word.trim());
    if (severity === undefined)
      throw new InvalidArgumentError(`"${word}" is none of ${SEVERITIES.join(', ')}, all.`);
    return severity;
  });
}

export function parseTimeout(value: string): number {
  const ms = Number(value);
  if (Number.isInteger(ms) && ms >= 1 && ms <= DAY) return ms;
  throw new InvalidArgumentError('It takes a whole number of milliseconds from 1 to 86400000.');
}

export function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It takes a whole number.');
}

export function parseLineNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It takes a line number, the first is 1.');
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('It takes a whole number from 0 to 65535.');
}

export function parsePid(value: string): number {
  const pid = Number(value);
  if (/^\d{1,10}$/.test(value) && pid >= 1) return pid;
  throw new InvalidArgumentError('It takes a process id.');
}

export function addOrigin(value: string, previous: readonly string[]): string[] {
  const origin = parseOrigin(value);
  if (origin === undefined)
    throw new InvalidArgumentError('It takes a scheme, a host and perhaps a port: http://localhost:3000.');
  return [...previous, origin];
}
