import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers';

/** A TCP proxy that can delay its traffic or close. */
export interface Gate {
  readonly port: number;
  /** The delay of all data in both directions (ms). */
  delayMs: number;
  /** Closes all connections and accepts no others. */
  readonly close: () => void;
}

export async function openGate(port: number, target: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (gate.delayMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), gate.delayMs);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket);
    pass(near, far);
    pass(far, near);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const gate: Gate = {
    port: typeof address === 'object' && address ? address.port : port,
    delayMs: 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return gate;
}
