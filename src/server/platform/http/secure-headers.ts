import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * The style elements that React Aria adds by itself, to the letter (`usePress`, `usePreventScroll`). A browser test
 * fails on the console's complaint where a new version writes others.
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

/** Sends the security headers with every answer: everything from ourselves, nothing from anywhere else. */
export function secureHeaders(app: FastifyInstance, publicUrl: string): void {
  // Built once: Fastify's own plugin for it reads the policy anew at each request.
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
    // A provider's sign-in page opens in a window of its own, and we are told when it is closed.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  };
}

/** What allows one inline element by what it holds. */
function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
