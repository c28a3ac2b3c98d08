import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { tell } from './figures.ts';

it('a walk through all screens with scripts in every text', async (context) => {
  const walk = spawn(
    process.execPath,
    ['node_modules/playwright/cli.js', 'test', '--reporter=line', 'e2e/scripts.spec.ts'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(walk, 'close');
  tell(context, code === 0 ? 'none ran in Chromium, on a phone and a desk' : 'the walk failed');
  expect(code).toBe(0);
});
