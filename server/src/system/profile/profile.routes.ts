import type { profileRoutes } from '@aisle/contract/system/profile';
import type { Handlers } from '../../core/http/serve.ts';
import { activeSessions } from '../auth/auth.queries.ts';
import { getUser } from '../users/users.queries.ts';
import { readPreferences } from './profile.queries.ts';
import { changeProfile, endOtherSessions, endSession, savePreferences } from './profile.service.ts';

export const profileHandlers: Handlers<typeof profileRoutes> = {
  get: ({ tx, actor }) => getUser(tx, actor.userId!),
  edit: (call) => changeProfile(call, call.body),
  sessions: ({ tx, actor }) => activeSessions(tx, actor.userId!, actor),
  endSession: (call) => endSession(call, call.params.id),
  endOtherSessions: (call) => endOtherSessions(call),
  preferences: ({ tx }) => readPreferences(tx),
  keepPreferences: ({ tx, actor, body }) => savePreferences(tx, actor, body),
};
