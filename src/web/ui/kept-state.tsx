import { createContext, type ReactNode, useContext, useState } from 'react';

const Kept = createContext<Map<string, unknown>>(new Map());

/** Keeps the states of what is shown inside while it comes and goes. */
export function KeepStates({ children }: { readonly children: ReactNode }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <Kept value={kept}>{children}</Kept>;
}

/** Like `useState`, but still there when a component comes back, as when someone visits another tab. */
export function useKeptState<State>(
  key: string,
  initial: State,
): [State, (change: (before: State) => State) => void] {
  const kept = useContext(Kept);
  const [state, setState] = useState(() => (kept.has(key) ? (kept.get(key) as State) : initial));
  function change(next: (before: State) => State) {
    setState((before) => {
      const after = next(before);
      kept.set(key, after);
      return after;
    });
  }
  return [state, change];
}
