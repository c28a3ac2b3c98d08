import { create as contentDisposition } from 'content-disposition';
import { fullName } from '../../domain/person.ts';
import { limit } from '../identity/counted.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { onClosed } from '../platform/http/closing.ts';
import { fail } from '../platform/http/fail.ts';
import { fileNameOf } from '../platform/http/file-name.ts';
import { route } from '../platform/http/route.ts';
import { dateStyleOf, findPerson } from '../profile/queries/profiles.ts';
import { findSlotRows } from '../profile/queries/symptoms.ts';
import type { PaperOrder } from './paper-pdf.ts';

const FILE = new URL('./paper-pdf.ts', import.meta.url);
/** The time-out of a sheet (ms). One takes less than a second. */
const TIME_LIMIT_MS = 20_000;

/** Blank sheets as a PDF, with the person's own symptoms (DECISIONS 52). */
export const getPaper = route(
  'getPaper',
  async ({ context, input, access, reply }) => {
    const { db, quickWorkers, clock } = context;
    const { userId, callerEmail } = access;
    const { sheet, paper } = input;
    await ignoringFullDisk(() => limit(context, 'reports', callerEmail));
    const person = await findPerson(db, userId);
    if (!person) throw fail('userNotFound');
    const { slots } = await findSlotRows(db, userId);
    const symptoms = slots.flatMap((slot) => slot.name || []);
    const [name, now] = [fullName(person), clock()];
    const order: PaperOrder = {
      ...{ sheet, paper, name, symptoms },
      dateStyle: dateStyleOf(person),
      madeAt: now,
    };
    const gone = new AbortController();
    onClosed(reply, () => gone.abort());
    const pdf = await quickWorkers.run<PaperOrder, Uint8Array>(
      userId,
      { file: FILE, name: 'paperPdf', input: order },
      { signal: gone.signal, onProgress: () => {}, timeMs: TIME_LIMIT_MS },
    );
    const file = fileNameOf('Symptom Tracker paper', {
      name,
      now,
      zone: person.timeZone,
      extension: 'pdf',
    });
    reply.type('application/pdf').header('content-disposition', contentDisposition(file));
    return reply.send(Buffer.from(pdf));
  },
  { skipCompression: true },
);
