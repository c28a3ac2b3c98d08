import { DIARY_STATES, type DiaryState } from '../../../domain/diary.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { visitDayText } from '../../../domain/visit-days.ts';
import type { VisitDiary, VisitDiaryDay, VisitSummary } from '../../../domain/visit-summary.ts';
import { filledText, hoursText, madeOn, STATE_TERMS } from '../../../domain/visit-words.ts';
import { at, type Colour, INK, rgb, type Sheet, SOFT, TINT } from '../../platform/pdf/sheet.ts';
import { type Element, END } from '../../platform/pdf/tags.ts';
import { oneLine } from '../../platform/pdf/text.ts';

/** The days of the diary as ribbons with the doses above them, in points. */

const ROW = 22;
const HEIGHT = 11;
const NAMES_WIDTH = 125;
const SIZE = 8.5;
const USUAL_SLOTS = 48;
/** The hours that the axis names. */
const HOURS = [0, 6, 12, 18, 24];
const SAMPLE = { width: 16, height: 8, gap: 4, after: 12 };

/** The background of each state, and the pattern on it, so that states differ in print without colour. */
const LOOKS: Readonly<
  Record<DiaryState, { readonly ground: Colour; readonly lines?: Colour; readonly slope?: number }>
> = {
  asleep: { ground: [0.75, 0.78, 0.82] },
  off: { ground: [0.94, 0.73, 0.38], lines: [0.42, 0.26, 0], slope: 1 },
  on: { ground: [0.12, 0.48, 0.36] },
  onWithDyskinesia: { ground: [0.73, 0.89, 0.83], lines: [0.12, 0.48, 0.36], slope: 0 },
  onWithTroublesomeDyskinesia: { ground: [0.8, 0.72, 0.94], lines: [0.29, 0.16, 0.5], slope: -1 },
};

/** The height of the ribbons and their axis, without the legend (points). */
export function ribbonsHeight({ days }: Pick<VisitDiary, 'days'>): number {
  return days.length * ROW + 14;
}

export function drawRibbons(
  sheet: Sheet,
  parent: Element,
  { days }: VisitDiary,
  summary: Pick<VisitSummary, 'style' | 'madeAt' | 'zone'>,
): void {
  const { style } = summary;
  const today = madeOn(summary);
  const left = sheet.left + NAMES_WIDTH;
  const width = sheet.width - NAMES_WIDTH;
  const legend = legendOf(sheet);
  const height = ribbonsHeight({ days }) + legend.height;
  sheet.need(height);
  const top = sheet.y;
  const pageHeight = sheet.pdf.page.height;
  const figure = sheet.tags.open('Figure', parent, {
    alt: days.map((day) => spoken(day, style)).join(' '),
    box: [sheet.left, pageHeight - top - height, sheet.left + sheet.width, pageHeight - top],
  });
  const operators = [sheet.tags.begin(figure)];
  days.forEach((day, index) => {
    const row = top + index * ROW;
    const perSlot = width / day.slots;
    const hours = day.slots === USUAL_SLOTS ? '' : `, ${day.slots / 2} h`;
    const name = `${visitDayText(day.day, style)} (${filledText(day, today)}${hours})`;
    operators.push(sheet.draw(line(sheet, name), sheet.left, row + 9, SOFT));
    operators.push(box(TINT, left, row + 9, width));
    let x = left;
    for (const { halfHours, state } of day.runs) {
      if (state) operators.push(filled(state, x, row + 9, halfHours * perSlot));
      x += halfHours * perSlot;
    }
    for (const dose of day.doses) operators.push(arrow(left + dose.at * perSlot, row + 8));
  });
  const axis = top + days.length * ROW;
  if (days.every(({ slots }) => slots === USUAL_SLOTS)) {
    for (const hour of HOURS) {
      const text = line(sheet, hour === 0 ? '0 h' : String(hour));
      const x =
        left + (hour / 24) * width - (hour === 0 ? 0 : hour === 24 ? text.width : text.width / 2);
      operators.push(sheet.draw(text, x, axis - 2, SOFT));
    }
  }
  operators.push(legend.draw(axis + 12), END);
  sheet.write(operators.join('\n'));
  sheet.tags.close(figure);
  sheet.y = top + height + 6;
}

function line(sheet: Sheet, text: string) {
  return oneLine(sheet.fonts, text, { size: SIZE });
}

function box(colour: Colour, x: number, y: number, width: number, height = HEIGHT): string {
  return `${rgb(colour)} rg ${at(x)} ${at(y)} ${at(width)} ${at(height)} re f`;
}

/** A part of a ribbon with its pattern of lines. */
function filled(state: DiaryState, x: number, y: number, width: number, height = HEIGHT): string {
  const { ground, lines, slope } = LOOKS[state];
  if (!lines || slope === undefined) return box(ground, x, y, width, height);
  const strokes: string[] = [];
  if (slope === 0) {
    for (let up = 1.5; up < height; up += 3) {
      strokes.push(`${at(x)} ${at(y + up)} m ${at(x + width)} ${at(y + up)} l S`);
    }
  } else {
    for (let from = -height; from < width; from += 3) {
      const [low, high] = slope > 0 ? [y + height, y] : [y, y + height];
      strokes.push(`${at(x + from)} ${at(low)} m ${at(x + from + height)} ${at(high)} l S`);
    }
  }
  const clip = `${at(x)} ${at(y)} ${at(width)} ${at(height)} re W n`;
  const pen = `${rgb(lines)} RG 0.9 w`;
  return `${box(ground, x, y, width, height)} q ${clip} ${pen} ${strokes.join(' ')} Q`;
}

/** An arrow that points down at a time. */
function arrow(x: number, tip: number): string {
  const corners = [
    [x, tip],
    [x - 3, tip - 5],
    [x + 3, tip - 5],
  ].map(([left = 0, top = 0], index) => `${at(left)} ${at(top)} ${index === 0 ? 'm' : 'l'}`);
  return [rgb(INK), 'rg', ...corners, 'f'].join(' ');
}

function legendOf(sheet: Sheet) {
  const draws: ((top: number) => string)[] = [];
  let [x, y] = [0, 0];
  const place = (name: string, sample: (left: number, top: number) => string) => {
    const text = line(sheet, name);
    const width = SAMPLE.width + SAMPLE.gap + text.width + SAMPLE.after;
    if (x > 0 && x + width > sheet.width) {
      x = 0;
      y += SIZE * 1.5;
    }
    const [left, above] = [sheet.left + x, y];
    draws.push((top) =>
      [
        sample(left, top + above + 2),
        sheet.draw(text, left + SAMPLE.width + SAMPLE.gap, top + above, SOFT),
      ].join('\n'),
    );
    x += width;
  };
  for (const state of DIARY_STATES) {
    place(STATE_TERMS[state], (left, top) => filled(state, left, top, SAMPLE.width, SAMPLE.height));
  }
  place('A dose', (left, top) => arrow(left + SAMPLE.width / 2, top + SAMPLE.height - 1));
  return {
    height: y + SIZE * 1.5,
    draw: (top: number) => draws.map((each) => each(top)).join('\n'),
  };
}

function spoken(
  { day, filled: count, slots, hours, doses }: VisitDiaryDay,
  style: DateStyle,
): string {
  const states = DIARY_STATES.map((state) => `${STATE_TERMS[state]} ${hoursText(hours[state])} h`);
  return `${visitDayText(day, style)}, ${count} of ${slots} half-hours: ${states.join('; ')}. Doses: ${doses.length}.`;
}
