/** An error that the operator can fix; its message says in a line or two what is wrong and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
