import { expect, it, onTestFinished, vi } from 'vitest';
import { keepFocus } from './kept-focus.ts';

const focusedId = () => document.activeElement?.id;

/** Adds elements to the page, keeps the focus in them, and focuses the one with the id 'focused'. */
function open(html: string): HTMLElement {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const place = document.createElement('div');
  place.innerHTML = html;
  document.body.append(place);
  const stop = keepFocus(document);
  onTestFinished(() => {
    stop();
    place.remove();
    vi.useRealTimers();
  });
  element('focused').focus();
  return place;
}

/** Waits until all timers have ended, after the browser has reported the changes of the page. */
async function waitLong(): Promise<void> {
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(1000);
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

const LIST =
  '<section id="section"><ul><li id="row"><button id="focused">Edit</button></li></ul></section>';

it('moves the focus to the row of a removed button, which can be focused only as long', async () => {
  open(LIST);
  element('focused').remove();
  await waitLong();
  expect(focusedId()).toBe('row');
  element('row').blur();
  expect(element('row').hasAttribute('tabindex')).toBe(false);
});

it('moves the focus to the section of a removed row', async () => {
  open(LIST);
  element('row').remove();
  await waitLong();
  expect(focusedId()).toBe('section');
});

it('moves the focus past a row that is hidden', async () => {
  open(LIST);
  element('row').hidden = true;
  element('focused').remove();
  await waitLong();
  expect(focusedId()).toBe('section');
  expect(element('row').hasAttribute('tabindex')).toBe(false);
});

it('leaves the focus where a screen has moved it', async () => {
  open(`${LIST}<button id="other">Other</button>`);
  element('focused').remove();
  element('other').focus();
  await waitLong();
  expect(focusedId()).toBe('other');
});

it('does not move the focus for a button that the person has left before', async () => {
  open(LIST);
  element('focused').blur();
  await Promise.resolve();
  element('focused').remove();
  await waitLong();
  expect(document.activeElement).toBe(document.body);
});

it('moves the focus to the dialog of a removed button', async () => {
  const place = open(LIST);
  const dialog = document.createElement('dialog');
  dialog.id = 'dialog';
  dialog.tabIndex = -1;
  dialog.innerHTML = '<button id="answer">Delete</button>';
  place.append(dialog);
  dialog.showModal();
  element('answer').focus();
  element('answer').remove();
  await waitLong();
  expect(focusedId()).toBe('dialog');
});

it('moves the focus near the removed button that opened a dialog', async () => {
  const place = open(LIST);
  const dialog = document.createElement('dialog');
  dialog.innerHTML = '<button id="answer">Delete</button>';
  place.append(dialog);
  dialog.showModal();
  element('answer').focus();
  element('focused').remove();
  dialog.remove();
  await waitLong();
  expect(focusedId()).toBe('row');
});
