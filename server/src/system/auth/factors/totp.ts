import { Secret, TOTP } from 'otpauth';

/** Parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const rules = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Phone clocks differ, so the codes just before and just after count too. */
const window = 1;

/** A new secret in Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...rules, issuer, label, secret }).toString();

/** Returns the time step of a code, or undefined for a wrong code. */
export function totpStep(secret: string, code: string, at: number = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = new TOTP({ ...rules, secret }).validate({ token, timestamp: at, window });
  return delta === null ? undefined : Math.floor(at / 1000 / rules.period) + delta;
}

/** Renders a text as a QR code: an SVG in a data URI. */
export async function qrCodeOf(text: string): Promise<string> {
  const { toSVG } = await import('bwip-js/generic');
  const svg = toSVG({ bcid: 'qrcode', text, padding: 8, backgroundcolor: 'FFFFFF' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
