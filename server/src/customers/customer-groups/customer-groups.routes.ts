import type { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import {
  countMatching,
  customerGroupChoices,
  listCustomerGroups,
  listMembers,
  showCustomerGroup,
} from './customer-groups.queries.ts';
import {
  addCustomerGroup,
  changeCustomerGroup,
  changeGroupMembers,
  refreshCustomerGroup,
  removeCustomerGroup,
} from './customer-groups.service.ts';

export const customerGroupHandlers: Handlers<typeof customerGroupRoutes> = {
  list: ({ tx, body }) => listCustomerGroups(tx, body),
  dropdown: ({ tx, query }) => customerGroupChoices(tx, query.search),
  show: ({ tx, params }) => showCustomerGroup(tx, params.id),
  preview: ({ tx, body }) => countMatching(tx, body.rule),
  create: (call) => addCustomerGroup(call, call.body),
  edit: (call) => changeCustomerGroup(call, call.params.id, call.body),
  remove: (call) => removeCustomerGroup(call, call.params.id),
  members: async ({ tx, params, body }) => listMembers(tx, params.id, body),
  editMembers: (call) => changeGroupMembers(call, call.params.id, call.body),
  refresh: (call) => refreshCustomerGroup(call, call.params.id),
};

export const customerGroupConstraints: ConstraintProblems = {
  customer_groups_name: () => taken('name', 'This name'),
};
