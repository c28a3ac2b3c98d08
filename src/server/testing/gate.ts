import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers';

/** A port that leads to another, and can be made slow, or shut. */
export interface Gate {
  readonly port: number;
  /** How much later everything arrives on either side, in milliseconds. */
  delayMs: number;
  /** Ends all connections, and takes no new ones until `close` or a new gate. */
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
