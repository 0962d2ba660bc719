import { customerRoutes } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import { supportRoutes, type TicketView as Ticket } from '@aisle/contract/service/support';
import { screen } from '@testing-library/react';
import { pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import type { Screen } from '../../core/pages/pages.ts';
import { Inbox } from './inbox/inbox.tsx';
import { ticketView } from './ticket.fixtures.ts';

export const agent: readonly Permission[] = [
  'support_list',
  'support_view',
  'support_reply',
  'support_edit',
  'support_add',
  'support_dashboard',
];

export const noCounts = {
  mine: 0,
  unassigned: 0,
  open: 0,
  pending: 0,
  overdue: 0,
  resolved: 0,
  closed: 0,
};

/** The requests that every support screen makes. */
export function serveSupport(): void {
  serve(supportRoutes.options, {
    categories: [
      { key: 'quality', name: 'Quality' },
      { key: 'delivery', name: 'Delivery' },
    ],
    cannedReplies: [],
  });
  serve(supportRoutes.counts, noCounts);
  serve(supportRoutes.list, pageOf());
  serve(supportRoutes.agents, []);
  serve(supportRoutes.tags, []);
  serve(supportRoutes.presence, {});
  serve(customerRoutes.show, refusal(404, 'not-found', 'There is no such customer'));
}

const screens: Readonly<Record<string, Screen>> = {
  '/supports': { title: 'Support' },
  '/supports/dashboard': { title: 'Support dashboard' },
  '/supports/ignored-emails': { title: 'Ignored emails', permission: 'support_list', everywhere: true },
  '/customers/view/$id': { title: 'Customer' },
  '/orders/view/$id': { title: 'Order' },
};

/** Opens a ticket in the inbox. */
export async function openTicket(shown: Ticket = ticketView(), permissions = agent) {
  serve(supportRoutes.get, shown);
  const view = await show(<Inbox />, {
    at: `/supports/${shown._id}`,
    page: '/supports/$id',
    screens,
    permissions,
  });
  await screen.findByRole('heading', { level: 1, name: shown.subject });
  return view;
}

export const openInbox = (at = '/supports', permissions = agent) =>
  show(<Inbox />, {
    at,
    page: '/supports',
    screens: { ...screens, '/supports/$id': { title: 'Ticket' } },
    permissions,
  });

export const reply = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
