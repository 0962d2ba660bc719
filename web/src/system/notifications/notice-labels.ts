import type { Permission } from '@aisle/contract/permissions';
import type { NoticeKind, PushKind, SystemNotice } from '@aisle/contract/system/notifications';
import type { Destination } from '../../core/pages/screens.ts';

const labels: Record<NoticeKind, string> = {
  outOfStock: 'Out of stock',
  low: 'Low',
  expiring: 'Expiring',
  late: 'Late orders',
  drift: 'Stock mismatch',
  statements: 'Statements created',
  backup: 'Backup late',
  keys: 'Keys to decide on',
  ticketAssigned: 'Tickets assigned to you',
  ticketReply: 'Replies to your tickets',
  ticketDue: 'Tickets due soon',
  dispute: 'Disputes',
  cardPayments: 'Card payments',
  countNeeded: 'Items to count',
};
export const kindChoices = Object.entries(labels).map(([value, label]) => ({ value, label }));
/** Notices about statements and backups have no email setting: statements are always emailed to finance at once. */
export const mailedKindChoices = kindChoices.filter(
  ({ value }) => value !== 'statements' && value !== 'backup',
);

/** The pages for system notices. */
export const systemLinks: Record<SystemNotice['kind'], Destination> = {
  backup: { to: '/settings', search: { tab: 'backups' } },
  drift: { to: '/settings' },
  keys: { to: '/settings', search: { tab: 'api-keys' } },
  cardPayments: { to: '/disputes' },
};

/** The kinds of push notifications, each with the permission without which it never arrives. */
export const pushKindChoices: readonly { value: PushKind; label: string; needs: Permission }[] = [
  { value: 'newOrder', label: 'New orders', needs: 'order_list' },
  ...(['ticketAssigned', 'ticketReply', 'ticketDue'] as const).map((value) => ({
    value,
    label: labels[value],
    needs: 'support_list' as const,
  })),
];
