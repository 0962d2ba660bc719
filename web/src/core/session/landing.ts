import type { PlainPath } from '../pages/screens.ts';
import { getPreferences } from '../preferences/user-preferences.ts';
import { getSession, type Session } from './session.ts';

/** The available landing pages, in the order of the menu. */
export const landings = [
  '/dashboard',
  '/orders',
  '/orders/queue',
  '/orders/dispatch',
  '/orders/returns',
  '/products',
  '/products/variants',
  '/inventory',
  '/expiry',
  '/prices',
  '/locations',
  '/vendors',
  '/customers',
  '/driver',
  '/payments',
] as const satisfies PlainPath[];

/** Users who work on orders and can't see business metrics start at the queue. */
export const defaultLanding = ({ user, permissions }: Pick<Session, 'user' | 'permissions'>): string =>
  user.userType === 'store' && permissions.has('order_edit') && !permissions.has('location_report')
    ? '/orders/queue'
    : '/dashboard';

/** The path of the screen to open after signing in. */
export function landingPath(): string {
  const session = getSession();
  return getPreferences().landing ?? (session ? defaultLanding(session) : '/dashboard');
}

let returnAddress: string | undefined;
/** Sets the address where the user continues after signing in. */
export const returnTo = (address: string | undefined): void => {
  returnAddress = address;
};
export function takeReturnAddress(): string | undefined {
  const address = returnAddress;
  returnAddress = undefined;
  return address;
}
