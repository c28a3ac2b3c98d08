import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { NO_SYMPTOM_ENTERED, type SlotNumber, symptomKey } from '../domain/symptoms.ts';
import { openApp } from './testing/app.tsx';
import { answersFor, makePerson, PLAIN } from './testing/person.ts';
import { providerWindow } from './testing/provider-window.ts';
import {
  alert,
  button,
  field,
  fill,
  hold,
  keys,
  see,
  seeCount,
  seeNot,
  seeTexts,
  tab,
} from './testing/screen.ts';
import type { FakeServer } from './testing/server.ts';
import { lost, refuse } from './testing/server.ts';
import { symptomKeeper } from './testing/symptoms.ts';
import { setDisplay } from './ui/display.ts';

const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain'];
const UNDONE = 'Your change was undone.';
const past = page.getByRole('list', { name: 'Past symptoms' }).getByRole('listitem');

/** The common symptoms, with the message about the last press on one of them. */
const chips = () => page.elementLocator(document.querySelector('.chips')?.parentElement as Element);

function openProfile(symptoms: readonly string[]): FakeServer {
  return openApp('/dashboard?tab=profile', symptomKeeper(makePerson({ symptoms })));
}

async function save(slot: number, name: string): Promise<void> {
  await fill(`Symptom ${slot}`, name);
  await button(`Save symptom ${slot}`).click();
}

async function seeSlot(slot: number, name: string): Promise<void> {
  await expect.element(field(`Symptom ${slot}`, true)).toHaveValue(name);
}

it('shows what was given at sign-up', async () => {
  openProfile([]);
  await see('Full Name');
  const facts = () =>
    [...document.querySelectorAll('.facts > div')].map(({ textContent }) => textContent);
  // Waits until all facts are shown.
  await expect
    .poll(facts)
    .toEqual(
      expect.arrayContaining([
        'Full NameAda Lovelace',
        'Email Addressada@example.org',
        'BirthdayDecember 10, 1951',
        'Age74',
        "Number of Years with Parkinson's Disease6 years",
        'Biological SexFemale',
      ]),
    );
});

it('counts a single year as one', async () => {
  openApp('/dashboard?tab=profile', answersFor(makePerson({ yearsWithParkinsons: 1 })));
  await see(page.getByText('1 year', { exact: true }));
});

it('shows missing data as not provided', async () => {
  openApp(
    '/dashboard?tab=profile',
    answersFor(makePerson({ birthday: '', biologicalSex: '', yearsWithParkinsons: null })),
  );
  await see('Full Name');
  expect(page.getByText('Not provided').elements()).toHaveLength(4);
});

it('adds slots up to five, and lets only the fourth and fifth be deleted', async () => {
  openProfile(['Tremor', 'Stiffness', 'Balance']);
  for (const slot of [4, 5]) {
    await button('Add Symptom').click();
    await see(`Symptom${slot} created successfully!`);
    await expect.element(field(`Symptom ${slot}`, true)).toHaveFocus();
  }
  await seeNot(button('Add Symptom'));
  await see(page.getByPlaceholder('Enter your 5th symptom'));
  expect(button(/^Delete symptom/).elements()).toHaveLength(2);

  await button('Delete symptom 4').click();
  await expect.element(alert()).toHaveTextContent('Cannot delete empty symptom.');
  await fill('Symptom 4', 'Sleep');
  await save(5, 'Fatigue');
  await see('Symptom5 saved successfully!');
  await seeSlot(4, 'Sleep');
  await button('Save symptom 4').click();
  await see('Symptom4 saved successfully!');

  await button('Delete symptom 4').click();
  await see('Symptom 4 deleted successfully!');
  await seeSlot(4, 'Fatigue');
  await seeNot(field('Symptom 5', true));
  await seeTexts(past, ['Sleep']);
});

it('ignores a second press of Delete soon after the first', async () => {
  const server = openProfile(FIVE);
  await button('Delete symptom 4').dblClick();
  await see('Symptom 4 deleted successfully!');
  await button('Delete symptom 4').click();
  await seeSlot(4, 'Pain');
  await expect.poll(() => server.inputsOf('deleteSymptom')).toHaveLength(1);
});

