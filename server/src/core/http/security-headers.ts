import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Settings } from '../settings.ts';

/** What a browser may load and run: only what this server sends, and the tiles of maps. */
export const securityHeaders = ({
  mapTiles,
  publicUrl,
}: Pick<Settings, 'mapTiles' | 'publicUrl'>): FastifyHelmetOptions => ({
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
  strictTransportSecurity: publicUrl.startsWith('https:') && {
    maxAge: 365 * 86_400,
    includeSubDomains: true,
  },
});

/** Cameras scan barcodes, and an address may be found by where somebody is. */
export const permissionsPolicy = [
  'camera=(self)',
  'geolocation=(self)',
  ...['microphone', 'payment', 'usb', 'serial', 'bluetooth', 'display-capture'].map((name) => `${name}=()`),
].join(', ');
