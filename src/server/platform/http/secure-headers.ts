import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Adds the security headers to every response: the browser loads content only from this origin. */
export function secureHeaders(app: FastifyInstance, publicUrl: string): void {
  // Built once here, because Fastify's own plugin computes the policy again for each request.
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
        styleSrc: ["'self'"],
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
