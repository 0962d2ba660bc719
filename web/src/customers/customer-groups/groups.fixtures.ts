import type { CustomerGroup } from '@aisle/contract/customers/customer-groups';
import { idOf } from '../../../test/records.ts';

export const groupOf = (parts: Partial<CustomerGroup> = {}): CustomerGroup => ({
  _id: idOf(40),
  name: 'Lapsed',
  kind: 'rule',
  rule: { notOrderedInDays: 30 },
  count: 165,
  countedAt: '2026-11-20T10:00:00.000Z',
  usedBy: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  ...parts,
});
