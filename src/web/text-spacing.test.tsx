import { afterEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from './testing/accessible.ts';
import { openApp } from './testing/app.tsx';
import { FORMS } from './testing/gallery-people.ts';
import { button, see } from './testing/screen.ts';

/** Text spacing as WCAG 2.2 requires it (1.4.12), and forced colours. */

afterEach(async () => {
  document.adoptedStyleSheets = [];
  await commands.emulate({ forcedColors: 'none' });
});

it.each([
  ['/dashboard', 'Track Symptoms'],
  ['/dashboard?tab=profile', 'Save symptom 1'],
  ['/dashboard?tab=settings', 'Download PDF'],
])('wider letters, words and lines cut nothing off: %s', async (path, shown) => {
  await page.viewport(320, 640);
  openApp(path, FORMS);
  await see(button(shown));
  await expectNothingCutOff();
});

it('wider letters, words and lines cut nothing off: the open form', async () => {
  await page.viewport(320, 640);
  openApp('/dashboard', FORMS);
  await button('Track Symptoms').click();
  await button('Change the time').click();
  await see(page.getByRole('group', { name: 'When?' }));
  await expectNothingCutOff();
});

async function expectNothingCutOff(): Promise<void> {
  await commands.emulate({ forcedColors: 'active' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
  }
  p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
  await expect.poll(cutOff).toEqual([]);
  await expectAccessible();
}

function cutOff(): string[] {
  return [...document.querySelectorAll('main *, dialog *')]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut =
        (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
      const isShown = element.checkVisibility({ visibilityProperty: true });
      return isCut && isShown && !element.closest('.visually-hidden');
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
}
