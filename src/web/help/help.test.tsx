import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { see } from '../testing/screen.ts';

const link = (name: string) => page.getByRole('link', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

it('leads from Settings to each page, to the next one, and back', async () => {
  openApp('/dashboard?tab=settings', answersFor(makePerson()));
  await page.getByRole('link', { name: /^Help/ }).click();
  await see(heading('Help'));
  await link('The first day').click();
  await expect.element(heading('The first day')).toHaveFocus();
  expect(scrollY).toBe(0);
  await page.getByRole('link', { name: /^A form and a dose/ }).click();
  await expect.element(heading('A form and a dose')).toHaveFocus();
  await link('Help').click();
  await expect.element(heading('Help')).toHaveFocus();
  await link('Overview').click();
  await see('Track Symptoms');
});

it('shows the pictures of the guide, with words for those who cannot see them', async () => {
  openApp('/help?page=first-day', answersFor(makePerson()));
  const picture = page.getByRole('img', { name: /^The symptoms on the page Profile/ });
  await see(picture);
  await expect
    .poll(() => (picture.element() as HTMLImageElement).naturalWidth)
    .toBeGreaterThan(300);
});

it('shows the list of pages at an address that it does not know', async () => {
  openApp('/help?page=unknown', answersFor(makePerson()));
  await see(heading('Help'));
  await see(link('Before the visit'));
});
