import { z } from 'zod';
import { Email, Id, Instant, optionalPhone, requiredText, Version } from '../core/fields.ts';
import { routes } from '../core/route.ts';
import { PreferenceChanges, Preferences } from './preferences.ts';
import { User } from './users/users.ts';

/** Fields of their own account that users can change. Only administrators change type, roles and locations. */
export const ProfileInput = z.strictObject({
  firstName: requiredText('First name', 60),
  lastName: requiredText('Last name', 60),
  email: Email,
  phone: optionalPhone,
});
export const ProfileEdit = ProfileInput.partial().extend({ version: Version });
export type ProfileEdit = z.infer<typeof ProfileEdit>;

export const Session = z.object({
  _id: Id,
  /** The user agent of the browser. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  /** True for the session of this request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const profileRoutes = routes('profile', {
  get: {
    method: 'GET',
    path: '/profile/get',
    permission: 'signedIn',
    summary: 'Shows your own profile',
    data: User,
    reads: true,
  },
  edit: {
    method: 'PUT',
    path: '/profile/edit',
    permission: 'signedIn',
    confirms: 'access',
    when: 'if it changes the email',
    summary: 'Changes your own name, email and phone. A new email is confirmed by a link sent to it',
    body: ProfileEdit,
    data: User,
    message: 'Profile saved',
    problems: ['duplicate', 'version-stale', 'reauth-required'],
    changes: ['profile', 'users', 'auth'],
  },
  sessions: {
    method: 'GET',
    path: '/profile/sessions',
    permission: 'signedIn',
    summary: 'Lists your active sessions, most recently used first',
    data: z.array(Session),
    reads: true,
  },
  endSession: {
    method: 'POST',
    path: '/profile/end-session/{id}',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    summary: 'Signs out one of your sessions',
    data: z.object({ _id: Id }),
    message: 'Session signed out',
    problems: ['reauth-required'],
    changes: ['profile'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/profile/end-other-sessions',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    summary: 'Signs out all your sessions except this one',
    data: z.object({ ended: z.int() }),
    message: 'Signed out everywhere else',
    problems: ['reauth-required'],
    changes: ['profile'],
  },
  preferences: {
    method: 'GET',
    path: '/profile/preferences',
    permission: 'signedIn',
    summary: 'Shows your preferences: theme, menu, landing page, lists and more',
    data: Preferences,
    reads: true,
  },
  keepPreferences: {
    method: 'PUT',
    path: '/profile/preferences',
    permission: 'signedIn',
    summary: 'Changes the preferences you send and keeps the others; null resets one',
    body: PreferenceChanges,
    data: Preferences,
    changes: ['profile'],
  },
});
