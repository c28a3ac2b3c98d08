const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter of English dates, created once for each set of options: creating one takes longer than hundreds of uses. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', options);
  formats.set(key, format);
  return format;
}
