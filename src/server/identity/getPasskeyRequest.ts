import { route } from '../platform/http/route.ts';
import { requestFor } from './passkeys.ts';

export const getPasskeyRequest = route('getPasskeyRequest', async ({ context }) =>
  requestFor(context, { purpose: 'signIn' }, []),
);
