import { cpus, totalmem } from 'node:os';

const GIB = 2 ** 30;

/** What the figures were taken on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
}

export function thisMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / GIB),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}
