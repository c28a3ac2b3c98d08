/** What whoever runs the app can mend: the message, a line or two, tells them what it is and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
