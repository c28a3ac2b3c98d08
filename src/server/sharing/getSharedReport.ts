import { create as contentDisposition } from 'content-disposition';
import { limit } from '../identity/counted.ts';
import { currentReader } from '../identity/readers.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { route } from '../platform/http/route.ts';
import { makeSharedReport } from './shared-report.ts';

export const getSharedReport = route(
  'getSharedReport',
  async (call) => {
    const { context, input, reader, request, reply } = call;
    await ignoringFullDisk(() => limit(context, 'linkReports', reader.shareId));
    const made = await makeSharedReport(call, reader, input.paper);
    if (!made) return reply.hijack();
    // The link may have ended while the report was made.
    await currentReader(context, request, input.shareId);
    const { pdf, fileName } = made;
    reply.type('application/pdf').header('content-disposition', contentDisposition(fileName));
    return reply.send(pdf);
  },
  { skipCompression: true },
);
