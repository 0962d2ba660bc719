import { presenceTopic, type supportRoutes } from '@aisle/contract/service/support';
import type { Handlers } from '../../core/http/serve.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { supportDashboard } from './dashboard/support-dashboard.ts';
import { announcePresence } from './presence.queries.ts';
import { createTicket, getTicket, replyToTicket } from './support.service.ts';
import { assignTicket, changeStatus, editTicket, mergeTicket } from './tickets/ticket-steps.ts';
import { findAgents } from './tickets/ticket-writes.queries.ts';
import { countTickets, findTags, listTickets } from './tickets/tickets.queries.ts';

export const supportHandlers: Handlers<
  Omit<typeof supportRoutes, 'inboundMail' | 'ignoredEmails' | 'openIgnoredEmail'>
> = {
  list: ({ tx, actor, body }) => listTickets(tx, actor, body),
  counts: ({ tx, actor }) => countTickets(tx, actor),
  get: (call) => getTicket(call, call.params.id),
  create: (call) => createTicket(call, call.body, call.uploads),
  reply: (call) => replyToTicket(call, call.params.id, call.body, call.uploads),
  updateStatus: (call) => changeStatus(call, call.params.id, call.body),
  assign: (call) => assignTicket(call, call.params.id, call.body),
  edit: (call) => editTicket(call, call.params.id, call.body),
  merge: (call) => mergeTicket(call, call.params.id, call.body),
  dashboard: ({ tx, actor, query }) => supportDashboard(tx, actor, query),
  options: async ({ tx }) => {
    const { support } = await getSettings(tx);
    return { categories: support.categories, cannedReplies: support.cannedReplies };
  },
  agents: ({ tx, actor, query }) => findAgents(tx, actor, query.search),
  tags: ({ tx, query }) => findTags(tx, query.search),
  presence: async ({ tx, actor, params, body }) => {
    await announcePresence(tx, actor, { topic: presenceTopic, ticketId: params.id, doing: body.doing });
    return {};
  },
};
