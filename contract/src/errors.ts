import { z } from 'zod';

interface ProblemSpec {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
  /** `{name}` is replaced by the detail of that name. */
  message: string;
  /** What the answer says besides the message, for programs. */
  details?: z.ZodObject;
}

/** Every error a person can meet: its stable code, its HTTP status and its sentence, once. */
export const problems = {
  'validation-failed': { status: 400, message: 'Some fields need another look' },
  'malformed-request': {
    status: 400,
    message: 'The request could not be read: {reason}',
    details: z.object({ reason: z.string() }),
  },
  'encryption-required': {
    status: 400,
    message: 'Send your public key in X-Client-Key: answers here are encrypted',
  },
  'client-key-invalid': { status: 400, message: 'X-Client-Key is not a public key this server can use' },
  'idempotency-key-required': { status: 400, message: 'Send an Idempotency-Key with this request' },
  'not-signed-in': { status: 401, message: 'Please sign in' },
  'permission-missing': {
    status: 403,
    message: "You may not do this: it needs the permission '{permission}'",
    details: z.object({ permission: z.string() }),
  },
  'reauth-required': { status: 403, message: 'Please confirm with your password' },
  'not-allowed': { status: 403, message: '{reason}', details: z.object({ reason: z.string() }) },
  'not-found': { status: 404, message: '{what} was not found', details: z.object({ what: z.string() }) },
  'version-stale': {
    status: 409,
    message: 'Somebody else has changed this meanwhile',
    details: z.object({ currentVersion: z.int().optional() }),
  },
  'in-use': {
    status: 409,
    message: '{what} is in use: {by}',
    details: z.looseObject({ what: z.string(), by: z.string() }),
  },
  duplicate: {
    status: 409,
    message: '{what} is already taken',
    details: z.object({ what: z.string(), number: z.string().optional() }),
  },
  'idempotency-key-reused': { status: 409, message: 'This Idempotency-Key was used for another request' },
  'too-large': {
    status: 413,
    message: 'That is too large: at most {limit}',
    details: z.object({ limit: z.string() }),
  },
  'unsupported-type': { status: 415, message: '{reason}', details: z.object({ reason: z.string() }) },
  'too-many-requests': {
    status: 429,
    message: 'Too many requests: try again in {seconds} s',
    details: z.object({ seconds: z.int() }),
  },
  unavailable: { status: 503, message: 'Aisle is starting or stopping: try again in a moment' },

  'auth.sign-in-failed': { status: 400, message: 'Email or password is wrong' },
  'auth.captcha-needed': { status: 400, message: 'Please solve the captcha' },
  'auth.captcha-wrong': { status: 400, message: 'The captcha does not match. Try the new one' },
  'auth.token-invalid': { status: 400, message: 'This link is no longer valid. Ask for a new one' },
  'auth.password-wrong': { status: 400, message: 'The password is wrong' },

  'users.last-admin': { status: 409, message: 'This is the last administrator: make another one first' },
  'users.not-yourself': { status: 409, message: 'You cannot do this to yourself' },

  'categories.too-deep': { status: 409, message: 'Categories have at most three levels' },
  'categories.into-itself': { status: 409, message: 'A category cannot be moved into itself' },
  'categories.children-changed': {
    status: 409,
    message: 'These are no longer exactly the categories here: load them again',
  },
  'subProducts.sku-taken': {
    status: 409,
    message: "Another sub-product has the SKU '{sku}'",
    details: z.object({ sku: z.string() }),
  },
  'subProducts.barcode-taken': {
    status: 409,
    message: "Another sub-product has the barcode '{barcode}'",
    details: z.object({ barcode: z.string() }),
  },
  'subProducts.too-many': {
    status: 409,
    message: 'A product has at most {most} sub-products',
    details: z.object({ most: z.int() }),
  },

  'savedViews.too-many': {
    status: 409,
    message: 'You have {most} views of this list: delete one first',
    details: z.object({ most: z.int() }),
  },

  'stock.not-enough': {
    status: 409,
    message: 'Not enough in stock: {lines}',
    details: z.object({ lines: z.string(), short: z.array(z.unknown()).readonly().optional() }),
  },
  'stock.reserved': {
    status: 409,
    message: '{reserved} of these are reserved by orders: at most {most} can go',
    details: z.object({ reserved: z.number(), most: z.number() }),
  },
  'inventory.touched': {
    status: 409,
    message: 'This lot has been used since it was received ({what}): adjust it instead',
    details: z.object({ what: z.string() }),
  },
  'stockCounts.nothing': { status: 409, message: 'There is nothing to count: no item was found or counted' },
  'stockCounts.closed': {
    status: 409,
    message: 'This count is over: it was {status}',
    details: z.object({ status: z.string() }),
  },
  'stockCounts.not-blind': {
    status: 409,
    message: 'Everybody sees what differs in this count: it needs no review, post it',
  },
  'stockCounts.in-review': {
    status: 409,
    message: 'Counting is over: only what is to be counted again is still taken',
  },
  'stockCounts.seen': {
    status: 409,
    message: 'You have seen what the books say: somebody else has to count this again',
  },
  'stockCounts.blind': {
    status: 409,
    message: 'This is counted blind: somebody who counted nothing decides, once it is put to review',
  },
  'stockCounts.unsettled': {
    status: 409,
    message:
      'Not everything is settled: {conflicts} items were counted differently, {recounts} are to be counted again',
    details: z.object({ conflicts: z.int(), recounts: z.int() }),
  },
  'expiry.marked-down': { status: 409, message: 'This is marked down already: undo that first' },
  'expiry.not-lower': { status: 409, message: 'A mark-down must be below what is asked now' },
  'expiry.over': { status: 409, message: 'This mark-down is over already' },
  'recalls.nothing': { status: 409, message: 'No lot fits: there is nothing to recall' },
  'recalls.too-many': {
    status: 409,
    message: 'More than {most} lots fit: narrow it down',
    details: z.object({ most: z.int() }),
  },
  'recalls.not-blocked': { status: 409, message: 'Something has been done about this recall already' },
  'recalls.not-begun': { status: 409, message: 'Nothing has been done yet: decide what to do first' },
  'recalls.row-over': { status: 409, message: 'This is not open any more' },
  'recalls.elsewhere': {
    status: 409,
    message: '{count} of its lots are at locations that you do not reach: somebody who does has to act',
    details: z.object({ count: z.int() }),
  },
  'transfers.sent': { status: 409, message: 'Only a draft can be changed: this has left already' },

  'orders.step-not-possible': {
    status: 409,
    message: "This cannot go from '{from}' to '{to}' now. Possible: {allowed}",
    details: z.object({ from: z.string(), to: z.string(), allowed: z.array(z.string()).readonly() }),
  },
  'orders.hand-over-code': { status: 400, message: 'The hand-over code is wrong' },
  'orders.nothing-picked': { status: 409, message: 'Nothing was picked: cancel or reject the order instead' },
  'orders.not-editable': {
    status: 409,
    message: 'Lines can be changed only until the order is prepared',
  },
  'orders.too-many': {
    status: 409,
    message: 'At most {most} orders at once: narrow the list down',
    details: z.object({ most: z.string() }),
  },
  'orders.no-email': { status: 409, message: 'The customer has no email address. Add one first.' },
  'orders.nothing-left': { status: 409, message: 'Nothing would be left: cancel the order instead' },
  'orders.minimum-not-met': {
    status: 409,
    message: 'The minimum order is {minimum}',
    details: z.object({ minimum: z.int() }),
  },
  'orders.not-sellable': {
    status: 409,
    message: 'Some items cannot be sold: {lines}',
    details: z.object({ lines: z.string(), short: z.array(z.unknown()).readonly().optional() }),
  },
  'orders.customer-blocked': { status: 409, message: 'This customer is blocked' },
  'orders.payment-type-off': { status: 409, message: 'This way of paying is switched off' },
  'orders.not-deliverable': { status: 409, message: '{reason}', details: z.object({ reason: z.string() }) },
  'orders.coins-off': { status: 409, message: 'Coins cannot be redeemed here' },
  'orders.coins-short': { status: 409, message: '{reason}', details: z.object({ reason: z.string() }) },
  'orders.above-authorised': {
    status: 409,
    message: 'The card was authorised for {authorised}: this order would come to {total}',
    details: z.object({ authorised: z.string(), total: z.string() }),
  },
  'drivers.not-free': {
    status: 409,
    message: '{driver} cannot take this now: {reason}',
    details: z.object({ driver: z.string(), reason: z.string() }),
  },
  'drivers.under-way': {
    status: 409,
    message: '{driver} has deliveries under way: {count}',
    details: z.object({ driver: z.string(), count: z.int() }),
  },
  'dispatch.one-location': {
    status: 409,
    message: 'A trip starts at one location: these orders are of several',
  },
  'dispatch.trip-over': { status: 409, message: 'This trip is over' },
  'dispatch.trip-changed': {
    status: 409,
    message: 'The location has changed this meanwhile. You see it as it is now',
  },
  'dispatch.drop-code': {
    status: 400,
    message: 'The code is wrong: ask the customer again, or take a photo',
  },
  'dispatch.too-many-tries': {
    status: 409,
    message: 'The code was wrong too often. Ask the location to go on',
  },
  'jobs.over': { status: 409, message: 'This job is over already' },
  'bulk.nothing': { status: 409, message: 'Nothing fits: there is nothing to change' },
  'bulk.busy': { status: 409, message: 'This is being worked on: wait, or stop the job' },
  'bulk.over': { status: 409, message: 'This is done: nothing is left to go on with' },
  'bulk.nothing-to-undo': { status: 409, message: 'Nothing of it is left to take back' },
  'prices.changed-meanwhile': {
    status: 409,
    message: 'Somebody else has changed {count} of these meanwhile: nothing was saved',
    details: z.object({ count: z.int() }),
  },
  'exports.too-many': {
    status: 409,
    message: 'A workbook takes at most {most} rows: narrow the list down, or choose CSV',
    details: z.object({ most: z.int() }),
  },
  'imports.unreadable': { status: 400, message: '{reason}', details: z.object({ reason: z.string() }) },
  'imports.busy': { status: 409, message: 'This file is being worked on: wait, or cancel the job' },
  'imports.done': { status: 409, message: 'This file has been imported already' },
  'imports.not-checked': { status: 409, message: 'Check the rows before you import them' },
  'imports.not-imported': { status: 409, message: 'Nothing of this file has been imported' },
  'imports.undone': { status: 409, message: 'This import has been undone already' },
  'refunds.too-much': {
    status: 409,
    message: 'At most {most} can be refunded',
    details: z.object({ most: z.string(), refundable: z.int().optional() }),
  },
  'refunds.not-delivered': {
    status: 409,
    message: 'Nothing of this order is sold yet: cancel it, or lines of it, instead',
  },
  'refunds.under-way': {
    status: 409,
    message: 'The gateway has begun to pay this back: wait for its answer',
  },
  'payments.nothing-due': { status: 409, message: 'Nothing is due for this order' },
  'payments.too-much': {
    status: 409,
    message: 'At most {most} is due',
    details: z.object({ most: z.string(), due: z.int() }),
  },
  'payments.under-way': {
    status: 409,
    message: 'A card payment is under way: wait for the answer of the gateway',
  },
  'payments.no-gateway': { status: 409, message: 'No card gateway is set up here' },
  'returns.not-delivered': { status: 409, message: 'Only goods of a delivered order can come back' },
  'returns.window-over': {
    status: 409,
    message: 'The return window ended on {endedOn}: take it all the same with a note that says why',
    details: z.object({ endedOn: z.string(), windowEndsAt: z.string() }),
  },
  'returns.too-much': {
    status: 409,
    message: 'More than was delivered would come back: {lines}',
    details: z.object({ lines: z.string(), short: z.array(z.unknown()).readonly() }),
  },
  'returns.too-many-photos': {
    status: 409,
    message: 'A line has at most {most} pictures',
    details: z.object({ most: z.int() }),
  },
  'returns.replacement-gone': {
    status: 409,
    message: 'The replacement {number} was called off: there is nothing to hand out',
    details: z.object({ number: z.string() }),
  },
} as const satisfies Record<string, ProblemSpec>;

export type ProblemCode = keyof typeof problems;
/** What has to be known to answer this problem; nothing where its message is always the same. */
export type DetailsOf<Code extends ProblemCode> = (typeof problems)[Code] extends {
  details: infer Details extends z.ZodObject;
}
  ? z.input<Details>
  : Record<never, never>;

/** The message for a code, its details filled in. */
export function problemMessage(code: ProblemCode, details: Readonly<Record<string, unknown>> = {}): string {
  return problems[code].message.replace(/\{(\w+)\}/g, (_, name: string) => textOf(details[name]));
}
const textOf = (detail: unknown): string =>
  Array.isArray(detail) ? detail.join(', ') || 'nothing' : String(detail ?? '');