it('keeps drafts and the chosen section while another tab is selected', async () => {
  openProfile([]);
  await fill('Symptom 2', 'Stiff neck');
  await tab('Settings').click();
  await see('Data Management');
  await tab('Profile').first().click();
  await seeSlot(2, 'Stiff neck');
  await tab('Instructions').click();
  await see('Share your data with your healthcare provider.');
  await tab('Profile').last().click();
  await seeSlot(2, 'Stiff neck');
});

it('marks unsaved names, and saves them together', async () => {
  const server = openProfile([]);
  for (const [index, name] of ['Tremor', 'Stiffness', 'Balance'].entries()) {
    await fill(`Symptom ${index + 1}`, name);
  }
  await seeCount(page.getByText('Not saved yet'), 3);
  await expect.element(field('Symptom 1', true)).toHaveAccessibleDescription('Not saved yet');
  await button('Save symptom 3').click();
  await see('Symptom3 saved successfully!');
  await seeCount(page.getByText('Not saved yet'), 2);
  await button('Save all').click();
  await see('All symptoms saved successfully!');
  await seeNot('Not saved yet');
  await seeNot(button('Save all'));
  await expect.element(page.getByRole('heading', { name: 'Symptoms', exact: true })).toHaveFocus();
  await expect
    .poll(() => server.inputsOf('updateSymptoms'))
    .toMatchObject([
      { action: 'single', symptomKey: 'symptom3', symptomValue: 'Balance' },
      { action: 'update', symptom1: 'Tremor', symptom2: 'Stiffness' },
    ]);
  await button('Undo').click();
  await seeSlot(3, 'Balance');
  await seeSlot(1, '');
});

it('saves all names or none, so that two symptoms may swap places', async () => {
  openProfile(['Tremor', 'Stiffness', 'Balance']);
  await fill('Symptom 1', 'Shaking');
  await fill('Symptom 2', 'balance');
  await button('Save all').click();
  await expect.element(alert()).toHaveTextContent('You already track this symptom.');
  await seeCount(page.getByText('Not saved yet'), 2);
  await fill('Symptom 1', 'Stiffness');
  await fill('Symptom 2', 'Tremor');
  await button('Save all').click();
  await see('All symptoms saved successfully!');
});

it('offers no Undo after a save that changed nothing', async () => {
  openProfile(['Tremor', 'Stiffness', 'Balance']);
  await save(1, 'Tremor');
  await see('Symptom1 saved successfully!');
  await seeNot(button('Undo'));
});

it('moves a renamed symptom to the past symptoms and back', async () => {
  openProfile(['Tremor', 'Stiffness']);
  await save(2, 'tremor');
  await expect.element(alert()).toHaveTextContent('You already track this symptom.');
  await seeSlot(2, 'tremor');
  await save(1, 'Shaking');
  await see(page.getByRole('heading', { name: 'Past symptoms' }));
  await seeTexts(past, ['Tremor']);
  await save(1, 'Tremor');
  await seeTexts(past, ['Shaking']);
});

it('names symptoms by one press each, and then leads to the first form', async () => {
  openProfile(['Tremor']);
  await seeSlot(1, 'Tremor');
  await see('✓ Tremor');
  await button('Add Balance').click();
  await seeSlot(2, 'Balance');
  await see('Symptom2 saved successfully!');
  await button('Add Sleep').click();
  await seeSlot(3, 'Sleep');
  await see('✓ Sleep');
  await page.getByRole('link', { name: 'Log how you feel now' }).click();
  await see(page.getByRole('dialog', { name: 'Track Your Symptoms' }));
  await see(page.getByRole('slider', { name: 'Sleep' }));
  expect(location.search).toBe('');
});

