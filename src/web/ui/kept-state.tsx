import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

/** State values by key, with listeners. */
class States {
  readonly #states = new Map<string, unknown>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get<State>(key: string, initial: State): State {
    return this.#states.has(key) ? (this.#states.get(key) as State) : initial;
  }

  set(key: string, state: unknown): void {
    this.#states.set(key, state);
    for (const listener of this.#listeners) listener();
  }
}

const Kept = createContext(new States());

/** Stores the state of the components inside while they are unmounted and mounted again. */
export function KeepStates({ children }: { readonly children: ReactNode }) {
  const [kept] = useState(() => new States());
  return <Kept value={kept}>{children}</Kept>;
}

/**
 * Like `useState`, but the state survives an unmount, for example while another tab is selected. Changes in
 * the meantime, such as an answer that arrives, are kept too.
 */
export function useKeptState<State>(
  key: string,
  initial: State,
): [State, (change: (before: State) => State) => void] {
  const kept = useContext(Kept);
  const [first] = useState(initial);
  const state = useSyncExternalStore(kept.subscribe, () => kept.get(key, first));
  return [state, (change) => kept.set(key, change(kept.get(key, first)))];
}
