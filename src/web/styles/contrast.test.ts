import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** WCAG 2.2 AAA asks for this contrast of text. */
const LEAST = 7;
/** What text may lie on. */
const SURFACES = ['background', 'surface', 'sunken', 'tint'];
/** Rules that give text of another rule a background. */
const OTHER_PAIRS = [
  ['on-primary', 'ink'],
  ...['severity-1', 'severity-2', 'severity-3'].map((below) => ['ink', below] as const),
  ...['severity-4', 'severity-5'].map((below) => ['on-primary', below] as const),
] as const;
/** Backgrounds without text: parts of switches and progress, lines, and buttons while they are pressed. */
const WITHOUT_TEXT = ['backdrop', 'hairline', 'line', 'on-primary', 'primary'];

const SHEETS = globSync('src/web/**/*.css').map((file) => readFileSync(file, 'utf8'));
const RULES = SHEETS.flatMap(rulesOf);
const TOKENS = rulesOf(readFileSync('src/web/styles/tokens.css', 'utf8'));
const DISPLAY = rulesOf(readFileSync('src/web/styles/display.css', 'utf8'));
const HIGH = ':root[data-highcontrast]';
const light = tokensIn(TOKENS, ':root', 'light');
const dark = { ...light, ...tokensIn(TOKENS, ':root', 'dark') };
const highLight = tokensIn(DISPLAY, HIGH, 'light');
const highDark = { ...highLight, ...tokensIn(DISPLAY, HIGH, 'dark') };

const pairs = RULES.flatMap(({ body }) => {
  const text = /(?:^|[;\s])color: var\(--([\w-]+)\)/.exec(body)?.[1];
  const below = /background: var\(--([\w-]+)\)/.exec(body)?.[1];
  if (text === undefined) return [];
  return (below === undefined ? SURFACES : [below]).map((surface) => [text, surface] as const);
});

describe('text has enough contrast', () => {
  it.each([
    ['light', light],
    ['dark', dark],
    ['light, with high contrast', { ...light, ...highLight }],
    ['dark, with high contrast', { ...dark, ...highDark }],
  ])('%s', (_, colours) => {
    const low = [...pairs, ...OTHER_PAIRS].flatMap(([text, surface]) => {
      // What has the colour of the primary buttons lies on no other surface.
      if (text === 'on-primary' && SURFACES.includes(surface)) return [];
      const found = contrast(colours[text], colours[surface]);
      return found >= LEAST ? [] : `${text} on ${surface}: ${found.toFixed(2)}`;
    });
    expect([...new Set(low)]).toEqual([]);
  });
});

/** WCAG asks for 3:1 where a border alone shows that something is a button. */
it.each([
  ['light', light],
  ['dark', dark],
])('the edge of a button stands out: %s', (_, colours) => {
  for (const surface of ['background', 'surface', 'tint']) {
    expect(contrast(colours.edge, colours[surface])).toBeGreaterThanOrEqual(3);
  }
});

it('no text lies on another background', () => {
  const alone = RULES.filter(({ body }) => !/(?:^|[;\s])color:/.test(body)).flatMap(({ body }) =>
    [...body.matchAll(/background: var\(--([\w-]+)\)/g)].map(([, name = '']) => name),
  );
  const known = [...SURFACES, ...WITHOUT_TEXT, ...OTHER_PAIRS.map(([, surface]) => surface)];
  expect(alone.filter((name) => !known.includes(name))).toEqual([]);
});

interface Rule {
  readonly selector: string;
  readonly body: string;
  readonly scheme: 'light' | 'dark';
}

/** The rules of a style sheet without nested rules, except those in at-rules. */
function rulesOf(text: string): Rule[] {
  const css = text.replaceAll(/\/\*.*?\*\//gs, '');
  const begin = css.indexOf('@media (prefers-color-scheme: dark)');
  const end = begin < 0 ? -1 : css.indexOf('\n}', begin);
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ({ 1: selector = '', 2: body = '', index }) => ({
      selector: selector.trim(),
      body,
      scheme: index + selector.length > begin && index < end ? 'dark' : 'light',
    }),
  );
}

function tokensIn(rules: readonly Rule[], selector: string, scheme: Rule['scheme']) {
  const bodies = rules.filter((rule) => rule.selector === selector && rule.scheme === scheme);
  return Object.fromEntries(
    bodies.flatMap(({ body }) =>
      [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [
        name,
        colour,
      ]),
    ),
  );
}

/** The contrast of two colours as WCAG computes it, from 1 to 21. */
function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param colour such as #0b4a57 */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
