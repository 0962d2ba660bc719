import { brandActions, taxActions, vendorActions } from './catalog/record-actions.ts';
import { customerActions } from './customers/customer-actions.ts';
import { driverActions } from './sales/driver-actions.ts';
import { refundActions } from './sales/refunds/refund-actions.ts';
import { returnActions } from './sales/returns/return-actions.ts';
import { ticketActions } from './service/ticket-actions.ts';
import type { BulkAction } from './system/bulk-actions.ts';
import { userActions } from './system/users/user-actions.ts';
import { expiryActions } from './warehouse/expiry-actions.ts';

/** The bulk actions of all lists. */
export const bulkActions: readonly BulkAction[] = [
  brandActions,
  taxActions,
  vendorActions,
  customerActions,
  driverActions,
  refundActions,
  returnActions,
  ticketActions,
  userActions,
  expiryActions,
].flatMap((actions): BulkAction[] => Object.values(actions));
