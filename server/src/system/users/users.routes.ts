import type { userRoutes } from '@aisle/contract/system/users/users';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { resendInvitation, resetSecondFactor } from './account-help.service.ts';
import { assignRoles, showRoles } from './roles.service.ts';
import { listUsers, userChoices } from './users.queries.ts';
import { addUser, changeUser, removeUser, showUser, switchUser } from './users.service.ts';

export const userHandlers: Handlers<typeof userRoutes> = {
  list: ({ tx, body }) => listUsers(tx, body),
  create: (call) => addUser(call, call.body),
  edit: (call) => changeUser(call, call.params.id, call.body),
  remove: (call) => removeUser(call, call.params.id),
  get: ({ tx, actor, query }) => showUser(tx, actor, query._id),
  dropdown: ({ tx, query }) => userChoices(tx, query.search),
  updateStatus: (call) => switchUser(call, call.params.id, call.body.status),
  resendInvitation: (call) => resendInvitation(call, call.params.id),
  resetSecondFactor: (call) => resetSecondFactor(call, call.params.id),
  listRole: ({ tx, params }) => showRoles(tx, params.id),
  assignRole: (call) => assignRoles(call, call.body),
};

export const userConstraints: ConstraintProblems = {
  users_email: () => taken('email', 'This email'),
};
