import { type FastifyHelmetOptions, fastifyHelmet as helmet } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.ts';

/** Sends security headers with every response. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { mapTiles, publicUrl }: Pick<Settings, 'mapTiles' | 'publicUrl'>,
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy);
    done();
  });
  await app.register(helmet, {
    // Browsers may load and run only content from this server, and map tiles.
    contentSecurityPolicy: {
      directives: {
        ...sameOriginDirectives,
        // The app's page adds a nonce that is new for each response.
        styleSrc: ["'self'"],
        styleSrcAttr: ["'none'"],
        imgSrc: [...sameOriginDirectives.imgSrc, ...(mapTiles ? [mapTiles.source] : [])],
      },
    },
    // Stores may run without TLS inside their own network.
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: 365 * 86_400,
      includeSubDomains: true,
    },
  });
}

const sameOriginDirectives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  upgradeInsecureRequests: null,
};

/** The policy of a page, with a nonce for its style elements. */
export const allowingStyles = (policy: string, nonce: string): string =>
  policy.replace(/style-src 'self'/, `$& 'nonce-${nonce}'`);

/** The policy of a page with a form that leads to other servers. */
export const allowingForms = (policy: string, sources: readonly string[]): string =>
  policy.replace(/form-action 'self'/, `$& ${sources.join(' ')}`);

/** The policy for a page without private data whose third-party code writes inline styles. */
export const withInlineStyles: FastifyHelmetOptions = {
  contentSecurityPolicy: { directives: { ...sameOriginDirectives, styleSrc: ["'self'", "'unsafe-inline'"] } },
};

/** The camera scans barcodes, and the user's position can fill in an address. */
const permissionsPolicy = [
  'camera=(self)',
  'geolocation=(self)',
  ...['microphone', 'payment', 'usb', 'serial', 'display-capture'].map((name) => `${name}=()`),
].join(', ');
