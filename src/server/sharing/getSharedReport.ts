import { create as contentDisposition } from 'content-disposition';
import { startOfDay } from '../../domain/zone.ts';
import { limitSharedReports } from '../identity/attempts.ts';
import { currentReader } from '../identity/readers.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { onClosed } from '../platform/http/closing.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { ReportFailure } from '../report/reports.ts';
import { findShared } from './shared-visit.ts';

export const getSharedReport = route(
  'getSharedReport',
  async ({ context, input, reader, request, reply }) => {
    await ignoringFullDisk(() => limitSharedReports(context, reader.shareId));
    const { userId, scope } = reader;
    const { days, zone } = await findShared(context, reader);
    const gone = new AbortController();
    onClosed(reply, () => gone.abort());
    const wish = { userId, scope, paper: input.paper, from: startOfDay(days.first, zone) };
    try {
      const { pdf, fileName } = await context.reports.make(wish, { signal: gone.signal });
      // The link may have ended while the report was made.
      await currentReader(context, request, input.shareId);
      reply.type('application/pdf').header('content-disposition', contentDisposition(fileName));
      return reply.send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    } catch (error) {
      if (gone.signal.aborted) return reply.hijack();
      if (!(error instanceof ReportFailure)) throw error;
      request.log.error({ err: error }, 'A report failed');
      throw fail('reportFailed');
    }
  },
  { skipCompression: true },
);
