import process from 'node:process';

/** The program that comes with Node. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
