import { afterEach, describe, expect, it } from 'vitest';
import { measureText } from './measure-text.ts';

/** The measure finds planted faults, and nothing else. */

afterEach(() => document.body.replaceChildren());

function show(html: string): void {
  document.body.innerHTML = html;
}

/** 200 px wide and 40 px high: one line of 20 px fits. */
const BOX = 'width: 200px; height: 40px; line-height: 24px; font-size: 20px; white-space: nowrap;';
const LONG = 'W'.repeat(14);

describe('finds', () => {
  it.each([
    [
      'text below its box',
      `<button style="${BOX} padding: 0"><span style="display: block">On</span>${'good<br>'.repeat(3)}</button>`,
      [/^“good” is \d+ px below <button/],
    ],
    [
      'text right of its card',
      `<div class="card" style="${BOX}"><p>${LONG}</p></div>`,
      [/^“W+” is \d+ px right of <div class="card"/],
    ],
    [
      'a button’s text right of the card around it',
      `<div class="card" style="${BOX}"><button style="width: 600px; text-align: right">Off</button></div>`,
      [/^“Off” is \d+ px right of <div class="card"/],
    ],
    [
      'text above a box with a border',
      `<p style="border: 1px solid; margin-top: 80px"><b style="position: relative; top: -60px">Off</b></p>`,
      [/^“Off” is \d+ px above <p/],
    ],
    [
      'a bullet outside of its card',
      '<div class="card" style="padding: 0"><ul><li>You see the notes.</li></ul></div>',
      [/^“• You see the notes\.” is \d+ px left of <div class="card"/],
    ],
    [
      'text that is cut off',
      `<div style="overflow: hidden; ${BOX}">${LONG}</div>`,
      [/^“W+” is \d+ px right of <div/],
    ],
    [
      'text wider than a dialog, which scrolls down only',
      `<dialog open style="overflow-y: auto; ${BOX}">${LONG}</dialog>`,
      [/^“W+” is \d+ px right of <dialog/],
    ],
    [
      'text on other text',
      '<p style="height: 10px">Asleep</p><p>Off</p>',
      [/^“Asleep” and “Off” lie on each other$/],
    ],
    [
      'the word of a list item on the item above',
      '<ul><li style="height: 10px">Asleep</li><li>Off</li></ul>',
      [/^“Asleep” and “Off” lie on each other$/],
    ],
  ])('%s', (_name, html, expected) => {
    show(html);
    const found = measureText();
    expect(found).toEqual(expect.arrayContaining(expected.map((e) => expect.stringMatching(e))));
  });
});

describe('allows', () => {
  it.each([
    ['text that fits', `<div class="card" style="width: 300px"><button>Off</button></div>`],
    ['the lines of a wrapped text', `<div class="card" style="width: 90px">Off and slow</div>`],
    ['text beside a part without a look of its own', `<div style="${BOX}">${LONG}</div>`],
    [
      'letters whose font is higher than the box, which is as high as they are',
      '<button style="height: 18px; padding: 0; border: 0; font-size: 18px; line-height: 18px">Og</button>',
    ],
    [
      'a bullet in the padding',
      '<div class="card" style="padding: 0"><ul style="padding-left: 24px"><li>Off</li></ul></div>',
    ],
    [
      'an item without a bullet',
      '<div class="card"><ul style="list-style: none"><li>Off</li></ul></div>',
    ],
    [
      'a bullet in the text',
      '<div class="card" style="padding: 0"><ul style="list-style-position: inside"><li>Off</li></ul></div>',
    ],
    [
      'a text for screen readers',
      `<button style="width: 60px"><span class="visually-hidden">${LONG}</span>Aa</button>`,
    ],
    [
      'a label that is hidden on narrow windows only',
      `<button style="width: 60px"><span style="position: absolute; clip-path: inset(50%)">${LONG}</span></button>`,
    ],
    [
      'text that keeps its space until it is shown',
      `<button style="${BOX}"><span class="unseen">${LONG}</span></button>`,
    ],
    ['text that scrolls', `<div class="card" style="overflow-x: auto; ${BOX}">${LONG}</div>`],
    [
      'text that ends in an ellipsis',
      `<div class="card" style="overflow: hidden; text-overflow: ellipsis; ${BOX}">${LONG}</div>`,
    ],
    [
      'text whose further lines are cut off with an ellipsis',
      `<p class="entry-row-note" style="display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical;
        -webkit-line-clamp: 1; width: 100px; border: 1px solid">One two three four five six</p><p>Seven</p>`,
    ],
    [
      'text below a bar that stays in view',
      '<p style="position: sticky; background: white; height: 24px; margin: 0 0 -24px">Close</p><p style="margin: 0">Off</p>',
    ],
    [
      'words in a drawing',
      '<button><svg width="20" height="20"><text y="60">12:00 PM</text></svg></button>',
    ],
  ])('%s', (_name, html) => {
    show(html);
    expect(measureText()).toEqual([]);
  });
});
