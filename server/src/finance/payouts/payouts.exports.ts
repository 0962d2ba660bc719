import { type PayoutRun, payoutRoutes } from '@aisle/contract/finance/payouts';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import { day, instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const payoutExports = {
  payoutRuns: exportOf<PayoutRun>(
    { title: 'Payout runs', route: payoutRoutes.runs, withoutCustomers: true },
    [
      text('Number', (run) => run.number),
      instant('Started', (run) => run.createdAt),
      text('Started by', (run) => run.createdBy),
      text('Status', (run) => run.status),
      text('Method', (run) => payoutMethodLabels[run.method]),
      day('Paid on', (run) => run.paidOn),
      number('Statements', (run) => run.statements),
      number('Paid', (run) => run.paid),
      number('Failed', (run) => run.failed),
      money('Total', (run) => run.total),
    ],
  ),
};
