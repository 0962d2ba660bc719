export type ReasonType = 'cancel' | 'reject' | 'return' | 'replace';

/** What staff choose from when an order does not go to plan. */
export const reasons: Readonly<Record<ReasonType, readonly string[]>> = {
  cancel: [
    'Customer changed their mind',
    'Ordered twice by mistake',
    'Delivery time no longer suits',
    'Wrong address on the order',
    'Payment was not completed',
    'Customer could not be reached',
    'Address is outside the delivery area',
  ],
  reject: [
    'Items are out of stock',
    'Store is closing early',
    'No driver available',
    'Price or listing error',
    'Order looks fraudulent',
    'Store is over capacity',
  ],
  return: [
    'Item arrived damaged',
    'Item was past its date',
    'Wrong item delivered',
    'Quality not as expected',
    'Frozen item had thawed',
    'Package was opened',
    'No longer needed',
  ],
  replace: [
    'Item arrived damaged',
    'Item was past its date',
    'Wrong item delivered',
    'Wrong size or flavor',
    'Item was leaking',
    'Item missing from the bag',
  ],
};

export const deliveryNotes: readonly string[] = [
  'Please leave the bags on the porch.',
  'Gate code is 4417, second building on the left.',
  'Ring the bell twice, the first ring is easy to miss.',
  'Baby sleeping, please knock softly.',
  'Call when you arrive and I will come down.',
  'Leave with the front desk.',
  'Use the side door by the driveway.',
  'Dog in the yard, please close the gate behind you.',
  'Apartment is on the third floor, elevator to the right.',
  'Ripe avocados if you can, we need them tonight.',
  'Greener bananas, please.',
  'No substitutions for the milk, please.',
  'Any brand of eggs is fine if mine are out.',
  'Please pack cold items together.',
  'Paper bags if you have them.',
  'Park on the street, the driveway is being repaved.',
  'I will be home after 5:30.',
  'Please text instead of calling.',
  'Unit B is behind the main house.',
  'Check the dates on the yogurt, please.',
];

export const staffNotes: readonly string[] = [
  'Customer called to confirm the time.',
  'Substitution agreed by phone.',
  'Second attempt, nobody home the first time.',
  'Packed in two cold bags.',
  'Bread packed on top.',
  'Asked for the driver to call on arrival.',
  'Weighed again at the counter.',
  'Shelf count was off, adjusted after picking.',
];

export type TicketCategory = 'delivery' | 'quality' | 'missing' | 'refund' | 'account' | 'other';
export type TicketSubject = { category: TicketCategory; subject: string; message: string };

export const ticketSubjects: readonly TicketSubject[] = [
  {
    category: 'missing',
    subject: 'Two items missing from my order',
    message: 'The receipt lists two items that were not in the bags. Could you check, please?',
  },
  {
    category: 'missing',
    subject: 'One bag was not delivered',
    message: 'I counted three bags on the tracking page and only two arrived.',
  },
  {
    category: 'quality',
    subject: 'Strawberries were moldy',
    message: 'Half of the box was soft on arrival. I kept a photo.',
  },
  {
    category: 'quality',
    subject: 'Milk close to its date',
    message: 'The milk runs out tomorrow. I would have chosen another one in the store.',
  },
  {
    category: 'quality',
    subject: 'Eggs arrived cracked',
    message: 'Four eggs in the dozen were cracked and leaked on the bread.',
  },
  {
    category: 'quality',
    subject: 'Ice cream had melted',
    message: 'It was soft when it got here and has refrozen badly.',
  },
  {
    category: 'delivery',
    subject: 'Order came more than an hour late',
    message: 'My slot was 5 to 6 and the order came after 7. Nobody called.',
  },
  {
    category: 'delivery',
    subject: 'Delivered to the wrong door',
    message: 'My neighbor in unit 4 had the bags. Please note that we are unit 14.',
  },
  {
    category: 'delivery',
    subject: 'Change the time of tomorrow’s delivery',
    message: 'Could it come in the evening instead of the morning?',
  },
  {
    category: 'delivery',
    subject: 'Thank you for the quick delivery',
    message: 'The driver was friendly and early. Please pass it on.',
  },
  {
    category: 'refund',
    subject: 'Refund not on my card yet',
    message: 'I was told three to five days and it has been eight.',
  },
  {
    category: 'refund',
    subject: 'Charged twice for one order',
    message: 'My statement shows the same amount two times on the same day.',
  },
  {
    category: 'refund',
    subject: 'Question about a weighed item',
    message: 'I ordered two pounds of chicken and paid for 2.4. How is that worked out?',
  },
  {
    category: 'refund',
    subject: 'Sale price was not applied',
    message: 'The shelf price was lower than what I was charged.',
  },
  {
    category: 'account',
    subject: 'Cannot change my phone number',
    message: 'The form says that the number is already in use, but it is mine.',
  },
  {
    category: 'account',
    subject: 'Coins missing after my last order',
    message: 'I expected coins for the order that was delivered on Monday.',
  },
  {
    category: 'account',
    subject: 'How do I cancel my subscription?',
    message: 'I am moving away at the end of the month.',
  },
  {
    category: 'account',
    subject: 'Please delete an old address',
    message: 'We moved and I keep picking the wrong one.',
  },
  {
    category: 'other',
    subject: 'Do you carry gluten-free bread?',
    message: 'My usual store has none on the page. Is it coming back?',
  },
  {
    category: 'other',
    subject: 'Receipt for an expense report',
    message: 'Could you send an invoice with the company name on it?',
  },
  {
    category: 'other',
    subject: 'Opening hours on the holiday',
    message: 'Is the store open for pickup on that Monday?',
  },
  {
    category: 'other',
    subject: 'Large order for a school event',
    message: 'We need about sixty lunches. Who can I talk to?',
  },
];

export const cannedReplies: readonly { title: string; body: string }[] = [
  {
    title: 'Looking into it',
    body: 'Thank you for telling us. We are checking with the store and will write again today.',
  },
  {
    title: 'Refund on its way',
    body: 'We are sorry about this. The refund is on its way and takes three to five business days to show.',
  },
  {
    title: 'Replacement offered',
    body: 'We can send a replacement with the next free driver. Would this evening suit you?',
  },
  {
    title: 'Photo, please',
    body: 'Could you send us a photo of the item? It helps the store to put it right.',
  },
  {
    title: 'Solved',
    body: 'We believe that this is solved. Just reply if it is not and the ticket opens again.',
  },
];
