import { expect, it } from 'vitest';
import { Browser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';

onEveryDatabase((place) => {
  const settings = { TIME_ZONE: 'Europe/Lisbon', SUPPORT_EMAIL: 'help@clinic.example' };
  const test = testApp(place, settings);

  it('tells anybody the zone and the support address, and nothing else of the settings', async () => {
    const response = await new Browser(test).call('getConfig');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      timeZone: 'Europe/Lisbon',
      supportEmail: 'help@clinic.example',
    });
  });
});
