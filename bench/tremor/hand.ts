import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

/**
 * A hand that shakes, on a real touch screen's events: it lands beside its aim, swings about while it
 * touches, rests too long at times, and touches twice at others. All chance comes from a seed.
 */
export type Hand = ReturnType<typeof makeHand>;

type Point = Readonly<Record<'x' | 'y', number>>;

/** Hertz of the oscillation during a contact, and how its length spreads about the median. */
const TREMOR_HZ = [4, 7] as const;
const CONTACT_MEDIAN_MS = 180;
const CONTACT_SPREAD = 0.25;
const LONG_CONTACT_MS = [700, 1200] as const;
const LONG_SHARE = 0.1;
const REPEAT_SHARE = 0.15;
const REPEAT_AFTER_MS = [60, 180] as const;
/** How often a finger's place is reported: as on an old phone. */
const SAMPLE_MS = 25;

/** @param sigma CSS px: of the landing error on each axis, and of the oscillation from peak to peak */
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
    /** Touches where it aims, as well as it can. */
    async press(aim: Point): Promise<void> {
      presses += 1;
      await contact(aim);
      if (random() >= REPEAT_SHARE) return;
      await setTimeout(between(REPEAT_AFTER_MS));
      await contact(aim);
    },
    /** Moves upwards as one does to scroll. */
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
    /** How often it has meant to press. */
    presses: () => presses,
  };
}

/** Mulberry32: small, and good enough for a hand. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
