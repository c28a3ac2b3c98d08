/** '1 day', '3 days', '1,095 rows'. @param many the word for several, if it is not `one` with an 's' */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
