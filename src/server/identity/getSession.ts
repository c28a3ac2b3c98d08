import { route } from '../platform/http/route.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';

export const getSession = route('getSession', ({ context, session }) =>
  sessionUserAnswer(context, session),
);
