import type { userRoutes } from '@aisle/contract/users';
import { type ConstraintProblems, taken } from '../core/database-problems.ts';
import type { Handlers } from '../core/serve.ts';
import { assignRoles, showRoles } from './roles.service.ts';
import { listUsers, userChoices } from './users.queries.ts';
import { addUser, changeUser, removeUser, showUser, switchUser } from './users.service.ts';

export const userHandlers: Handlers<typeof userRoutes> = {
  list: ({ tx, body }) => listUsers(tx, body),
  create: ({ tx, actor, services, body }) => addUser(tx, actor, services, body),
  edit: ({ tx, actor, services, params, body }) => changeUser(tx, actor, services, params.id, body),
  remove: ({ tx, actor, services, params }) => removeUser(tx, actor, services, params.id),
  get: ({ tx, actor, query }) => showUser(tx, actor, query._id),
  dropdown: ({ tx, query }) => userChoices(tx, query.search),
  updateStatus: ({ tx, actor, services, params, body }) =>
    switchUser(tx, actor, services, params.id, body.status),
  listRole: ({ tx, params }) => showRoles(tx, params.id),
  assignRole: ({ tx, actor, services, body }) => assignRoles(tx, actor, services, body),
};

export const userConstraints: ConstraintProblems = {
  users_email: () => taken('email', 'This email'),
};
