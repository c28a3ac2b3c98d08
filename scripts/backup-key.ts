import { randomInt } from 'node:crypto';

/**
 * npm run backup-key
 *
 * Prints a sheet with the key of the copies, to copy onto paper: BACKUP_KEY, or a new one if it is not set. It stores nothing.
 */

/** Without signs that look alike by hand. 30 of them are 145 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const groups = Array.from({ length: 6 }, () =>
  Array.from({ length: 5 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
);
const { BACKUP_KEY: known, BACKUP_TO: folder } = process.env;
const key = known || groups.join('-');
const lines = [
  ...(known ? [] : ['Put this line into the settings:', '', `BACKUP_KEY=${key}`, '']),
  'Copy this onto paper, and keep it away from the computer:',
  '',
  '  Symptom Tracker, key of the copies',
  `  BACKUP_KEY: ${key}`,
  `  Folder: ${folder || '______________________'}`,
  '  To bring everything back: docs/operations.md, ‘Copies by themselves’',
];
process.stdout.write(`${lines.join('\n')}\n`);
