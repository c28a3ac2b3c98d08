import axe from 'axe-core';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import { showDisplay, shownDisplay } from '../ui/display.ts';
import { PHONE } from './app.tsx';
import {
  COLOUR_RULES,
  EVERY_RULE,
  IMPLIED_RULES,
  measure,
  TABLET,
  TELLING_WIDTHS,
  TEXT_WIDTHS,
  WIDTHS,
} from './measure.ts';
import { measureText } from './measure-text.ts';
import { resizeTo } from './screen.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulate: (emulated: {
      colorScheme?: 'light' | 'dark';
      forcedColors?: 'active' | 'none';
      reducedMotion?: 'reduce' | 'no-preference';
    }) => Promise<void>;
  }
}

/**
 * Expects the screen to be accessible in the light colour scheme at the widths that find most and, if thorough, in the
 * dark one too and at every width. If a dialog is open, checks only the dialog, because the page behind it is inert.
 */
export async function expectAccessible({ isThorough = false } = {}): Promise<void> {
  expect(await violations(EVERY_RULE), `in the light, ${shownAtAll()}`).toEqual([]);
  if (isThorough) {
    await commands.emulate({ colorScheme: 'dark' });
    expect(await violations(COLOUR_RULES), 'in the dark').toEqual([]);
    await commands.emulate({ colorScheme: 'light' });
  }
  await expectSizes(isThorough ? TEXT_WIDTHS : TELLING_WIDTHS, isThorough);
}

/**
 * Expects at each width that nothing overflows, that all text stays in its box, and that controls are large enough and far
 * enough apart. Measures text also with 'Larger text': at the narrowest and the widest width, or, if thorough, at each.
 */
async function expectSizes(widths: readonly number[], isThorough: boolean): Promise<void> {
  await resizeTo(PHONE.width, PHONE.height);
  const display = shownDisplay();
  try {
    for (const width of widths) {
      // At a tablet's width, dialogs have the layout that they have on a desktop.
      if (width === TABLET && document.querySelector('dialog')) continue;
      await layOutAt(width);
      const message = `at ${width} px`;
      if (WIDTHS.includes(width)) await expect.poll(measure, { message }).toEqual([]);
      await expect.poll(measureText, { message }).toEqual([]);
      if (!isThorough && !WIDTHS.includes(width)) continue;
      showDisplay([...display, 'largeText']);
      await expect.poll(measureText, { message: `${message}, with larger text` }).toEqual([]);
      showDisplay(display);
    }
  } finally {
    showDisplay(display);
    await layOutAt();
  }
}

/**
 * Lays the page out at a width (CSS px), or at the window's width again. Only the frame of the page is resized, which
 * takes a tenth of the time of a resized window. What is outside of the window cannot be pressed.
 */
async function layOutAt(width?: number): Promise<void> {
  const { style } = window.frameElement as HTMLElement;
  style.minWidth = width === undefined ? '' : `${width}px`;
  style.maxWidth = style.minWidth;
  await new Promise(requestAnimationFrame);
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
  const found = await axe.run(document.querySelector('dialog') ?? document, {
    runOnly: { ...rules, values: [...rules.values] },
    rules: IMPLIED_RULES,
    resultTypes: ['violations'],
  });
  return found.violations.map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}
