import { BROWSERS, browserOf, SYSTEMS } from './browser.ts';

/**
 * What the app reports of an error in the browser (DECISIONS 27). A report must not contain people's words, so it
 * consists only of constants of this file, file names of the build, and numbers of lines, columns and versions. The
 * message of an error may quote what a person typed. A message that is known from browsers is sent without the names
 * and values in it, and an unknown message is not sent.
 */

/** A report. The contract accepts nothing else. */
export interface BrowserError {
  /** One of `ERROR_TYPES`. */
  readonly type: string;
  /** A message for which `isKnownMessage` is true. */
  readonly message: string;
  /** One to `MAX_PLACES` texts that match `PLACE`, the innermost first. */
  readonly places: readonly string[];
  /** A text that matches `BROWSER`, such as 'Chrome 142 on Android'. */
  readonly browser: string;
}

const OTHER = 'Other';

export const ERROR_TYPES: readonly string[] = [
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AbortError',
  'ApiError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'HierarchyRequestError',
  'InvalidAccessError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
  OTHER,
];

/**
 * Constant parts of the messages of browsers. Of an error's message, only the first of these parts that it contains is
 * sent.
 */
export const KNOWN_MESSAGES: readonly string[] = [
  'Cannot read properties of undefined',
  'Cannot read properties of null',
  'Cannot set properties of undefined',
  'Cannot set properties of null',
  'Cannot destructure property',
  'Cannot convert undefined or null to object',
  'Cannot access',
  'undefined is not an object',
  'null is not an object',
  'is not a function',
  'is not a constructor',
  'is not iterable',
  'is not defined',
  'is undefined',
  'is null',
  "can't access property",
  "can't access lexical declaration",
  "Can't find variable",
  'Assignment to constant variable',
  'Attempted to assign to readonly property',
  'Illegal invocation',
  'Maximum call stack size exceeded',
  'too much recursion',
  'Out of memory',
  'Invalid array length',
  'Invalid count value',
  'Invalid time value',
  'Invalid time zone',
  'invalid date',
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Failed to fetch',
  'NetworkError when attempting to fetch resource',
  'Load failed',
  'is not valid JSON',
  'Unexpected end of JSON input',
  'JSON.parse:',
  'JSON Parse error',
  'circular structure',
  'cyclic object value',
  'The node to be removed is not a child of this node',
  'The node before which the new node is to be inserted is not a child of this node',
  'The object can not be found here',
  'could not be cloned',
  'The database connection is closing',
  'The transaction has finished',
  'Internal error opening backing store',
  'Connection to Indexed Database server lost',
  'exceeded the quota',
  'ResizeObserver loop',
  'Failed to execute',
];

/** React's errors in a build have numbers, which https://react.dev/errors explains. */
const REACT = /^Minified React error #\d{1,3}(?=;)/;
const REACT_SENT = /^Minified React error #\d{1,3}$/;

/** Whether a report may have this message. '' stands for all unknown messages. */
export function isKnownMessage(message: string): boolean {
  return message === '' || KNOWN_MESSAGES.includes(message) || REACT_SENT.test(message);
}

export const MAX_PLACES = 3;

/** A file of the build, as Vite names it, with line and column, such as 'dashboard-8Ye1C5R-.js:1:2345'. */
export const PLACE = /^[a-z][a-z-]{0,39}-[\w-]{8}\.js:\d{1,7}:\d{1,7}$/;

/** A frame of our own files in a stack: 'at name (address)' in Chrome, 'name@address' in Firefox and Safari. */
const FRAME =
  /^(?:\s+at .*|.*@)https?:\/\/[^/\s]+\/assets\/([a-z][a-z-]{0,39}-[\w-]{8}\.js)(?:\?[^:\s]*)?(:\d{1,7}:\d{1,7})\)?$/;

const ANOTHER_BROWSER = 'Another browser';
const ANOTHER_SYSTEM = 'another system';

/** The name and version of a browser, and its system, such as 'Safari 26 on iOS'. */
export const BROWSER = new RegExp(
  `^(?:(?:${namesOf(BROWSERS)}) \\d{1,4}|${ANOTHER_BROWSER}) on (?:${namesOf(SYSTEMS)}|${ANOTHER_SYSTEM})$`,
);

function namesOf(list: readonly (readonly [name: string, pattern: RegExp])[]): string {
  return list.map(([name]) => name).join('|');
}

/**
 * Makes the report of a thrown value.
 *
 * @param userAgent the browser's `navigator.userAgent`
 * @returns undefined if the value has no stack with a place in our code, as with errors of browser extensions
 */
export function browserErrorOf(thrown: unknown, userAgent: string): BrowserError | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { name, message, stack } = thrown as Record<string, unknown>;
  const places = placesOf(text(stack), text(message));
  if (places.length === 0) return undefined;
  return {
    type: ERROR_TYPES.find((type) => type === name) ?? OTHER,
    message: knownMessage(text(message)),
    places,
    browser: browserText(userAgent),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function knownMessage(message: string): string {
  const [ofReact] = REACT.exec(message) ?? [];
  return ofReact ?? KNOWN_MESSAGES.find((known) => message.includes(known)) ?? '';
}

/** The innermost places in our code. Chrome's stack begins with the message, which must not be read as a frame. */
function placesOf(stack: string, message: string): string[] {
  const frames = message === '' ? stack : stack.replace(message, '');
  return frames
    .split('\n')
    .map((line) => FRAME.exec(line))
    .filter((found) => found !== null)
    .map(([, file, position]) => `${file}${position}`)
    .slice(0, MAX_PLACES);
}

/** A text that matches `BROWSER`. */
export function browserText(userAgent: string): string {
  const { name, version, system = ANOTHER_SYSTEM } = browserOf(userAgent);
  return `${name ? `${name} ${version}` : ANOTHER_BROWSER} on ${system}`;
}
