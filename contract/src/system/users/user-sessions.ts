import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { noData, routes } from '../../core/route.ts';
import { SignedInUser } from '../auth/signed-in.ts';
import { Session } from '../profile.ts';

/** The sessions of other users, for administrators. */
export const userSessionRoutes = routes('users', {
  list: {
    method: 'GET',
    path: '/user/sessions/{id}',
    permission: 'user_view',
    confirms: 'access',
    adminsOnly: true,
    summary: "Lists a user's active sessions, most recently used first",
    data: z.array(Session),
    reads: true,
  },
  end: {
    method: 'POST',
    path: '/user/end-session/{id}/{sessionId}',
    permission: 'user_edit',
    confirms: 'access',
    when: 'always',
    adminsOnly: true,
    summary: 'Signs a user out of one session',
    data: z.object({ _id: Id }),
    message: 'Session signed out',
    problems: ['not-allowed', 'reauth-required'],
    changes: ['users'],
  },
  endAll: {
    method: 'POST',
    path: '/user/end-sessions/{id}',
    permission: 'user_edit',
    confirms: 'access',
    when: 'always',
    adminsOnly: true,
    summary: 'Signs a user out everywhere',
    data: z.object({ ended: z.int() }),
    message: 'Signed out everywhere',
    problems: ['not-allowed', 'reauth-required'],
    changes: ['users'],
  },
  viewAs: {
    method: 'POST',
    path: '/user/view-as/{id}',
    permission: 'user_view',
    confirms: 'access',
    when: 'always',
    adminsOnly: true,
    summary: 'Opens a read-only session that shows Aisle as this user sees it, for one hour at most',
    data: z.object({
      'admin-token': z.string(),
      _id: Id,
      userRole: z.array(z.string()),
      user: SignedInUser,
    }),
    problems: ['not-allowed', 'reauth-required', 'users.not-yourself'],
  },
  endViewAs: {
    method: 'POST',
    path: '/user/end-view-as',
    permission: 'signedIn',
    confirms: 'access',
    whenViewing: true,
    summary: 'Ends a session that views Aisle as someone else',
    data: noData,
  },
});
