import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * The exact text of the style elements that React Aria inserts (`usePress`, `usePreventScroll`). If a new
 * version changes them, the browser tests fail and print the console's CSP error.
 */
const REACT_ARIA_STYLES = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
];

/** Adds the security headers to every response: the browser loads content only from this origin. */
export function secureHeaders(app: FastifyInstance, publicUrl: string): void {
  // Built once: Fastify's own plugin computes the policy again for each request.
  const setHeaders = helmet(policy(publicUrl));
  app.addHook('onRequest', (request, reply, next) =>
    setHeaders(request.raw, reply.raw, () => next()),
  );
}

function policy(publicUrl: string): HelmetOptions {
  const secure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...REACT_ARIA_STYLES.map(sourceOf)],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure && { maxAge: 63_072_000, includeSubDomains: false },
    // A provider's sign-in page opens in a popup, and the app must notice when it is closed.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  };
}

/** The CSP source that allows an inline element by the hash of its content. */
function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
