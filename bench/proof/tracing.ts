import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** strace on a process that runs, which it leaves running; undefined where strace may not do that here. */
export async function trace(
  pid: number,
  options: readonly string[],
): Promise<{ readonly stop: () => Promise<void> } | undefined> {
  const child: ChildProcess = spawn('strace', ['-f', ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const attached = await new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (text: Buffer) => {
      if (text.includes('attached')) resolve(true);
    });
    child.on('error', () => resolve(false));
    child.on('exit', () => resolve(false));
  });
  if (!attached) return undefined;
  return {
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
