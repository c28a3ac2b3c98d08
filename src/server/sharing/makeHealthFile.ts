import { create as contentDisposition } from 'content-disposition';
import { noteActivity } from '../identity/queries/activity.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { route } from '../platform/http/route.ts';
import { makeHealthBundle } from './health-bundle.ts';

export const makeHealthFile = route('makeHealthFile', async (call) => {
  const { context, session, reply } = call;
  const bundle = await makeHealthBundle(call);
  if (!bundle) return reply.hijack();
  const { db, clock } = context;
  await ignoringFullDisk(() => noteActivity(db, session.userId, clock(), 'reportMade'));
  const fileName = bundle.fileName.replace(/\.pdf$/, '.fhir.json');
  reply
    .type('application/fhir+json; charset=utf-8')
    .header('content-disposition', contentDisposition(fileName));
  return reply.send(bundle.text);
});
