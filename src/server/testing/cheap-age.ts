import { vi } from 'vitest';

/**
 * A backup that a test writes in its own process derives its key in a millisecond, not in a second. A process that a
 * test starts, such as `npm run backup`, derives it as in use.
 */
vi.mock('age-encryption', async (original) => {
  const age = await original<typeof import('age-encryption')>();
  return {
    ...age,
    Encrypter: class extends age.Encrypter {
      constructor() {
        super();
        this.setScryptWorkFactor(8);
      }
    },
  };
});
