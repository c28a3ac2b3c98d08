import { startProcess, type WorkerProcess } from '../platform/workers/worker-process.ts';

/** Idle worker processes, which the test apps of a Vitest worker leave to each other. */
const idle: WorkerProcess[] = [];

/**
 * Takes a worker process that an earlier test app has left, or starts one, which takes a third of a second. Its `end`
 * leaves it to the next test app. It ends with the Vitest worker.
 */
export function takeProcess(memoryMb: number): WorkerProcess {
  const left = idle.splice(0).filter((worker) => worker.isUsable());
  const worker = left.pop() ?? startProcess(memoryMb);
  idle.push(...left);
  return { ...worker, end: async () => void idle.push(worker) };
}
