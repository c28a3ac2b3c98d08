import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the browser tests. It prefers a headless shell (Chromium without windows), with which the tests
 * take two thirds of the time: Playwright's own if it is downloaded, otherwise one in the PATH.
 * @returns {{ executablePath?: string, isHeadlessShell: boolean } | undefined} without `executablePath`, Playwright finds it
 *   by itself; undefined if there is no Chromium
 */
export function findBrowser() {
  const own = chromium.executablePath();
  const ownShell = own.replace(/chromium-(\d+).*/s, 'chromium_headless_shell-$1');
  if (ownShell !== own && existsSync(ownShell)) return { isHeadlessShell: true };
  const shell = inPath('chromium-headless-shell');
  if (shell) return { executablePath: shell, isHeadlessShell: true };
  const whole = findWholeBrowser();
  return whole ? { executablePath: whole, isHeadlessShell: false } : undefined;
}

/** Finds a whole Chromium. Tests of notifications need it, because a headless shell never allows them. */
export function findWholeBrowser() {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  return inPath('chromium') ?? inPath('chromium-browser') ?? inPath('google-chrome');
}

/**
 * The options to launch Chromium.
 * @param {readonly string[]} [args] of Chromium
 * @param {{ isWhole?: boolean }} [options]
 */
export function launchOptions(args = [], { isWhole = false } = {}) {
  const executablePath = isWhole ? findWholeBrowser() : findBrowser()?.executablePath;
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...args,
      // Otherwise Chromium emulates a GPU where there is none, in a process that can fail.
      '--disable-gpu',
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}

/**
 * The path of a command; undefined if it is not installed.
 * @param {string} command
 */
export function inPath(command) {
  try {
    return execFileSync('which', [command], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    // `which` fails if there is no such command.
    return undefined;
  }
}
