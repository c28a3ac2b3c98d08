import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { EXPORT_TOTAL_HEADER } from '../../contract/file-formats.ts';
import { exportType } from '../../contract/open-formats.ts';
import { dateOf, startOfDay } from '../../domain/zone.ts';
import { noteExport } from '../identity/queries/activity.ts';
import { exportLetter } from '../identity/security-letters.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { exportAccount } from './export.ts';

export const exportData = route(
  'exportData',
  async ({ context, input, session, reply }) => {
    const { format } = input;
    const { config, db, jobs, clock } = context;
    const wanted = { format, now: clock() };
    const file = await exportAccount(db, session, wanted);
    if (!file) throw fail('userNotFound');
    const { userId } = session;
    const zone = (await findTimeZone(db, userId)) ?? config.timeZone;
    const start = startOfDay(dateOf(wanted.now, zone), zone);
    const letter = await exportLetter(context, userId);
    // If the disk is full, export without recording it in the activity: a person must still be able to save their data.
    const noted = await ignoringFullDisk(() =>
      noteExport(db, userId, wanted.now, format, { start, letter }),
    );
    if (noted === false) throw fail('userNotFound');
    jobs.wake('mail');
    reply
      .type(exportType(format))
      .header('content-disposition', contentDisposition(file.fileName))
      .header(EXPORT_TOTAL_HEADER, file.total);
    return Readable.from(file.pieces);
  },
  { isHeavy: true },
);
