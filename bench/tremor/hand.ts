import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

/**
 * A simulated hand with tremor that sends real touch events. It misses its aim, oscillates during a contact,
 * sometimes rests too long and sometimes touches twice. All randomness comes from a seed.
 */
export type Hand = ReturnType<typeof makeHand>;

type Point = Readonly<Record<'x' | 'y', number>>;

/** The range of the oscillation's frequency during a contact (Hz). */
const TREMOR_HZ = [4, 7] as const;
const CONTACT_MEDIAN_MS = 180;
/** The standard deviation of the logarithm of a contact's length. */
const CONTACT_SPREAD = 0.25;
const LONG_CONTACT_MS = [700, 1200] as const;
const LONG_SHARE = 0.1;
const REPEAT_SHARE = 0.15;
const REPEAT_AFTER_MS = [60, 180] as const;
/** The interval at which the finger's position is reported, as on an old phone (ms). */
const SAMPLE_MS = 25;

/**
 * @param sigma the standard deviation of the landing error on each axis, and the oscillation from peak to
 * peak (CSS px)
 */
export function makeHand(session: CDPSession, sigma: number, random: () => number) {
  let presses = 0;

  const between = ([low, high]: readonly [number, number]) => low + (high - low) * random();
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  }

  async function contact(aim: Point): Promise<void> {
    const landed = { x: aim.x + sigma * normal(), y: aim.y + sigma * normal() };
    const isLong = random() < LONG_SHARE;
    const usual = () => CONTACT_MEDIAN_MS * Math.exp(CONTACT_SPREAD * normal());
    const length = isLong ? between(LONG_CONTACT_MS) : usual();
    const frequency = between(TREMOR_HZ);
    const phase = 2 * Math.PI * random();
    const direction = 2 * Math.PI * random();
    const swing = (ms: number) => {
      const by = (sigma / 2) * Math.sin(phase + (2 * Math.PI * frequency * ms) / 1000);
      return { x: landed.x + by * Math.cos(direction), y: landed.y + by * Math.sin(direction) };
    };
    const began = performance.now();
    await touch('touchStart', swing(0));
    for (;;) {
      await setTimeout(SAMPLE_MS);
      const ms = performance.now() - began;
      if (ms >= length) break;
      await touch('touchMove', swing(ms));
    }
    await touch('touchEnd');
  }

  return {
    /** Presses once near the aim; sometimes a second, unintended contact follows. */
    async press(aim: Point): Promise<void> {
      presses += 1;
      await contact(aim);
      if (random() >= REPEAT_SHARE) return;
      await setTimeout(between(REPEAT_AFTER_MS));
      await contact(aim);
    },
    /** Moves the finger upwards by `distance` CSS px, as for scrolling. */
    async scroll(from: Point, distance: number): Promise<void> {
      const start = { x: from.x + sigma * normal(), y: from.y + sigma * normal() };
      await touch('touchStart', start);
      const steps = 12;
      for (let step = 1; step <= steps; step += 1) {
        await setTimeout(SAMPLE_MS);
        const wobble = (sigma / 2) * Math.sin(step);
        const y = start.y - (distance * step) / steps;
        await touch('touchMove', { x: start.x + wobble, y });
      }
      await touch('touchEnd');
    },
    /** The number of intended presses so far. */
    presses: () => presses,
  };
}

/** The random generator mulberry32: small, and good enough for a simulated hand. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
