import { getPreferences } from '../preferences/user-preferences.ts';
import { getSession, type Session } from './session.ts';

/** People who work on orders and don't see the figures of the business start where their work is. */
export const defaultLanding = ({ user, permissions }: Pick<Session, 'user' | 'permissions'>): string =>
  user.userType === 'store' && permissions.has('order_edit') && !permissions.has('location_report')
    ? '/orders/queue'
    : '/dashboard';

/** The path of the screen that opens after signing in. */
export function landingPath(): string {
  const session = getSession();
  return getPreferences().landing ?? (session ? defaultLanding(session) : '/dashboard');
}
