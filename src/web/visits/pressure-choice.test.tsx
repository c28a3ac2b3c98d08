import { expect, it } from 'vitest';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, dialog, see, seeNot } from '../testing/screen.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';

it('is chosen with the visit, off until then, and says that helpers see the days', async () => {
  const server = openApp('/dashboard?nextvisit', {
    ...answersFor(makePerson(), []),
    ...answersForVisits([makeVisit()]),
  });
  const choice = dialog().getByLabelText('Measure blood pressure for five days before the visit');
  await expect.element(choice).not.toBeChecked();
  await seeNot('Those who help you see it too.');
  await choice.click();
  await see('Those who help you see it too.');
  await button('Save', true).click();
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([{ bloodPressure: true, topics: ['Freezing in doorways', 'Sleep'] }]);
});
