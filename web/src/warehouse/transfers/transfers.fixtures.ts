import type { Transfer, TransferLine, TransferRow } from '@aisle/contract/warehouse/transfers';
import { idOf, newId, stored } from '../../../test/records.ts';
import { milk } from '../warehouse.fixtures.ts';

export const downtown = { _id: idOf(1), name: 'Downtown' };
export const airport = { _id: idOf(5), name: 'Airport' };

export const transferRowOf = (more: Partial<TransferRow> = {}): TransferRow => ({
  _id: newId(),
  number: 'T-104',
  status: 'draft',
  from: downtown,
  to: airport,
  lineCount: 1,
  hasDifferences: false,
  note: null,
  sentAt: null,
  closedAt: null,
  createdAt: stored.createdAt,
  version: 3,
  ...more,
});

export const transferLineOf = (more: Partial<TransferLine> = {}): TransferLine => ({
  _id: newId(),
  subProductData: milk,
  lotId: null,
  quantity: 6,
  received: null,
  damaged: null,
  lots: [],
  ...more,
});

export const transferOf = (more: Partial<Transfer> = {}): Transfer => ({
  ...transferRowOf(more),
  lines: [transferLineOf()],
  cost: 0,
  events: [],
  allowed: ['inTransit', 'cancelled'],
  ...more,
});
