import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { noData, routes } from '../../core/route.ts';
import { UserType } from '../users/users.ts';

export const SignedInUser = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userType: UserType,
  /** The locations that a store user is limited to; empty for all other users. */
  locations: z.array(z.object({ _id: Id, name: z.string(), timeZone: z.string() })),
  /** Set if this session can only set up a second factor. */
  mustSetUpFactor: z.literal(true).optional(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

/** Apart from the other routes of signing in, because the shell of every screen needs only these. */
export const signedInRoutes = routes('auth', {
  check: {
    method: 'GET',
    path: '/auth/check',
    permission: 'signedIn',
    duringSetup: true,
    summary: 'Shows the signed-in user, their permissions and this installation',
    data: z.object({
      _id: Id,
      userRole: z.array(z.string()),
      user: SignedInUser,
      brand: z.string(),
      /** Whether the top bar, the setup steps and, only in the demo, the screen of sent emails are shown. */
      flags: z.object({ topBar: z.boolean(), setup: z.boolean(), outbox: z.boolean() }),
      /** The source of map tiles; if null, maps have a plain background. */
      mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
      version: z.string(),
    }),
    reads: true,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    permission: 'signedIn',
    duringSetup: true,
    whenViewing: true,
    summary: 'Signs out of this session',
    data: noData,
  },
});
