import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Settings } from '../settings.ts';

/** What a browser may load and run: only what this server sends, and the tiles of maps. */
export const securityHeaders = ({ mapTiles }: Pick<Settings, 'mapTiles'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(mapTiles ? [mapTiles.source] : [])],
      connectSrc: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  // A shop may run without TLS inside its own network.
  strictTransportSecurity: false,
});
