import { createHmac } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../platform/refusal.ts';

/** A copy that was opened after it was written. Only such files have these names. */
export interface Copy {
  readonly path: string;
  /** Counts the copies of a folder, so that their order does not depend on the clock. */
  readonly number: number;
  /** When it was made, by the clock of the server (ms). */
  readonly madeAt: number;
}

/** A name that exFAT allows, too: 'symptom-tracker-000017-2026-11-29-140305.backup', in UTC. */
const NAME = /^symptom-tracker-(\d{6,})-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/;
/** What a killed process has left. */
const UNFINISHED = /^symptom-tracker-\d{6,}-[\d-]+\.backup\.unchecked(\.[\da-f-]+\.part)?$/;
/** Says whose copies the folder holds. A folder without it is another folder, such as the place of a disk that is away. */
export const MARK = 'symptom-tracker-copies.txt';
/** In DATA_DIR: the folder of the last good copy, whose time is that of the copy. */
const NOTE = 'last-copy';

export function nameOfCopy(number: number, now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  const digits = time.slice(0, 8).replaceAll(':', '');
  return `symptom-tracker-${String(number).padStart(6, '0')}-${day}-${digits}.backup`;
}

/** @returns the copies of a folder, the newest first */
export function copiesIn(folder: string): Copy[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, number, day, hour, minute, second] = NAME.exec(name) ?? [];
      const madeAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
      return number ? [{ path: join(folder, name), number: Number(number), madeAt }] : [];
    })
    .sort((one, other) => other.number - one.number);
}

export function unfinishedIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => UNFINISHED.test(name))
    .map((name) => join(folder, name));
}

/**
 * Marks a new folder as the place of this installation's copies.
 *
 * @throws Refusal if the folder is missing, or is not the one of the last copy, or holds another installation's copies
 */
export function claimFolder(folder: string, dataDir: string, key: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new Refusal(`The folder ${folder} is not there. Is its disk connected and mounted?`);
  }
  const mark = join(folder, MARK);
  const own = createHmac('sha256', key).update('copies').digest('hex').slice(0, 16);
  const marked = existsSync(mark) ? readFileSync(mark, 'utf8') : undefined;
  if (marked === undefined && lastCopy(dataDir)?.folder === folder) {
    throw new Refusal(
      `${folder} is not the folder of the last copy. Is its disk mounted? If you want to use a new disk, create an empty file ${MARK} in it.`,
    );
  }
  if (marked?.trim() && !marked.includes(own)) {
    throw new Refusal(
      `${folder} holds the copies of another installation. To get that one back, stop the app and run, with a new DATA_DIR: npm run restore -- ${folder}. To keep both, use a folder for each.`,
    );
  }
  if (!marked?.trim()) {
    writeFileSync(
      mark,
      `Copies of Symptom Tracker. Please leave this file here. Installation: ${own}\n`,
    );
  }
}

/** Notes the last good copy. A note that cannot be written is no reason to fail: the copy is there. */
export function noteCopy(dataDir: string, folder: string, madeAt: number): void {
  try {
    const note = join(dataDir, NOTE);
    writeFileSync(note, folder);
    utimesSync(note, madeAt / 1000, madeAt / 1000);
  } catch {}
}

/** The last good copy as DATA_DIR knows it, whether or not its disk is there. */
export function lastCopy(dataDir: string): { folder: string; madeAt: number } | undefined {
  try {
    const note = join(dataDir, NOTE);
    return { folder: readFileSync(note, 'utf8'), madeAt: statSync(note).mtimeMs };
  } catch {
    return undefined;
  }
}
