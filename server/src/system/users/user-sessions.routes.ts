import type { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import type { Handlers } from '../../core/http/serve.ts';
import { endView } from '../auth/view-as/view-as.ts';
import { endSession, endSessions, listSessions, viewAs } from './user-sessions.service.ts';

export const userSessionHandlers: Handlers<typeof userSessionRoutes> = {
  list: (call) => listSessions(call, call.params.id),
  end: (call) => endSession(call, call.params),
  viewAs: (call) => viewAs(call, call.params.id),
  endViewAs: (call) => endView(call),
  endAll: (call) => endSessions(call, call.params.id),
};
