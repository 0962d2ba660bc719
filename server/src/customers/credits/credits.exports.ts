import {
  type CreditEntry,
  creditKindLabels,
  creditReasonLabels,
  creditRoutes,
} from '@aisle/contract/customers/credits';
import { instant, money, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const creditExports = {
  creditEntries: exportOf<CreditEntry>({ title: 'Store credit', route: creditRoutes.history }, [
    instant('Date', ({ at }) => at),
    text('Change', ({ kind }) => creditKindLabels[kind]),
    text('Reason', ({ reason }) => reason && creditReasonLabels[reason]),
    money('Amount', ({ amount }) => amount),
    money('Balance', ({ balanceAfter }) => balanceAfter),
    text('Order', ({ order }) => order?.number),
    text('Ticket', ({ ticket }) => ticket?.number),
    text('Note', ({ note }) => note),
    text('By', ({ by }) => by),
  ]),
};
