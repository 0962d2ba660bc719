import { supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { ticketStatusLabels } from '@aisle/contract/service/support-flow';
import { instant, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const supportExports = {
  tickets: exportOf<Ticket>({ title: 'Tickets', route: supportRoutes.list }, [
    text('Number', (ticket) => ticket.number),
    text('Subject', (ticket) => ticket.subject),
    text('Status', (ticket) => ticketStatusLabels[ticket.status]),
    text('Priority', (ticket) => ticket.priority),
    text('Category', (ticket) => ticket.category),
    text('Assignee', (ticket) => ticket.assignee?.name),
    text('Customer', (ticket) => ticket.customer?.name),
    text('Sender', (ticket) => ticket.sender?.email),
    text('Location', (ticket) => ticket.location?.name),
    text('Order', (ticket) => ticket.order?.number),
    text('Tags', (ticket) => ticket.tags.join(', ')),
    number('Messages', (ticket) => ticket.messageCount),
    instant('Created', (ticket) => ticket.createdAt),
    instant('First response', (ticket) => ticket.firstResponseAt),
    instant('Resolved', (ticket) => ticket.resolvedAt),
    instant('Due', (ticket) => ticket.dueAt),
    yesNo('Overdue', (ticket) => ticket.isOverdue),
    text('Merged into', (ticket) => ticket.mergedInto?.number),
  ]),
};
