import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { handOver } from './first.ts';

it('hides a press from an app that listens already, and repeats it once', async () => {
  const press = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    <button type="button" onClick={press}>
      Sign up with Google
    </button>,
  );
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull());
  place.querySelector('button')?.click();
  expect(press).not.toHaveBeenCalled();
  handOver();
  expect(press).toHaveBeenCalledOnce();
  place.querySelector('button')?.click();
  expect(press).toHaveBeenCalledTimes(2);
});
