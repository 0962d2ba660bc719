import { payoutMethodLabels, statementPartLabels } from '@aisle/contract/finance/statement-labels';
import {
  type DueRow,
  type Statement,
  statementParts,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { day, instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const statementExports = {
  statements: exportOf<Statement>({ title: 'Statements', route: statementRoutes.list }, [
    text('Number', (statement) => statement.number),
    text('Status', (statement) => statement.status),
    text('Location', (statement) => statement.locationName),
    day('From', (statement) => statement.from),
    day('To', (statement) => statement.to),
    number('Orders', (statement) => statement.orders),
    ...statementParts.map((part) =>
      money<Statement>(statementPartLabels[part], (statement) => statement[part]),
    ),
    money('Carried in', (statement) => statement.carriedIn),
    money('Total', (statement) => statement.total),
    money('Tax remitted by the marketplace', (statement) => statement.taxRemitted),
    text('Carried into', (statement) => statement.carriedInto?.number ?? null),
    text('Method', ({ payout }) => payout && payoutMethodLabels[payout.method]),
    text('Reference', ({ payout }) => payout?.reference ?? null),
    day('Paid on', ({ payout }) => payout?.paidOn ?? null),
    instant('Created', (statement) => statement.createdAt),
  ]),
  statementsDue: exportOf<DueRow>(
    { title: 'Money due', route: statementRoutes.due, withoutCustomers: true },
    [
      text('Location', (due) => due.locationName),
      text('Since', (due) => due.since),
      money('Not on a statement yet', (due) => due.amount),
      money('Estimate', (due) => due.estimate),
      day('By', (due) => due.periodEnd),
      money('Balance', (due) => due.balance.total),
    ],
  ),
};
