import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type CallName, calls } from '../src/contract/calls.ts';

export interface Person {
  readonly firstName: string;
  readonly email: string;
  readonly password: string;
}

export function newPerson(firstName: string): Person {
  return {
    firstName,
    email: `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`,
    password: 'steady as she goes',
  };
}

/** Fills the sign-up screen, without sending it. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill('Lovelace');
  await page.getByLabel('Birthday').fill('1951-12-10');
  await page.getByLabel('Biological Sex').selectOption('female');
  await page.getByLabel("Number of Years with Parkinson's").fill('6');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password').fill(person.password);
}

/** Signs up, up to the profile with the welcome closed. By calls alone: the screens have tests of their own. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await addAccount(page, person);
  await page.goto('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Get Started' }).click();
}

/** The same with symptoms that are named already, up to the overview. */
export async function signUpWith(
  page: Page,
  person: Person,
  symptoms: readonly string[],
): Promise<void> {
  const userId = await addAccount(page, person);
  const slots = symptoms.map((name, index) => [`symptom${index + 1}`, name]);
  await post(page, 'updateSymptoms', {
    userId,
    action: 'update',
    ...Object.fromEntries(slots),
  });
  await post(page, 'clearNewUser', { userId });
  await page.goto('/dashboard');
}

/** @returns the account's id */
async function addAccount(page: Page, person: Person): Promise<string> {
  const { firstName, email, password } = person;
  const { userId } = await post(page, 'signUp', { email, password });
  await post(page, 'createUser', {
    userId,
    email,
    firstName,
    lastName: 'Lovelace',
    birthday: '1951-12-10',
    biologicalSex: 'female',
    yearsWithParkinsons: 6,
  });
  return userId;
}

async function post(page: Page, name: CallName, data: object) {
  const answer = await page.request.post(calls[name].path, { data });
  expect(answer.status()).toBeLessThan(300);
  return await answer.json();
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

/** On the profile: names the first slots. */
export async function nameSymptoms(page: Page, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const slot = index + 1;
    await page.getByLabel(`Symptom ${slot}`, { exact: true }).fill(name);
    await page.getByRole('button', { name: `Save symptom ${slot}` }).click();
    await expect(page.getByText(`Symptom${slot} saved successfully!`)).toBeVisible();
  }
}

/** On the overview: logs a form by pressing the stops. */
export async function logForm(page: Page, severities: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, severities);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** In the open form: presses a stop of each symptom. */
export async function pressStops(page: Page, severities: readonly number[]): Promise<void> {
  for (const [index, severity] of severities.entries()) {
    const slider = page.getByRole('slider').nth(index);
    await slider.locator('..').getByText(String(severity), { exact: true }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', `${severity} of 5`);
  }
}
