import { readConfig } from './config.ts';
import { run } from './run.ts';

run(async () => readConfig(process.env));
