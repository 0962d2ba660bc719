import { z } from 'zod';
import { beforeNormalizing, Email, Id, requiredMessage, requiredText, tooLong } from '../core/fields.ts';
import { normalLine } from '../core/normal-text.ts';
import { fieldsIn, replaceFields } from '../core/templates.ts';

export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export const TicketPriority = z.enum(ticketPriorities);
export type TicketPriority = z.infer<typeof TicketPriority>;
export const ticketStatuses = ['open', 'pending', 'resolved', 'closed'] as const;
export const TicketStatus = z.enum(ticketStatuses);
export type TicketStatus = z.infer<typeof TicketStatus>;
/** The ticket accepts replies. A reply to a closed ticket opens a new one. */
export const replyableTicketStatuses = ['open', 'pending', 'resolved'] as const satisfies TicketStatus[];

export const maxTicketTags = 20;
export const TicketTag = requiredText('Tag', 40);
export const TicketTags = z.array(TicketTag).max(maxTicketTags, `At most ${maxTicketTags} tags`);

/** Topics of tickets. Tickets store the key; the name can change. */
export const TicketCategoryKey = z
  .string({ error: 'Category is required' })
  .max(40, tooLong('Choose a category'))
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}$/, 'Choose a category');
export const TicketCategory = z.strictObject({ key: TicketCategoryKey, name: requiredText('Category', 60) });
export type TicketCategory = z.infer<typeof TicketCategory>;

const timeMessage = 'Enter a time like 08:30';
/** The working hours of support on one day of the week: 0 is Sunday. 24:00 is the end of the day. */
export const SupportHours = z
  .strictObject({
    day: z.int().min(0).max(6),
    from: z
      .string()
      .max(5, tooLong(timeMessage))
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage),
    to: z
      .string()
      .max(5, tooLong(timeMessage))
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, timeMessage),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'Must be later than the start' });
export type SupportHours = z.infer<typeof SupportHours>;

const minutes = (label: string) =>
  z
    .int({ error: `${label} must be a whole number of minutes` })
    .min(1, `${label} must be at least 1 minute`)
    .max(60 * 24 * 90, `${label} must be at most 90 days`);
/** Targets in minutes of support hours. */
export const SupportTarget = z.strictObject({
  firstResponseMinutes: minutes('First response'),
  resolutionMinutes: minutes('Resolution'),
});

/** Placeholders of canned replies, such as `{{customer.firstName}}`. */
export const replyFields = {
  'customer.firstName': "Customer's first name",
  'customer.lastName': "Customer's last name",
  'order.number': 'Order number',
  'ticket.number': 'Ticket number',
  'location.name': 'Location',
  'agent.firstName': 'Your first name',
  'agent.name': 'Your full name',
  'brand.name': 'Brand name',
} as const;
export type ReplyField = keyof typeof replyFields;
const isReplyField = (name: string): name is ReplyField => Object.hasOwn(replyFields, name);

/** The first unknown field of a text. */
export const unknownReplyField = (text: string): string | undefined =>
  fieldsIn(text).find((name) => !isReplyField(name));

export type ReplyValues = Readonly<Partial<Record<ReplyField, string | null>>>;
/** The text with its fields filled in, and the fields without a value, which stay in the text. */
export function fillReply(text: string, values: ReplyValues): { text: string; missing: ReplyField[] } {
  const missing = new Set<ReplyField>();
  const filled = replaceFields(text, (name, field) => {
    if (!isReplyField(name)) return field;
    const value = values[name];
    if (value !== null && value !== undefined) return value;
    missing.add(name);
    return field;
  });
  return { text: filled, missing: [...missing] };
}

/** A reusable reply with its actions. The client generates its ID. */
export const CannedReply = z.strictObject({
  _id: Id,
  name: requiredText('Name', 80),
  text: requiredMessage('Text', 10_000).refine((text) => unknownReplyField(text) === undefined, {
    error: ({ input }) => `There is no field {{${unknownReplyField(String(input))}}}`,
  }),
  status: z.enum(replyableTicketStatuses).nullable().optional(),
  /** Assigns the ticket to the agent who uses the reply. */
  assignToMe: z.boolean().optional(),
  addTags: TicketTags.optional(),
});
export type CannedReply = z.infer<typeof CannedReply>;

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length;

/** The address of replies has a tag of 42 characters, and at most 64 characters are allowed before the @. */
const maxLocalPart = 22;
/** The rules of support. */
export const SupportRules = z.strictObject({
  /** The address that customers write to, and that receives their answers to replies; null if answers can't be received. */
  address: Email.refine(
    (address) => address.indexOf('@') <= maxLocalPart,
    `The part before the @ must be at most ${maxLocalPart} characters`,
  ).nullable(),
  categories: z
    .array(TicketCategory)
    .min(1, 'Keep at least one category')
    .max(50)
    .refine((all) => areDistinct(all.map(({ key }) => key)), 'Each category can be listed only once'),
  /** The working hours; an empty list means around the clock. */
  hours: z.array(SupportHours).max(50),
  timeZone: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .max(100, tooLong('Enter a time zone like America/Chicago'))
    .refine(
      (name) => {
        try {
          return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
        } catch {
          return false;
        }
      },
      { error: 'Choose a time zone' },
    ),
  targets: z.strictObject({
    low: SupportTarget,
    normal: SupportTarget,
    high: SupportTarget,
    urgent: SupportTarget,
  } satisfies Record<TicketPriority, z.ZodType>),
  closeResolvedAfterDays: z
    .int({ error: 'Days must be a whole number' })
    .min(1, 'Days must be at least 1')
    .max(365, 'Days must be at most 365'),
  cannedReplies: z
    .array(CannedReply)
    .max(200, 'At most 200 canned replies')
    .refine((all) => areDistinct(all.map(({ _id }) => _id)), 'Each canned reply needs its own ID'),
});
export type SupportRules = z.infer<typeof SupportRules>;

const hour = 60;
const workdays = [1, 2, 3, 4, 5];
export const defaultSupportRules: SupportRules = {
  address: null,
  categories: [
    { key: 'order', name: 'Order' },
    { key: 'delivery', name: 'Delivery' },
    { key: 'quality', name: 'Quality' },
    { key: 'payment', name: 'Payment' },
    { key: 'account', name: 'Account' },
    { key: 'other', name: 'Other' },
  ],
  hours: workdays.map((day) => ({ day, from: '08:00', to: '18:00' })),
  timeZone: 'America/Chicago',
  targets: {
    low: { firstResponseMinutes: 16 * hour, resolutionMinutes: 50 * hour },
    normal: { firstResponseMinutes: 8 * hour, resolutionMinutes: 30 * hour },
    high: { firstResponseMinutes: 4 * hour, resolutionMinutes: 10 * hour },
    urgent: { firstResponseMinutes: hour, resolutionMinutes: 4 * hour },
  },
  closeResolvedAfterDays: 7,
  cannedReplies: [],
};
