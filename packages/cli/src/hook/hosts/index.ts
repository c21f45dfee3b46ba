import type { HostAdapter } from '../host.js';
import { gemini } from './gemini.js';

export const HOSTS: ReadonlyMap<string, HostAdapter> = new Map([['gemini', gemini]]);
