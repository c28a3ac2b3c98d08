/**
 * The part of the long runs that is asked for with `PROOF_SHARE`, above 0 and at most 1; the whole of them without.
 *
 * @throws where it is no such number
 */
export function askedShare(): number {
  const text = process.env.PROOF_SHARE ?? '1';
  const share = Number(text);
  if (!(share > 0 && share <= 1)) {
    throw new Error(`PROOF_SHARE must be a number above 0 and at most 1, and is ${text}.`);
  }
  return share;
}
