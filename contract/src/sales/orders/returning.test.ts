import { expect, test } from 'vitest';
import type { Permission } from '../../permissions.ts';
import { allowedSteps, type OrderState } from './order-flow.ts';

const held: ReadonlySet<Permission> = new Set<Permission>(['order_edit', 'cancel_order']);
const queued: OrderState = {
  status: 'awaitingForDelivery',
  dispatchStatus: 'inQueue',
  fulfilment: 'delivery',
};

test('what a driver still has after a failed attempt can only be cancelled', () => {
  expect(allowedSteps({ ...queued, comingBackFrom: 'Emeka Nwosu' }, held)).toEqual(['cancelled']);
  expect(allowedSteps({ ...queued, comingBackFrom: null }, held)).toEqual([
    'cancelled',
    'driverConfirmationPending',
    'offQueue',
  ]);
});
