import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

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
        // React Aria sets a few style elements of its own; styles cannot run code.
        styleSrc: ["'self'", "'unsafe-inline'"],
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
