import { Fragment } from 'react';

/** Text in which a line may break after a slash, but not between a number and its unit, and not in '(4 to 31)'. */
export function Breakable({ text }: { readonly text: string }) {
  const [first, ...others] = text
    .replace(NUMBER_AND_UNIT, '$1\u00a0')
    .replace(RANGE, (range) => range.replaceAll(' ', '\u00a0'))
    .split('/');
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <Fragment key={index}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** The space in '100 mg', '8:10 AM' and '17 %'. */
const NUMBER_AND_UNIT = /(\d) (?=(?:mg|mcg|g|ml|AM|PM)\b|%)/g;

const RANGE = /\(\S+ to \S+\)/g;
