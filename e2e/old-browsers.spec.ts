import { tabTo } from './keyboard.ts';
import { logForm, newPerson, pressStops, signUpWith } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';
import { expectStored, submit } from './unfinished.ts';

/**
 * Parts of our style sheets that the oldest browsers of `vite.config.ts` ignore, with replacements that never
 * match.
 */
const UNKNOWN_TO_SOME = [
  [/@container[^{]*/g, '@media not all'],
  [/:has\(/g, ':-unknown('],
] as const;

test('a form can be filled in without newer CSS features', async ({ page, expectConsoleError }) => {
  expectConsoleError(/Service Worker registration blocked/);
  const takenOut = new Set<RegExp>();
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [part, nothing] of UNKNOWN_TO_SOME) {
      if (body.match(part)) takenOut.add(part);
      body = body.replace(part, nothing);
    }
    await route.fulfill({ response, body });
  });
  await signUpWith(page, newPerson('Olga'), ['Tremor', 'Stiffness']);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await tabTo(page, page.getByRole('slider', { name: 'Stiffness' }));
  await expectAccessible(page);
  await pressStops(page, [4, 5]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  expect(takenOut.size).toBe(UNKNOWN_TO_SOME.length);
});

/** Deletes the platform features that Chrome 109, Safari 15.6 or Firefox 115 lacks. */
function takeOutNewer(): void {
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15';
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const newer: readonly (readonly [object, readonly string[]])[] = [
    [window, ['Iterator', 'Temporal', 'URLPattern', 'CompressionStream', 'OffscreenCanvas']],
    [
      window,
      ['requestIdleCallback', 'scheduler', 'navigation', 'CloseWatcher', 'ElementInternals'],
    ],
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['timeout', 'any']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object.getPrototypeOf(Uint8Array.prototype), ['toSorted', 'toReversed', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference']],
    [Set.prototype, ['isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [iterator, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach']],
    [iterator, ['some', 'every', 'find']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [Response.prototype, ['bytes']],
    [Blob.prototype, ['bytes']],
    [ReadableStream.prototype, ['values']],
    [ArrayBuffer.prototype, ['transfer', 'resize']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Element.prototype, ['checkVisibility', 'setHTML', 'moveBefore']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [HTMLInputElement.prototype, ['showPicker']],
    [HTMLSelectElement.prototype, ['showPicker']],
    [Document.prototype, ['startViewTransition', 'adoptedStyleSheets', 'caretPositionFromPoint']],
    [Navigator.prototype, ['userActivation', 'userAgentData']],
    [Screen.prototype, ['orientation']],
    [Intl, ['DurationFormat', 'Segmenter']],
  ];
  for (const [holder, names] of newer) {
    for (const name of names) Reflect.deleteProperty(holder, name);
  }
  // In Chrome before version 119, `preventDefault` does not make the browser ask before the page is left.
  BeforeUnloadEvent.prototype.preventDefault = () => {};
  const telling = { platform: 'iPhone', userAgent: IPHONE };
  for (const [name, value] of Object.entries(telling)) {
    Object.defineProperty(Navigator.prototype, name, { get: () => value });
  }
}

test('forms are logged, restored and edited without newer platform features', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Service Worker registration blocked/);
  await page.addInitScript(takeOutNewer);
  await signUpWith(page, newPerson('Otto'), ['Tremor', 'Stiffness']);
  await logForm(page, [4, 5]);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [2]);
  await page.getByRole('button', { name: 'Add a note for Tremor' }).click();
  await page.getByLabel('Notes for Tremor').pressSequentially('Late');
  await expectStored(page, '"Late"');
  // Makes storing fail, because the browser asks before a reload only if input would be lost.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      Object.assign(window, { hasFailed: true });
      throw new DOMException('No more', 'UnknownError');
    };
  });
  await pressStops(page, [3]);
  await page.waitForFunction(() => 'hasFailed' in window);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByLabel('Notes for Tremor')).toHaveValue('Late');
  await submit(page);
  for (const tab of ['Profile', 'Settings', 'Symptom Overview']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab }).first()).toBeVisible();
  }
  expect(await page.evaluate(() => 'withResolvers' in Promise)).toBe(false);
});
