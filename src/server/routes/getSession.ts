import { sessionUserAnswer } from '../answers/profile.ts';
import { route } from '../http/route.ts';

export const getSession = route('getSession', ({ context, session }) =>
  sessionUserAnswer(context.db, session),
);
