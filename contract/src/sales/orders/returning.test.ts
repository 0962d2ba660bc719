import { expect, test } from 'vitest';
import type { Permission } from '../../permissions.ts';
import { allowedSteps, type OrderState } from './order-flow.ts';

const held: ReadonlySet<Permission> = new Set<Permission>(['order_edit', 'cancel_order']);
const queued: OrderState = {
  status: 'awaitingForDelivery',
  dispatchStatus: 'inQueue',
  fulfilment: 'delivery',
};

test('allows only cancelling while the driver still has the items after a failed attempt', () => {
  expect(allowedSteps({ ...queued, comingBackFrom: 'Emeka Nwosu' }, held)).toEqual(['cancelled']);
  expect(allowedSteps({ ...queued, comingBackFrom: null }, held)).toEqual([
    'cancelled',
    'driverConfirmationPending',
    'offQueue',
  ]);
});
