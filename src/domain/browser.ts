/** Reads the name, version and system of a browser from its user agent. */

/** Other browsers also name Chrome and Safari, so these two are last. */
export const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4}).*\bSafari\//],
] as const;

export const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

type Known<List extends readonly (readonly [string, RegExp])[]> = List[number][0];

interface Browser {
  /** Undefined for a browser that is not in the list. */
  readonly name: Known<typeof BROWSERS> | undefined;
  /** The first number of its version, in digits; undefined without a name. */
  readonly version: string | undefined;
  readonly system: Known<typeof SYSTEMS> | undefined;
}

export function browserOf(userAgent: string): Browser {
  const found = BROWSERS.map(([name, pattern]) => [name, pattern.exec(userAgent)?.[1]] as const);
  const [name, version] = found.find(([, number]) => number !== undefined) ?? [];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { name, version, system };
}

/** The name of a browser in lists and letters, such as 'Chrome on Android'. It consists of words of this file only. */
export function browserName(userAgent: string): string {
  const { name, system } = browserOf(userAgent);
  const place = system === 'iOS' ? 'iPhone or iPad' : system;
  // The user agent of an app on the Home Screen names no browser.
  return [name, place].filter(Boolean).join(' on ') || 'A browser';
}
