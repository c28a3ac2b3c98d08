import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, keys } from '../testing/screen.ts';

it('a digit chooses its stop; with a key held down beside it, it is the browser’s', async () => {
  openApp('/dashboard', answersFor(makePerson()));
  await button('Track Symptoms').click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1 of 5');
  (slider.element() as HTMLElement).focus();
  await keys('3');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '3 of 5');
  for (const held of ['Control', 'Alt', 'Meta']) {
    await keys(`{${held}>}5{/${held}}`);
    await expect.element(slider).toHaveAttribute('aria-valuetext', '3 of 5');
  }
});
