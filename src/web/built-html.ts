/**
 * Divides rendered HTML into the page's title, which React writes first, and the rest.
 *
 * @throws Error if the HTML does not begin with the title
 */
export function splitTitle(whole: string): { title: string; html: string } {
  const [, title, html] = /^<title>(.*?)<\/title>(.*)$/s.exec(whole) ?? [];
  if (title === undefined || html === undefined) throw new Error('The HTML begins with no title');
  return { title, html };
}
