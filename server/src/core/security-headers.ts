import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const contentPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  upgradeInsecureRequests: null,
};

/** What Helmet says of every answer. It is always the same, so it is asked once and not at each request. */
export function securityHeaders(): Record<string, string> {
  const said: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      said[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const tell = helmet({
    contentSecurityPolicy: { directives: contentPolicy },
    strictTransportSecurity: false,
  });
  tell({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return said;
}
