import type { Ticket, TicketMessage, TicketView } from '@aisle/contract/service/support';

// Test data for tickets.

export const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const noon = '2026-11-20T12:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000).toISOString();

export const ticket = (number: number, more: Partial<Ticket> = {}): Ticket => ({
  _id: id(number),
  number: `H-${1000 + number}`,
  subject: `Broken eggs ${number}`,
  customerId: id(60),
  customer: { _id: id(60), name: 'Grace Hill' },
  locationId: null,
  location: null,
  orderId: null,
  order: null,
  sender: null,
  category: 'quality',
  priority: 'normal',
  status: 'open',
  assignee: null,
  tags: [],
  source: 'email',
  excerpt: 'Half of the eggs were broken.',
  lastFrom: 'customer',
  lastAuthor: null,
  lastMessageAt: noon,
  messageCount: 1,
  firstResponseAt: null,
  resolvedAt: null,
  closedAt: null,
  dueAt: later(240),
  isOverdue: false,
  mergedInto: null,
  previous: null,
  createdAt: noon,
  version: 1,
  ...more,
});

export const message = (number: number, text: string, more: Partial<TicketMessage> = {}): TicketMessage => ({
  _id: id(500 + number),
  ticketId: id(1),
  from: 'customer',
  author: { _id: null, name: 'Grace Hill', email: 'grace@home.example' },
  text,
  quoted: null,
  internal: false,
  attachments: [],
  at: later(number),
  mail: null,
  ...more,
});

/** A message from a colleague. */
export const answer = (number: number, text: string, more: Partial<TicketMessage> = {}): TicketMessage =>
  message(number, text, {
    from: 'staff',
    author: { _id: id(90), name: 'Ben Ford', email: null },
    mail: { messageId: `m${number}@shop.example`, state: 'sent', to: 'grace@home.example' },
    ...more,
  });

export const ticketView = (more: Partial<TicketView> = {}): TicketView => ({
  ...ticket(1),
  messages: [message(1, 'Half of the eggs were broken.')],
  olderMessages: 0,
  events: [],
  contact: {
    _id: id(60),
    firstName: 'Grace',
    lastName: 'Hill',
    email: 'grace@home.example',
    phone: '+12025550123',
    status: 'active',
  },
  orderData: null,
  mergedFrom: [],
  followUps: [],
  nextStatuses: ['pending', 'resolved'],
  ...more,
});
