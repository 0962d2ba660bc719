import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Settings } from '../../settings.ts';

/** What a browser may load and run: only what this server sends, and the tiles of maps. */
export const securityHeaders = ({
  mapTiles,
  publicUrl,
}: Pick<Settings, 'mapTiles' | 'publicUrl'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    directives: {
      ...ownOnly,
      // The page of the app adds a nonce, which is new each time.
      styleSrc: ["'self'"],
      styleSrcAttr: ["'none'"],
      imgSrc: [...ownOnly.imgSrc, ...(mapTiles ? [mapTiles.source] : [])],
    },
  },
  // A shop may run without TLS inside its own network.
  strictTransportSecurity: publicUrl.startsWith('https:') && {
    maxAge: 365 * 86_400,
    includeSubDomains: true,
  },
});

const ownOnly = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  upgradeInsecureRequests: null,
};

/** The same policy, for a page whose style elements have this nonce. */
export const allowingStyles = (policy: string, nonce: string): string =>
  policy.replace(/style-src 'self'/, `$& 'nonce-${nonce}'`);

/** For a page that shows nothing of anyone, and whose code, from elsewhere, writes inline styles. */
export const withInlineStyles: FastifyHelmetOptions = {
  contentSecurityPolicy: { directives: { ...ownOnly, styleSrc: ["'self'", "'unsafe-inline'"] } },
};

/** Cameras scan barcodes, and an address may be found by where somebody is. */
export const permissionsPolicy = [
  'camera=(self)',
  'geolocation=(self)',
  ...['microphone', 'payment', 'usb', 'serial', 'bluetooth', 'display-capture'].map((name) => `${name}=()`),
].join(', ');
