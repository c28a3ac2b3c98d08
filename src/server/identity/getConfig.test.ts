import { expect, it } from 'vitest';
import { Browser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';

onEveryDatabase((place) => {
  const settings = {
    SUPPORT_EMAIL: 'help@clinic.example',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  };
  const test = testApp(place, settings);

  it('returns to anybody the settings that the screens need, and no others', async () => {
    const response = await new Browser(test).call('getConfig');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      supportEmail: 'help@clinic.example',
      providers: ['google'],
      passkeys: 'yes',
      signInLink: true,
      signUp: true,
    });
  });
});
