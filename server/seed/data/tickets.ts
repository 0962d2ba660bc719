import type { CannedReply, TicketPriority } from '@aisle/contract/system/support-rules';

export interface TicketSeed {
  subject: string;
  category: 'order' | 'delivery' | 'quality' | 'payment' | 'account' | 'other';
  priority: TicketPriority;
  tags: readonly string[];
  /** Messages of customer and agent in turns, starting with the customer. */
  talk: readonly string[];
  note?: string;
  /** Items that the order must have, because the messages name them. */
  needs?: readonly RegExp[];
}

/** Messages of customers and the replies of support. `{first}`, `{order}`, `{item}` and `{other}` (two of its items) are filled in. */
export const ticketSeeds: readonly TicketSeed[] = [
  {
    subject: 'Eggs arrived broken',
    category: 'quality',
    priority: 'high',
    tags: ['Damaged'],
    needs: [/\beggs?\b/i],
    talk: [
      'Hi, half of the eggs in order {order} were broken when I opened the bag, and everything below them is sticky. This is the second time this month!',
      'Hi {first}, I am sorry about that. I have asked the store to pack eggs on top. Would you like a refund, or new ones with your next order?',
      'New ones are fine, thank you.',
    ],
    note: 'Second report this month. Told the store to use the egg trays.',
  },
  {
    subject: 'Where is my order?',
    category: 'delivery',
    priority: 'urgent',
    tags: ['Late'],
    talk: [
      'My slot ended forty minutes ago and nobody has come. Is {order} still on its way?',
      'Hi {first}, your driver is two stops away and should be there within 15 minutes. Sorry for the wait.',
    ],
  },
  {
    subject: 'Charged twice?',
    category: 'payment',
    priority: 'high',
    tags: [],
    talk: [
      'I see two charges for {order} on my card statement. Can you check, please?',
      'Hi {first}, the first one is an authorization that your bank drops by itself, usually within five days. Only one amount was captured.',
      'OK, I will keep an eye on it.',
      'Please do, and write to us if it is still there next week.',
    ],
  },
  {
    subject: 'Milk past its date',
    category: 'quality',
    priority: 'normal',
    tags: ['Expired'],
    needs: [/^(?!.*(?:coconut|almond|oat|soy|condensed)).*\bmilk\b/i],
    talk: ['The milk I got today with {order} expired yesterday. I would like my money back.'],
    note: 'Ask the store to check the rest of the lot.',
  },
  {
    subject: 'Wrong brand of coffee',
    category: 'order',
    priority: 'normal',
    tags: [],
    needs: [/\bcoffee\b/i],
    talk: [
      'I ordered the dark roast and got the mild one in {order}. I can return it unopened.',
      'Hi {first}, keep it, please. Would you like the right one delivered, or a refund?',
      'The right one, please. Thanks!',
    ],
  },
  {
    subject: 'Change of address',
    category: 'account',
    priority: 'low',
    tags: [],
    talk: [
      'We are moving next week. How do I change the address of my account?',
      'Hi {first}, tell me the new one and I will add it for you, or open Addresses in your account.',
    ],
  },
  {
    subject: 'Missing items',
    category: 'order',
    priority: 'high',
    tags: ['Missing'],
    needs: [/./, /./],
    talk: [
      'Two items of {order} were not in the bags: {item} and {other}.',
      'Hi {first}, I am sorry. Would you like a refund, or should we deliver them with your next order?',
      'With my next order is fine, thank you.',
    ],
  },
  {
    subject: 'Driver was great',
    category: 'other',
    priority: 'low',
    tags: ['Praise'],
    talk: [
      'Just wanted to say that the driver who brought {order} carried everything up three floors. Please thank him!',
      'Hi {first}, that is lovely to hear. I have passed it on.',
    ],
  },
  {
    subject: 'Do you deliver on Sundays?',
    category: 'delivery',
    priority: 'low',
    tags: [],
    talk: ['I can only choose Saturday. Do you deliver to us on Sundays as well?'],
  },
  {
    subject: 'Invoice for my company',
    category: 'payment',
    priority: 'normal',
    tags: ['Business'],
    talk: [
      'I need an invoice with our company name for {order}.',
      'Hi {first}, of course. Which name and address should it show?',
    ],
  },
  {
    subject: 'Strawberries were moldy',
    category: 'quality',
    priority: 'normal',
    tags: ['Damaged'],
    needs: [/strawberr/i],
    talk: [
      'The strawberries in {order} had mold on the underside. Not what I expect at this price.',
      'Hi {first}, I am sorry, I would be annoyed as well. Would you like a refund or new ones?',
    ],
  },
  {
    subject: 'Cancel my order',
    category: 'order',
    priority: 'urgent',
    tags: [],
    talk: ['Please cancel {order}, I ordered twice by mistake!'],
  },
];

/** Questions of stores to the marketplace. */
export const storeTicketSeeds: readonly TicketSeed[] = [
  {
    subject: 'Label printer is broken',
    category: 'other',
    priority: 'high',
    tags: ['Equipment'],
    talk: [
      'Our label printer stopped working this morning. Whom do we call?',
      'A technician comes tomorrow between 8 and 10. Please keep a clerk at the desk.',
    ],
    note: 'Third repair this year. Consider replacing it.',
  },
  {
    subject: 'Statement of last month',
    category: 'payment',
    priority: 'normal',
    tags: [],
    talk: ['There is an adjustment on our statement that we do not understand. Can you explain it?'],
  },
];

const cannedId = (number: number) => `0190a000-0000-7000-8000-0000000007${String(number).padStart(2, '0')}`;
export const cannedReplies: CannedReply[] = [
  {
    _id: cannedId(1),
    name: 'Sorry, refunded',
    text: 'Hi {{customer.firstName}},\n\nI’m sorry about what happened with order {{order.number}}. I’ve refunded the items, and you’ll see the money within three days.\n\n{{agent.firstName}}',
    status: 'resolved',
    assignToMe: true,
    addTags: ['Refunded'],
  },
  {
    _id: cannedId(2),
    name: 'Running late',
    text: 'Hi {{customer.firstName}},\n\nYour order {{order.number}} is on its way and should arrive shortly. I’m sorry for the wait.\n\n{{agent.firstName}}',
    status: 'pending',
    assignToMe: true,
  },
  {
    _id: cannedId(3),
    name: 'Need a photo',
    text: 'Hi {{customer.firstName}},\n\nCould you send us a photo of it? You can simply answer this email.\n\n{{agent.firstName}}',
    status: 'pending',
    assignToMe: true,
  },
  {
    _id: cannedId(4),
    name: 'Thanks',
    text: 'Hi {{customer.firstName}},\n\nYou’re welcome. Write to us any time.\n\n{{agent.firstName}} at {{brand.name}}',
    status: 'resolved',
  },
];
