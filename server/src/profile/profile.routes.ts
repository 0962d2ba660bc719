import type { profileRoutes } from '@aisle/contract/profile';
import type { Handlers } from '../core/serve.ts';
import { getUser } from '../users/users.queries.ts';
import { aliveSessions, readPreferences } from './profile.queries.ts';
import { changeProfile, endOtherSessions, endSession, keepPreferences } from './profile.service.ts';

export const profileHandlers: Handlers<typeof profileRoutes> = {
  get: ({ tx, actor }) => getUser(tx, actor.userId!),
  edit: ({ tx, actor, services, body }) => changeProfile(tx, actor, services.actors, body),
  sessions: ({ tx, actor }) => aliveSessions(tx, actor),
  endSession: ({ tx, actor, services, params }) => endSession(tx, actor, services.actors, params.id),
  endOtherSessions: ({ tx, actor, services }) => endOtherSessions(tx, actor, services.actors),
  preferences: ({ tx, actor }) => readPreferences(tx, actor.userId!),
  keepPreferences: ({ tx, actor, body }) => keepPreferences(tx, actor, body),
};
