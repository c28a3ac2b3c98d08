import { examine } from '../src/server/doctor.ts';
import { runCommand } from './command.ts';

/** Says what is wrong with a running installation, one line each. Exits with 1 if something is wrong. */
await runCommand('npm run doctor', async (config) => {
  const findings = await examine(config);
  if (findings.some(({ isWrong }) => isWrong)) process.exitCode = 1;
  return findings
    .map(({ what, isWrong, line }) => `${isWrong ? 'WRONG' : 'ok   '}  ${what}: ${line}`)
    .join('\n');
});
