import axe from 'axe-core';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import { PHONE } from './app.tsx';
import { COLOUR_RULES, EVERY_RULE, IMPLIED_RULES, measure, WIDTHS } from './measure.ts';
import { resizeTo } from './screen.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulate: (emulated: {
      colorScheme?: 'light' | 'dark';
      forcedColors?: 'active' | 'none';
    }) => Promise<void>;
  }
}

/**
 * Expects the screen to be accessible in the light colour scheme at every width and, if asked, in the dark
 * one.
 */
export async function expectAccessible({ inTheDark = false } = {}): Promise<void> {
  expect(await violations(EVERY_RULE), `in the light, ${shownAtAll()}`).toEqual([]);
  if (inTheDark) {
    await commands.emulate({ colorScheme: 'dark' });
    expect(await violations(COLOUR_RULES), 'in the dark').toEqual([]);
    await commands.emulate({ colorScheme: 'light' });
  }
  await expectSizes();
}

/** Expects at each width that nothing overflows, and that controls are large enough and far enough apart. */
async function expectSizes(): Promise<void> {
  for (const width of WIDTHS) {
    await resizeTo(width, PHONE.height);
    await expect.poll(() => measure(), { message: `at ${width} px` }).toEqual([]);
  }
  await resizeTo(PHONE.width, PHONE.height);
}

/**
 * Lists the sizes of the rendered main areas and dialogs. In a failure message, the sizes show whether the screen has a
 * fault or did not render.
 */
function shownAtAll(): string {
  const shown = [...document.querySelectorAll('main, dialog')].map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${element.localName} ${width} x ${height} px`;
  });
  return shown.join(', ') || 'nothing';
}

async function violations(rules: typeof EVERY_RULE | typeof COLOUR_RULES) {
  const found = await axe.run(document, {
    runOnly: { ...rules, values: [...rules.values] },
    rules: IMPLIED_RULES,
    resultTypes: ['violations'],
  });
  return found.violations.map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}
