import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { EXPORT_TOTAL_HEADER } from '../../contract/file-formats.ts';
import { EXPORT_TYPES } from '../../contract/open-formats.ts';
import { noteActivity } from '../identity/queries/activity.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { exportAccount } from './export.ts';

export const exportData = route(
  'exportData',
  async ({ context, input, session, reply }) => {
    const { format } = input;
    const { db, clock } = context;
    const wanted = { format, now: clock() };
    const file = await exportAccount(db, session, wanted);
    if (!file) throw fail('userNotFound');
    const { userId } = session;
    // If the disk is full, export without recording it in the activity: a person must still be able to save their data.
    const noted = await ignoringFullDisk(() =>
      noteActivity(db, userId, wanted.now, 'exported', { detail: format }),
    );
    if (noted === false) throw fail('userNotFound');
    reply
      .type(EXPORT_TYPES[format])
      .header('content-disposition', contentDisposition(file.fileName))
      .header(EXPORT_TOTAL_HEADER, file.total);
    return Readable.from(file.pieces);
  },
  { isHeavy: true },
);
