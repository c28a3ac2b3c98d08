import { route } from '../http/route.ts';

export const getConfig = route('getConfig', async ({ context: { config } }) => ({
  timeZone: config.timeZone,
  supportEmail: config.supportEmail,
}));
