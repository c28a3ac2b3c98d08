/** Divides rendered HTML into the page's title, which React writes first, and the rest. */
export function splitTitle(whole: string): { title: string; html: string } {
  const [, title = '', html = ''] = /^<title>(.*?)<\/title>(.*)$/s.exec(whole) ?? [];
  return { title, html };
}
