import { withTotalRecord } from '@aisle/contract/core/page';
import type { statementRoutes } from '@aisle/contract/finance/statements';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { adjust } from './adjusting.ts';
import { listBalanceEntries } from './balance-entries.ts';
import { listDue } from './balances.queries.ts';
import { previewStatement, previewStatements } from './create-statement.ts';
import {
  createStatement,
  discardStatement,
  explainBalance,
  listAll,
  listOfLocation,
  viewStatement,
  viewTree,
} from './statements.service.ts';

export const statementHandlers: Handlers<typeof statementRoutes> = {
  list: ({ tx, actor, body }) => listAll(tx, actor, body),
  listOfLocation: ({ tx, body }) => listOfLocation(tx, body),
  due: async ({ tx, body }) => listDue(tx, body, (await getSettings(tx)).statements).map(withTotalRecord),
  create: ({ tx, actor, body }) => createStatement(tx, actor, body),
  preview: ({ tx, body }) => previewStatement(tx, body),
  previewMany: ({ tx, body }) => previewStatements(tx, body),
  view: ({ tx, params }) => viewStatement(tx, params.id),
  tree: ({ tx, params, query }) => viewTree(tx, params.id, query),
  adjust: ({ tx, actor, body }) => adjust(tx, actor, body),
  explainBalance: ({ tx, params, query }) => explainBalance(tx, params.id, query.date),
  balanceEntries: ({ tx, body }) => listBalanceEntries(tx, body),
  remove: ({ tx, actor, params }) => discardStatement(tx, actor, params.id),
};

/** Constraints that reject invalid statements even if code fails to lock the location. */
export const statementConstraints: ConstraintProblems = {
  statements_carried_from: () =>
    problem('statements.nothing-to-state', { reason: 'Someone else just created this statement' }),
};
