import { route } from '../platform/http/route.ts';
import { letAllStay as letAllStayStored } from './queries/stays.ts';

export const letAllStay = route('letAllStay', async ({ context, session }) => {
  await letAllStayStored(context.db, session.userId);
  return {};
});