it('adds the 4th and the 5th symptom by one press each, with Undo, and no more', async () => {
  openProfile(['Tremor', 'Stiffness']);
  for (const [slot, name] of [
    [3, 'Balance'],
    [4, 'Sleep'],
    [5, 'Pain'],
  ] as const) {
    await seeNot('You have five symptoms.');
    await button(`Add ${name}`).click();
    await seeSlot(slot, name);
    await see(chips().getByText(`Symptom${slot} saved successfully!`));
  }
  await see('You have five symptoms. You can’t add more.');
  await seeNot(chips().getByRole('button', { name: /^Add / }));
  await button('Undo').click();
  await see(chips().getByText(UNDONE));
  await seeSlot(5, '');
  await button('Add Fatigue').click();
  await seeSlot(5, 'Fatigue');
});

it.each([[[]], [['largeControls' as const]]])(
  'keeps the size and the place of a common symptom that is pressed, with %o',
  async (options) => {
    setDisplay(options);
    openProfile([]);
    await see(button('Add Tremor'));
    const places = () =>
      [...document.querySelectorAll('.chips li > *')].map((chip) => {
        const { left, top, width, height } = chip.getBoundingClientRect();
        return [left, top + scrollY, width, height];
      });
    const before = places();
    await button('Add Tremor').click();
    await see('Symptom1 saved successfully!');
    expect(places()).toEqual(before);
  },
);

it('shows Save as something to press only after a change', async () => {
  openProfile(['Tremor', 'Stiffness', 'Balance']);
  const look = () => getComputedStyle(button('Save symptom 1').element()).backgroundColor;
  await seeSlot(1, 'Tremor');
  const quiet = look();
  await fill('Symptom 1', 'Shaking');
  await see('Not saved yet');
  expect(look()).not.toBe(quiet);
  await fill('Symptom 1', 'Tremor');
  await seeNot('Not saved yet');
  expect(look()).toBe(quiet);
});

it('says that a save did not reach the server, and keeps what was typed', async () => {
  const server = openProfile([]);
  await see('Full Name');
  server.answer({ updateSymptoms: lost });
  await save(1, 'Tremor');
  await expect.element(alert()).toHaveTextContent('Error saving symptom. Please try again.');
  await seeSlot(1, 'Tremor');
  await button('Add Symptom').click();
  await expect.element(alert()).toHaveTextContent('Error creating symptom4. Please try again.');
});

