import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BROWSER,
  browserErrorOf,
  browserText,
  ERROR_TYPES,
  isKnownMessage,
  KNOWN_MESSAGES,
  PLACE,
} from './browser-error.ts';

const ORIGIN = 'https://tracker.example.org';
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

function thrown(name: string, message: string, stack: string): object {
  return { name, message, stack };
}

describe('the report of an error', () => {
  it('has the type, the known part of the message, the innermost places and the browser', () => {
    const message = "Cannot read properties of undefined (reading 'Tremor')";
    const stack = [
      `TypeError: ${message}`,
      `    at Tremor (${ORIGIN}/assets/dashboard-8Ye1C5R-.js:1:2345)`,
      '    at Array.map (<anonymous>)',
      `    at async ${ORIGIN}/assets/sign-in-C_OXdPFc.js?Tremor:20:3`,
      '    at chrome-extension://abcdefgh/assets/content-C_OXdPFc.js:1:1',
      `    at o (${ORIGIN}/assets/base-C-OXdPFc.js:1:1)`,
      `    at o (${ORIGIN}/assets/base-C-OXdPFc.js:1:2)`,
    ].join('\n');
    expect(browserErrorOf(thrown('TypeError', message, stack), CHROME)).toEqual({
      type: 'TypeError',
      message: 'Cannot read properties of undefined',
      places: ['dashboard-8Ye1C5R-.js:1:2345', 'sign-in-C_OXdPFc.js:20:3', 'base-C-OXdPFc.js:1:1'],
      browser: 'Chrome 142 on Android',
    });
  });

  it('reads the stacks of Firefox and Safari', () => {
    const stack = `name@${ORIGIN}/assets/settings-AbCdEf12.js:2:34\n@${ORIGIN}/assets/base-C-OXdPFc.js:1:1\n[native code]`;
    expect(browserErrorOf(thrown('RangeError', '', stack), CHROME)?.places).toEqual([
      'settings-AbCdEf12.js:2:34',
      'base-C-OXdPFc.js:1:1',
    ]);
  });

  it('has the number of an error of React, and none of its texts', () => {
    const message =
      'Minified React error #418; visit https://react.dev/errors/418?args[]=Tremor for the full message';
    const stack = `Error: ${message}\n    at o (${ORIGIN}/assets/base-C-OXdPFc.js:1:2)`;
    expect(browserErrorOf(thrown('Error', message, stack), CHROME)?.message).toBe(
      'Minified React error #418',
    );
  });

  it.each([
    ['a text', 'Tremor'],
    ['nothing', undefined],
    ['null', null],
    ['an error without a stack', { name: 'TypeError', message: 'x is not a function' }],
    [
      'an error of another program',
      thrown('Error', '', `    at x (${ORIGIN}/content-AbCdEf12.js:1:1)`),
    ],
  ])('does not exist for %s', (_what, what) => {
    expect(browserErrorOf(what, CHROME)).toBeUndefined();
  });
});

/** Random words of a person that occur neither in a constant of an error report nor in a file name. */
const planted = fc
  .stringMatching(/^[A-Za-z ]{0,12}\d{4,9}[a-z]{3,6}$/)
  .map((words) => `Zq${words}`);

/** Texts that quote a person's words as browsers, React and our own errors do. */
const quoting = fc
  .tuple(planted, fc.constantFrom(...KNOWN_MESSAGES, '', 'Invalid file'), fc.nat({ max: 6 }))
  .map(([words, known, way]) => {
    const messages = [
      words,
      `${known} ${words}`,
      `${words} ${known}`,
      `Unexpected token 'Z', "${words}"... is not valid JSON`,
      `Minified React error #418${words}; visit https://react.dev/errors/418?args[]=${words}`,
      `${known}\n    at ${words} (${ORIGIN}/assets/${words}-AbCdEf12.js:1:1)`,
      `${words}\n${words}@${ORIGIN}/assets/note-${words.slice(0, 8)}.js:1:1`,
    ];
    return { words, message: messages[way] ?? words };
  });

it('never has a person’s words, wherever they stand in the error', () => {
  const ofWords = fc.record({
    quoted: quoting,
    name: fc.constantFrom(...ERROR_TYPES, undefined),
    hasMessageInStack: fc.boolean(),
  });
  let reported = 0;
  fc.assert(
    fc.property(ofWords, ({ quoted: { words, message }, name = words, hasMessageInStack }) => {
      const stack = [
        ...(hasMessageInStack ? [`${name}: ${message}`] : []),
        `    at ${words} (${ORIGIN}/assets/base-C-OXdPFc.js?${words}:1:1)`,
        `    at ${words} (${ORIGIN}/${words}/assets/base-C-OXdPFc.js:1:1)`,
        `${words}@${ORIGIN}/assets/base-C-OXdPFc.js:1:1`,
        words,
      ].join('\n');
      const report = browserErrorOf(thrown(name, message, stack), `${CHROME} ${words}`);
      if (!report) throw new Error('There is no report');
      reported += 1;
      expect(JSON.stringify(report)).not.toContain(words);
      expect(JSON.stringify(report)).not.toContain(words.slice(0, 8));
      expect(ERROR_TYPES).toContain(report.type);
      expect(isKnownMessage(report.message)).toBe(true);
      expect(report.places.filter((place) => !PLACE.test(place))).toEqual([]);
      expect(report.browser).toBe('Chrome 142 on Android');
    }),
  );
  expect(reported).toBeGreaterThan(50);
});

describe('the name of a browser', () => {
  it.each([
    ['Chrome 142 on Android', CHROME],
    [
      'Samsung Internet 28 on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Safari 26 on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Firefox 145 on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ],
    [
      'Edge 142 on macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    ],
    ['Another browser on another system', 'Mary Chrome/x'],
  ])('%s', (name, userAgent) => {
    expect(browserText(userAgent)).toBe(name);
    expect(name).toMatch(BROWSER);
  });
});
