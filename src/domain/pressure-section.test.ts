import { expect, it } from 'vitest';
import { DEFAULT_DATE_STYLE } from './formats.ts';
import { IF_FAINT, POSITION_WORDS, POSITIONS } from './pressure.ts';
import { pressureSection } from './pressure-section.ts';

/** Words that would say what a reading means. */
const JUDGEMENT =
  /\b(too|low|high|normal|drop|drops|risk|danger|good|bad|worse|better|warning|hypotension|orthostatic|should)\b/i;

it('says nothing of what readings mean, however far apart they are', () => {
  const readings = POSITIONS.map((position, index) => ({
    measuredAt: Date.parse('2026-11-17T12:00:00Z'),
    ...{ timeZone: 'America/New_York', position, pulse: null },
    ...{ systolic: 200 - index * 60, diastolic: 120 - index * 30 },
  }));
  const section = pressureSection(readings, DEFAULT_DATE_STYLE);
  expect(JSON.stringify(section)).toContain('(−120/−60)');
  expect(JSON.stringify(section)).not.toMatch(JUDGEMENT);
  const advice = Object.values(POSITION_WORDS).flatMap((words) => Object.values(words));
  expect([...advice, IF_FAINT].join(' ')).not.toMatch(JUDGEMENT);
});
