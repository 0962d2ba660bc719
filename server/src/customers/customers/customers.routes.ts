import type { customerRoutes } from '@aisle/contract/customers/customers';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { customerChoices, getCustomer, listCustomers, ownAddresses } from './customers.queries.ts';
import {
  addAddress,
  addCustomer,
  changeAddress,
  changeCustomer,
  changeCustomerStatus,
  removeAddress,
  removeCustomer,
} from './customers.service.ts';

export const customerHandlers: Handlers<typeof customerRoutes> = {
  list: ({ tx, actor, body }) => listCustomers(tx, actor, body),
  create: ({ tx, actor, body }) => addCustomer(tx, actor, body),
  edit: ({ tx, actor, params, body }) => changeCustomer(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removeCustomer(tx, actor, params.id),
  show: ({ tx, actor, params }) => getCustomer(tx, actor, params.id),
  editAddress: ({ tx, actor, params, body }) => changeAddress(tx, actor, params.addressId, body),
  addAddress: ({ tx, actor, params, body }) => addAddress(tx, actor, params.id, body),
  removeAddress: ({ tx, actor, params }) => removeAddress(tx, actor, params.addressId),
  dropdown: ({ tx, actor, query }) => customerChoices(tx, actor, query.search),
  changeStatus: ({ tx, actor, params, body }) => changeCustomerStatus(tx, actor, params.id, body.status),
  adminAddresses: ({ tx }) => ownAddresses(tx),
};

export const customerConstraints: ConstraintProblems = {
  customers_phone: () => taken('phone', 'This phone number'),
  customers_email: () => taken('email', 'This email'),
};
