/**
 * A browser engine that drives the app with real presses and keys. A function that runs in the page must not
 * refer to anything outside itself.
 */
export interface Engine {
  readonly open: (url: string) => Promise<void>;
  readonly read: <Input, Value>(inPage: (input: Input) => Value, input: Input) => Promise<Value>;
  /** Resolves to undefined if the function returns no element. */
  readonly find: <Input>(
    inPage: (input: Input) => Element | undefined,
    input: Input,
  ) => Promise<Control | undefined>;
  readonly quit: () => Promise<void>;
}

export interface Control {
  readonly press: () => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

/** Starts an engine. Resolves to undefined if it is not installed. */
export type Start = () => Promise<Engine | undefined>;
