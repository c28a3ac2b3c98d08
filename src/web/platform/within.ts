/** Waits for work, at most `timeout` (ms). @returns the result of the work; undefined if it takes longer */
export async function within<Result>(
  work: Promise<Result>,
  timeout: number,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
