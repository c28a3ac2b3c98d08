import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Large type and a large button, in the app's colours. The page loads nothing, so it has its own style. */
const STYLE = `:root { color-scheme: light dark }
body { max-width: 560px; margin: 0 auto; padding: 24px; font: 20px/1.5 Verdana, Arial, sans-serif }
button { width: 100%; min-height: 88px; padding: 8px 24px; border: 0; border-radius: 20px;
  background: #0b4a57; color: #ffffff; font: inherit; font-weight: bold }
button:focus-visible { outline: 4px solid #a973f2; outline-offset: 2px }`;
/** Allows this style and a press on the button, and nothing else. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Sends a page without scripts, for what the web app cannot show.
 *
 * @param content HTML; the caller escapes what it did not write
 */
export function barePage(
  reply: FastifyReply,
  status: number,
  { heading, content }: { readonly heading: string; readonly content: string },
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .send(
      `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>${STYLE}</style></head>
<body><h1>${heading}</h1>
${content}
</body>
</html>
`,
    );
}
