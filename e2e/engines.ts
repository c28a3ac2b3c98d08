import type { Start } from './engines/engine.ts';
import { startFirefox } from './engines/firefox.ts';
import { Screen, until } from './engines/screen.ts';
import { startWebKit } from './engines/webkit.ts';
import { newPerson } from './people.ts';
import { startTestServer } from './server.ts';

/**
 * npm run engines
 *
 * Tries the main journey in engines of Debian that Playwright cannot drive. Exits with 1 if the journey fails in any of
 * them. An engine that is not installed is not checked.
 */
const ENGINES: readonly (readonly [name: string, packages: string, start: Start])[] = [
  ['Firefox ESR', 'firefox-esr', startFirefox],
  ['WebKitGTK', 'webkit2gtk-driver and xvfb', startWebKit],
];
/** The button that confirms a log-out, in a dialog that the app may show. */
const LOG_OUT_ANYWAY = 'Log out';

const server = await startTestServer({}, Date.now);
try {
  for (const [name, packages, start] of ENGINES) await tryEngine(name, packages, start);
} finally {
  await server.stop();
}

async function tryEngine(name: string, packages: string, start: Start): Promise<void> {
  const begun = performance.now();
  const engine = await start();
  if (!engine) {
    say(`${name} was not checked, because it is not installed (Debian: ${packages}).`);
    return;
  }
  try {
    await engine.open(server.url);
    await journey(new Screen(engine));
    say(`${name}: the main journey works, ${Math.round((performance.now() - begun) / 1000)} s`);
  } catch (error) {
    say(`${name}: the main journey failed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  } finally {
    await engine.quit();
  }
}

/** Signs up, names symptoms, logs a form, corrects it, logs out, and finds everything after signing in again. */
async function journey(screen: Screen): Promise<void> {
  const ada = newPerson('Ada');
  await screen.press('link', 'Sign up');
  await screen.type('First Name', ada.firstName);
  await screen.type('Last Name', 'Lovelace');
  await screen.set('Birthday', '1951-12-10');
  await screen.set('Biological Sex', 'female');
  await screen.type("Number of Years with Parkinson's", '6');
  await screen.type('Email', ada.email);
  await screen.type('Password', ada.password);
  await screen.type('Confirm Password', ada.password);
  await screen.press('button', 'Sign Up');
  await screen.press('button', 'Get Started');
  // Waits for the focus, which the screen moves when it opens. Text that is typed earlier would be cut off.
  await screen.seeFocusOn('Symptoms');

  for (const [index, name] of ['Tremor', 'Stiffness', 'Balance'].entries()) {
    await screen.type(`Symptom ${index + 1}`, name);
    await screen.press('button', `Save symptom ${index + 1}`);
    await screen.see(`Symptom${index + 1} saved successfully!`);
  }

  await screen.press('tab', 'Symptom Overview');
  await screen.press('button', 'Track Symptoms');
  await screen.rate('Tremor', 4);
  await screen.rate('Stiffness', 2);
  await screen.rate('Balance', 1);
  await screen.press('button', 'Submit');
  await screen.see('Form #1 is saved');
  await openNumbers(screen);
  await seeForm(screen, [4, 2, 1]);

  await screen.press('button', 'Edit Form #1');
  await screen.seeRating('Tremor', 4);
  await screen.rate('Tremor', 5);
  await screen.press('button', 'Submit');
  await screen.see('Form #1 is saved');
  await seeForm(screen, [5, 2, 1]);

  await logOut(screen);
  await screen.type('Email', ada.email);
  await screen.type('Password', ada.password);
  await screen.press('button', 'Continue');
  await openNumbers(screen);
  await seeForm(screen, [5, 2, 1]);
  await screen.press('button', 'Edit Form #1');
  await screen.seeRating('Tremor', 5);
}

/** Opens the table of each chart. */
async function openNumbers(screen: Screen): Promise<void> {
  // A pressed button becomes 'Hide the numbers', so the second press reaches the next chart.
  for (const _ of ['line', 'bars']) await screen.press('button', 'Show the numbers');
}

/** Expects the severities of the latest form in the history and in both charts. */
async function seeForm(screen: Screen, severities: readonly number[]): Promise<void> {
  const [tremor, stiffness, balance] = severities;
  await screen.see(`Tremor ${tremor}, Stiffness ${stiffness}, Balance ${balance}`);
  // Each average is of one rating.
  for (const severity of severities) await screen.see(`${severity}.0 (1)`, 'table');
}

/** Logs out, and confirms it in the dialog, if there is one. */
async function logOut(screen: Screen): Promise<void> {
  await screen.press('button', 'Logout');
  const { question } = await until('the sign-in screen', async () => {
    const question = await screen.find('button of a dialog', LOG_OUT_ANYWAY);
    return (question ?? (await screen.find('button', 'Continue'))) && { question };
  });
  await question?.press();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
