import { execFile } from 'node:child_process';

const PATIENCE_MS = 2000;

/** Whether the system says that its clock follows a time server. False on systems without systemd. */
export function isSynchronized(): Promise<boolean> {
  const asked = ['show', '--property=NTPSynchronized', '--value'];
  return new Promise((resolve) => {
    execFile('timedatectl', asked, { timeout: PATIENCE_MS }, (error, output) => {
      resolve(!error && output.trim() === 'yes');
    });
  });
}
