import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the browser tests. A headless shell, which is Chromium without windows, takes two
 * thirds of a whole Chromium's time: Playwright's own if it is downloaded, otherwise one in the PATH.
 * @returns {{ executablePath?: string, isHeadlessShell: boolean } | undefined} without a path, it is the one
 *   that Playwright launches by itself
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

/** Finds a whole Chromium: a headless shell never allows notifications. */
export function findWholeBrowser() {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  return inPath('chromium') ?? inPath('chromium-browser') ?? inPath('google-chrome');
}

/**
 * How to launch it.
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
