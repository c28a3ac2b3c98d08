import { route } from '../platform/http/route.ts';
import { findCheckIns } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

export const getCheckIns = route('getCheckIns', async ({ context, input, access }) => {
  const checkIns = await findCheckIns(context.db, access.userId, input);
  return checkIns.map((checkIn) => checkInAnswer(checkIn, access));
});
