import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** What waits for its turn, in order. The first one is being drawn. */
const waitingDraws: (() => void)[] = [];

/** Asks for a turn, in which `draw` is called. @returns a function that ends the turn */
function takeTurn(draw: () => void): () => void {
  waitingDraws.push(draw);
  if (waitingDraws.length === 1) whenIdle(draw);
  return () => {
    const [current] = waitingDraws;
    waitingDraws.splice(waitingDraws.indexOf(draw), 1);
    const [next] = waitingDraws;
    if (next && next !== current) whenIdle(next);
  };
}

/**
 * Lets slow drawings wait until the browser is idle, and take turns, so that a slow phone can react to a finger between
 * them.
 *
 * @returns whether the caller may draw
 */
export function useTurn(): boolean {
  const [mayDraw, setMayDraw] = useState(false);
  useEffect(() => {
    if (mayDraw) return;
    // The turn ends when the caller has drawn.
    return takeTurn(() => startTransition(() => setMayDraw(true)));
  }, [mayDraw]);
  return mayDraw;
}
