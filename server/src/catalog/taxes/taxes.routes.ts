import type { taxRoutes } from '@aisle/contract/catalog/taxes';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { viewTax } from './tax-view.queries.ts';
import { listTaxes, taxChoices } from './taxes.queries.ts';
import { addTax, changeTax, removeTax, restoreTax, switchTax } from './taxes.service.ts';

export const taxHandlers: Handlers<typeof taxRoutes> = {
  list: ({ tx, body }) => listTaxes(tx, body),
  view: ({ tx, params }) => viewTax(tx, params.id),
  create: ({ tx, actor, body }) => addTax(tx, actor, body),
  edit: ({ tx, actor, params, body }) => changeTax(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removeTax(tx, actor, params.id),
  restore: ({ tx, actor, params }) => restoreTax(tx, actor, params.id),
  dropdown: ({ tx, query }) => taxChoices(tx, query.search),
  updateStatus: ({ tx, actor, params, body }) => switchTax(tx, actor, params.id, body.status),
};

export const taxConstraints: ConstraintProblems = {
  taxes_name: () => taken('name', 'This name'),
};
