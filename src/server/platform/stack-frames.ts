/** An error's stack without its message, which may quote a user's text. */
export function stackFrames({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.join('\n');
}
