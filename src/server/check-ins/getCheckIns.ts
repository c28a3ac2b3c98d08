import { route } from '../platform/http/route.ts';
import { findCheckIns } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

export const getCheckIns = route('getCheckIns', async ({ context, input, session }) => {
  const checkIns = await findCheckIns(context.db, session.userId, input);
  return checkIns.map(checkInAnswer);
});
