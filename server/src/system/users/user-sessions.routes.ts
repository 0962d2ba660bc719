import type { userSessionRoutes } from '@aisle/contract/system/user-sessions';
import type { Handlers } from '../../core/http/serve.ts';
import { endSession, endSessions, listSessions } from './user-sessions.service.ts';

export const userSessionHandlers: Handlers<typeof userSessionRoutes> = {
  list: (call) => listSessions(call, call.params.id),
  end: (call) => endSession(call, call.params),
  endAll: (call) => endSessions(call, call.params.id),
};
