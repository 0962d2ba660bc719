import { type FastifyHelmetOptions, fastifyHelmet as helmet } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.ts';

/** Says with every answer what a browser may do with it. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { mapTiles, publicUrl }: Pick<Settings, 'mapTiles' | 'publicUrl'>,
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy);
    done();
  });
  await app.register(helmet, {
    // Only what this server sends may be loaded and run, and the tiles of maps.
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
}

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
const permissionsPolicy = [
  'camera=(self)',
  'geolocation=(self)',
  ...['microphone', 'payment', 'usb', 'serial', 'bluetooth', 'display-capture'].map((name) => `${name}=()`),
].join(', ');
