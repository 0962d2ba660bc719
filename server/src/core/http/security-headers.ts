import type { FastifyHelmetOptions } from '@fastify/helmet';

/** What a browser may load and run: only what this server sends. */
export const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  // A shop may run without TLS inside its own network.
  strictTransportSecurity: false,
};
