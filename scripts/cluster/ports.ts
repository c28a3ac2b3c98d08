import { once } from 'node:events';
import { createServer } from 'node:net';
import { Refusal } from '../../src/server/platform/refusal.ts';

interface Port {
  readonly address: string;
  readonly port: number;
  /** What to do if another program uses it. */
  readonly advice: string;
}

/** Refuses if a program cannot listen on one of these ports. */
export async function refuseTaken(ports: readonly Port[]): Promise<void> {
  for (const { address, port, advice } of ports) {
    const server = createServer();
    try {
      await once(server.listen(port, address), 'listening');
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      const reason = isTaken ? 'is in use' : `cannot be used (${error})`;
      throw new Refusal(`Port ${port} of ${address} ${reason}: ${advice}`);
    } finally {
      server.close();
    }
  }
}
