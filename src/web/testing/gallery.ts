import { expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { openApp, PHONE } from './app.tsx';
import { arePicturesWanted, takePictures } from './pictures.ts';
import type { Answers, FakeServer } from './server.ts';

/** A state of a screen, and how to reach it. */
export interface State {
  readonly name: string;
  readonly path: string;
  /** A function may set the time before the page is opened. */
  readonly answers: Answers | (() => Answers);
  /** Brings the opened page to the state and waits for it. */
  readonly reach: (server: FakeServer) => Promise<unknown>;
  /** Whether it is also checked in the dark and at every width. At least one state of each style sheet is. */
  readonly isThorough?: boolean;
}

/**
 * Visits every state once. Expects that `axe` finds nothing and that, from 320 to 1280 px, everything fits and is large
 * enough and far enough apart. The first state is checked thoroughly; `contrast.test.ts` computes the contrast of all
 * colours. If pictures are wanted, takes pictures instead of making the checks.
 */
export function visitAll(states: readonly State[]): void {
  it.each(states.map((state, index) => ({ isThorough: index === 0, ...state })))(
    '$name',
    async ({ name, path, answers, reach, isThorough }) => {
      // The window is resized some time after the page has loaded.
      await expect.poll(() => [innerWidth, innerHeight]).toEqual([PHONE.width, PHONE.height]);
      await reach(openApp(path, typeof answers === 'function' ? answers() : answers));
      if (arePicturesWanted) await takePictures(name);
      else await expectAccessible({ isThorough });
    },
  );
}