it('sends an ended session to sign in elsewhere, and keeps what was typed', async () => {
  const server = openProfile(['Tremor']);
  await seeSlot(1, 'Tremor');
  server.answer({ updateSymptoms: refuse('signedOut') });
  await save(2, 'Stiffness');
  await expect
    .element(alert())
    .toHaveTextContent(
      'You have been logged out. Sign in again in a new window. Then come back here and try again. What you typed is still here.',
    );
  const link = page.getByRole('link', { name: 'Sign in again' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await seeSlot(2, 'Stiffness');
});

it('says that the profile could not be loaded, and tries again', async () => {
  const answers = symptomKeeper(makePerson());
  const server = openApp('/dashboard?tab=profile', {
    ...answers,
    getUserProfile: refuse('internal'),
  });
  await see('We couldn’t load your profile.');
  server.answer(answers);
  await button('Try again').click();
  await seeSlot(1, 'Tremor');
});

it('undoes a save, and a deletion from which another symptom moved up', async () => {
  openProfile(FIVE);
  await save(1, 'Trevor');
  await see(page.getByRole('heading', { name: 'Past symptoms' }));
  await button('Undo').click();
  await see(UNDONE);
  await seeSlot(1, 'Tremor');
  await seeNot('Past symptoms');
  await seeNot(button('Undo'));

  await button('Delete symptom 4').click();
  await see('Symptom 4 deleted successfully!');
  await seeSlot(4, 'Pain');
  button('Undo').element().focus();
  await keys('{Enter}');
  await seeSlot(5, 'Pain');
  await seeSlot(4, 'Sleep');
});

it('says that an Undo failed, and lets it be pressed again', async () => {
  const answers = symptomKeeper(makePerson());
  const server = openApp('/dashboard?tab=profile', answers);
  await save(1, 'Trevor');
  await see('Symptom1 saved successfully!');
  server.answer({ undoSymptomChange: lost });
  await expect.element(button('Undo')).toBeVisible();
  button('Undo').element().focus();
  await keys('{Enter}');
  await expect.element(alert()).toMatchTextContent(/^We couldn’t undo that. Please try again./);
  await expect.element(button('Undo')).toHaveFocus();
  server.answer(answers);
  await keys('{Enter}');
  await see(UNDONE);
  await seeSlot(1, 'Tremor');
  await seeNot(button('Undo'));
});

/** Opens the profile. The server answers changes only after `goOn` was called. */
function openWithHeldChanges() {
  const answers = symptomKeeper(makePerson());
  const { held, goOn } = hold();
  const server = openApp('/dashboard?tab=profile', {
    ...answers,
    updateSymptoms: async (input) => {
      await held;
      return answers.updateSymptoms(input);
    },
  });
  return { server, goOn };
}

it('makes changes one after the other, and undoes only the last', async () => {
  const { server, goOn } = openWithHeldChanges();
  await save(1, 'Trevor');
  await save(2, 'Stillness');
  await expect.poll(() => button('Saving...').elements().length).toBe(2);
  await expect.poll(() => server.inputsOf('updateSymptoms')).toHaveLength(1);
  goOn();
  await see('Symptom2 saved successfully!');
  await button('Undo').click();
  await see(UNDONE);
  await seeSlot(1, 'Trevor');
  await seeSlot(2, 'Stiffness');
});

it('still offers Undo for a save that ended while another tab was selected', async () => {
  const { goOn } = openWithHeldChanges();
  await save(1, 'Trevor');
  await tab('Settings').click();
  await see('Data Management');
  goOn();
  await tab('Profile').first().click();
  await see('Symptom1 saved successfully!');
  await tab('Instructions').click();
  await see('How it works');
  await tab('Profile').last().click();
  await button('Undo').click();
  await see(UNDONE);
  await seeSlot(1, 'Tremor');
});

it('does not move the focus to a slot that was added while another tab was selected', async () => {
  const { goOn } = openWithHeldChanges();
  await button('Add Symptom').click();
  await tab('Settings').click();
  await see('Data Management');
  goOn();
  // The hidden tab has received the answer.
  await expect.poll(() => document.querySelectorAll('.slot-status').length).toBe(1);
  await tab('Profile').first().click();
  await see('Symptom4 created successfully!');
  await expect.element(tab('Profile').first()).toHaveFocus();
});

it('drops drafts when another person has signed in', async () => {
  const server = openProfile(['Tremor', 'Stiffness']);
  await fill('Symptom 2', 'Stiff neck');
  await tab('Symptom Overview').click();
  await see(button('Track Symptoms'));
  server.answer(symptomKeeper(makePerson({ firstName: 'Grace' })));
  window.dispatchEvent(new Event('visibilitychange'));
  await see(page.getByText('Welcome, Grace', { exact: true }));
  await tab('Profile').first().click();
  await seeSlot(2, 'Stiffness');
});

it('moves a draft with its symptom, even if a deletion is undone', async () => {
  openProfile(FIVE);
  await fill('Symptom 5', 'Pain at night');
  await button('Delete symptom 4').click();
  await seeSlot(4, 'Pain at night');
  await button('Undo').click();
  await seeSlot(5, 'Pain at night');
  await seeSlot(4, 'Sleep');
});

const CHANGED = 'Your symptoms were changed on another device. Please check them and try again.';

/** Opens the profile, and returns a function that names a symptom as another device does. */
function openBesideAnotherDevice(symptoms: readonly string[]) {
  const person = makePerson({ symptoms });
  const { userId } = person.profile;
  const answers = symptomKeeper(person);
  openApp('/dashboard?tab=profile', answers);
  return (slot: SlotNumber, symptomValue: string) =>
    answers.updateSymptoms({
      userId,
      action: 'single',
      symptomKey: symptomKey(slot),
      symptomValue,
    });
}

it('does not undo what another device has changed since, and shows it', async () => {
  const nameElsewhere = openBesideAnotherDevice(['Tremor', 'Stiffness']);
  await save(1, 'Trevor');
  await see('Symptom1 saved successfully!');
  nameElsewhere(2, 'Slowness');
  await button('Undo').click();
  await expect.element(alert()).toHaveTextContent(CHANGED);
  await seeSlot(2, 'Slowness');
  await seeNot(button('Undo'));
});

it('shows what another device has changed, keeps the typed name, and saves it with the next press', async () => {
  const nameElsewhere = openBesideAnotherDevice(['Tremor', 'Stiffness']);
  await seeSlot(2, 'Stiffness');
  nameElsewhere(2, 'Slowness');
  await save(1, 'Freezing');
  await expect.element(alert()).toHaveTextContent(CHANGED);
  await seeSlot(2, 'Slowness');
  await seeSlot(1, 'Freezing');
  await button('Save symptom 1').click();
  await see('Symptom1 saved successfully!');
});

it('never empties a slot that another device has created and named', async () => {
  const nameElsewhere = openBesideAnotherDevice(['Tremor', 'Stiffness', 'Balance']);
  await expect.element(button('Add Symptom')).toBeVisible();
  nameElsewhere(4, NO_SYMPTOM_ENTERED);
  nameElsewhere(4, 'Falls');
  await button('Add Symptom').click();
  await expect.element(alert()).toHaveTextContent(CHANGED);
  await seeSlot(4, 'Falls');
});

it('deletes no other symptom than the one shown', async () => {
  const nameElsewhere = openBesideAnotherDevice(FIVE);
  await seeSlot(4, 'Sleep');
  nameElsewhere(4, 'Freezing');
  await button('Delete symptom 4').click();
  await expect.element(alert()).toHaveTextContent(CHANGED);
  await seeSlot(4, 'Freezing');
});

it('greets a new user once', async () => {
  const person = makePerson({ symptoms: [], isNewUser: true });
  const server = openApp('/dashboard?tab=profile', { ...symptomKeeper(person), clearNewUser: {} });
  const welcome = page.getByRole('dialog', {
    name: "Welcome to Your Parkinson's Disease Management App!",
  });
  await see(welcome);
  await button('Get Started').click();
  await seeNot(welcome);
  await expect.element(page.getByRole('heading', { name: 'Symptoms', exact: true })).toHaveFocus();
  await expect
    .poll(() => server.inputsOf('clearNewUser'))
    .toEqual([{ userId: person.profile.userId }]);
});

it('shows the profile once, though the session is asked for twice during a sign-in', async () => {
  const person = makePerson({ symptoms: [] });
  const { held, goOn } = hold();
  const server = openApp('/signin', {
    ...symptomKeeper(person),
    getConfig: { ...PLAIN, providers: ['google'] },
    getSession: refuse('signedOut'),
    clearNewUser: {},
  });
  const popup = providerWindow();
  await button('Sign in with Google').click();
  const before = server.inputsOf('getSession').length;
  const asked = () => server.inputsOf('getSession').length - before;
  server.answer({
    getSession: async () => {
      const isSecond = asked() === 2;
      await held;
      // Long enough for the profile to be shown, if the first answer opened it.
      if (isSecond) await new Promise((resolve) => setTimeout(resolve, 300));
      return { ...person.session, isNewUser: true };
    },
  });
  // The provider's window shows a page of the app, which tells the other pages who has signed in, and then ends.
  const channel = new BroadcastChannel('signed in');
  channel.postMessage(person.profile.userId);
  channel.close();
  await expect.poll(asked).toBe(1);
  popup.tell('');
  await expect.poll(asked).toBe(2);
  goOn();
  await button('Get Started').click();
  await save(1, 'Tremor');
  await see('Symptom1 saved successfully!');
  await seeSlot(1, 'Tremor');
  // What was typed between two profiles would be lost.
  expect(server.inputsOf('getUserProfile')).toHaveLength(1);
});
