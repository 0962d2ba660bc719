import { z } from 'zod';
import { formatCount } from './core/pluralize.ts';

interface ProblemSpec {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
  /** `{name}` is replaced with the detail of that name. */
  message: string;
  /** Details of the response for programs, besides the message. */
  details?: z.ZodObject;
}

/** A line for which less is available than was requested. */
const shortLine = z.object({
  /** Its position in the request. */
  index: z.int().optional(),
  locationId: z.string().optional(),
  subProductId: z.string().nullable(),
  sku: z.string(),
  name: z.string(),
  asked: z.number(),
  available: z.number(),
});

/** Every error that users can get: its stable code, HTTP status and message. */
export const problems = {
  'validation-failed': { status: 400, message: 'Check the highlighted fields' },
  'malformed-request': {
    status: 400,
    message: "The request couldn't be read: {reason}",
    details: z.object({ reason: z.string() }),
  },
  'encryption-required': {
    status: 400,
    message: 'Responses are encrypted. Send your public key in X-Client-Key',
  },
  'client-key-invalid': {
    status: 400,
    message:
      'X-Client-Key must be a public key, OKP X25519 or EC P-256: its JWK as JSON, encoded as base64url without padding',
  },
  'idempotency-key-required': { status: 400, message: 'Send an Idempotency-Key with this request' },
  'not-signed-in': { status: 401, message: 'Please sign in' },
  'permission-missing': {
    status: 403,
    message: "You don't have permission to do this. It requires '{permission}'",
    details: z.object({ permission: z.string() }),
  },
  'reauth-required': { status: 403, message: 'Confirm your password to continue' },
  'not-allowed': { status: 403, message: '{reason}', details: z.object({ reason: z.string() }) },
  'not-found': { status: 404, message: '{what} was not found', details: z.object({ what: z.string() }) },
  'file-missing': { status: 404, message: "This file is missing from the server's storage" },
  'version-stale': {
    status: 409,
    message: 'Someone else changed this while you were editing',
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
    message: "That's too large. The limit is {limit}",
    details: z.object({ limit: z.string() }),
  },
  'unsupported-type': { status: 415, message: '{reason}', details: z.object({ reason: z.string() }) },
  'file-infected': {
    status: 400,
    message: '{name} contains malware ({found}), so nothing was saved',
    details: z.object({ name: z.string(), found: z.string() }),
  },
  'too-many-requests': {
    status: 429,
    message: 'Too many requests. Try again in {seconds} seconds',
    details: z.object({ seconds: z.int() }),
  },
  unavailable: { status: 503, message: 'Aisle is restarting. Try again in a moment' },
  'disk-full': {
    status: 503,
    message: "The server's disk is full, so nothing was saved. Free up space and try again",
  },
  'out-of-memory': {
    status: 503,
    message: 'The server is out of memory, so nothing was saved. Try again in a moment',
  },
  'read-only': {
    status: 503,
    message: 'The database is read-only right now, so nothing was saved. Try again later',
  },
  'scan-failed': {
    status: 503,
    message: "Files can't be checked for malware right now, so nothing was saved. Try again later",
  },
  busy: { status: 503, message: 'Aisle is very busy. Try again in a few seconds' },

  'restore.too-late': { status: 404, message: 'This can no longer be restored' },
  'restore.name-taken': {
    status: 409,
    message: "{name} can't be restored, because its name was taken meanwhile",
    details: z.object({ name: z.string() }),
  },
  'restore.incomplete': {
    status: 409,
    message: "{name} can't be restored, because something that it belongs to was deleted meanwhile",
    details: z.object({ name: z.string() }),
  },

  'auth.sign-in-failed': { status: 400, message: 'Incorrect email or password' },
  'auth.captcha-needed': { status: 400, message: 'Enter the captcha to continue' },
  'auth.captcha-wrong': { status: 400, message: "That doesn't match. Try the new captcha" },
  'auth.token-invalid': {
    status: 400,
    message: 'This link has expired or was already used. Request a new one',
  },
  'auth.viewing-as': {
    status: 403,
    message: "You're viewing Aisle as {name}. Stop viewing to make changes",
    details: z.object({ name: z.string() }),
  },
  'auth.password-wrong': { status: 400, message: 'Incorrect password' },
  'auth.second-factor-needed': { status: 400, message: 'Enter the code of your second factor' },
  'auth.second-factor-setup': {
    status: 403,
    message: 'Your account needs a second factor. Set one up to continue',
  },
  'auth.ticket-invalid': { status: 400, message: 'This sign-in has expired. Enter your password again' },
  'auth.code-wrong': { status: 400, message: 'Incorrect code' },
  'auth.passkey-wrong': { status: 400, message: "This passkey couldn't be verified. Try again" },

  'second-factors.required': {
    status: 409,
    message: 'Your account needs a second factor. Add another one first',
  },
  'second-factors.none': { status: 409, message: 'Set up a second factor first' },
  'second-factors.too-many-passkeys': {
    status: 409,
    message: 'You can have up to {most} passkeys. Remove one first',
    details: z.object({ most: z.int() }),
  },
  'second-factors.no-passkeys-here': {
    status: 409,
    message: 'Passkeys need a public address with a host name. Ask your administrator',
  },

  'users.last-admin': { status: 409, message: 'This is the only administrator. Add another one first' },
  'users.not-invited': {
    status: 409,
    message: "Only active users who haven't chosen a password yet can get another invitation",
  },
  'users.links-used-up': {
    status: 429,
    message: 'This person already got {most} links within an hour. Try again later',
    details: z.object({ most: z.int() }),
  },
  'users.not-yourself': { status: 409, message: "You can't do this to your own account" },

  'categories.too-deep': { status: 409, message: 'Categories have at most three levels' },
  'categories.into-itself': { status: 409, message: "A category can't be moved into itself" },
  'categories.merge-too-large': {
    status: 409,
    message: 'At most {limit} products can be merged at once. Move some of them first',
    details: z.object({ limit: z.int() }),
  },
  'categories.children-changed': {
    status: 409,
    message: 'These categories have changed. Reload and try again',
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
    message: "You've reached the limit of {most} views for this list. Delete one first",
    details: z.object({ most: z.int() }),
  },

  'customerGroups.by-rule': {
    status: 409,
    message: 'Conditions choose the members of this group. Change its conditions instead',
  },

  'messages.no-provider': {
    status: 409,
    message: 'No provider is set up for {channel}. Choose email, or set one up',
    details: z.object({ channel: z.string() }),
  },
  'messages.no-test-address': {
    status: 409,
    message: "A test can't be sent to you: {reason}",
    details: z.object({ reason: z.string() }),
  },
  'messages.unreachable': {
    status: 409,
    message: "Messages can't be handed over: {reason}",
    details: z.object({ reason: z.string() }),
  },
  'messages.draft-gone': {
    status: 409,
    message: 'This draft was sent or deleted meanwhile. Look at the sent messages before you send it again',
  },
  'messages.group-gone': {
    status: 409,
    message: 'The customer group of this message was deleted. Copy the message and choose another audience',
  },
  'messages.over': {
    status: 409,
    message: 'This message is already {state}',
    details: z.object({ state: z.string() }),
  },

  'reportSchedules.too-many': {
    status: 409,
    message: "You've reached the limit of {most} schedules for this report. Delete one first",
    details: z.object({ most: z.int() }),
  },

  'stock.not-enough': {
    status: 409,
    message: 'Not enough in stock: {lines}',
    details: z.object({ lines: z.string(), short: z.array(shortLine).readonly().optional() }),
  },
  'stock.reserved': {
    status: 409,
    message: '{reserved} of these are reserved for orders. You can remove up to {most}',
    details: z.object({ reserved: z.number(), most: z.number() }),
  },
  'inventory.touched': {
    status: 409,
    message: 'This lot has been used since it was received ({what}). Adjust it instead',
    details: z.object({ what: z.string() }),
  },
  'stockCounts.nothing': { status: 409, message: "There's nothing to count. No items were found or counted" },
  'stockCounts.closed': {
    status: 409,
    message: 'This count was already {status}',
    details: z.object({ status: z.string() }),
  },
  'stockCounts.not-blind': {
    status: 409,
    message: "This count isn't blind, so it doesn't need a review. Post it",
  },
  'stockCounts.in-review': {
    status: 409,
    message: 'Counting is finished. Only recounts can be entered',
  },
  'stockCounts.seen': {
    status: 409,
    message: "You've seen the expected quantities. Someone else needs to recount this",
  },
  'stockCounts.blind': {
    status: 409,
    message: "This is a blind count. After review starts, someone who didn't count decides",
  },
  'stockCounts.unsettled': {
    status: 409,
    message:
      'Resolve all differences first. Items with conflicting counts: {conflicts}. Recounts requested: {recounts}',
    details: z.object({ conflicts: z.int(), recounts: z.int() }),
  },
  'expiry.marked-down': { status: 409, message: 'This is already marked down. Undo that mark-down first' },
  'expiry.not-lower': { status: 409, message: 'A mark-down must be below the current price' },
  'expiry.over': { status: 409, message: 'This mark-down has already ended' },
  'recalls.nothing': { status: 409, message: "No lots match, so there's nothing to recall" },
  'recalls.too-many': {
    status: 409,
    message: 'More than {most} lots match. Narrow your selection',
    details: z.object({ most: z.int() }),
  },
  'recalls.not-blocked': { status: 409, message: 'This recall is already in progress' },
  'recalls.not-begun': { status: 409, message: "This recall hasn't started. Choose what to do first" },
  'recalls.row-over': { status: 409, message: 'This is no longer open' },
  'recalls.elsewhere': {
    status: 409,
    message: "{count} of its lots are at stores you can't access. Ask someone with access",
    details: z.object({ count: z.int() }),
  },
  'subscriptions.plan-inactive': {
    status: 409,
    message: "{plan} is inactive, so it can't be sold",
    details: z.object({ plan: z.string() }),
  },
  'subscriptions.overlap': {
    status: 409,
    message: '{reason}',
    details: z.object({ reason: z.string() }),
  },
  'subscriptions.over': {
    status: 409,
    message: 'This subscription has already ended or was cancelled',
  },
  'transfers.sent': { status: 409, message: 'Only drafts can be changed. This transfer was already sent' },

  'statements.nothing-to-state': {
    status: 409,
    message: '{reason}',
    /** The statement that already covers the request, if there is one. */
    details: z.object({
      reason: z.string(),
      statementId: z.string().optional(),
      number: z.string().optional(),
    }),
  },
  'vendorClaims.nothing-to-claim': {
    status: 409,
    message: '{reason}',
    details: z.object({ reason: z.string() }),
  },
  'vendorClaims.settled': {
    status: 409,
    message: 'Claim {number} is already settled',
    details: z.object({ number: z.string() }),
  },
  'statements.paid': {
    status: 409,
    message: 'Statement {number} is already paid',
    details: z.object({ number: z.string() }),
  },
  'statements.not-paid': {
    status: 409,
    message: "Statement {number} isn't paid",
    details: z.object({ number: z.string() }),
  },
  'statements.nothing-to-pay': {
    status: 409,
    message: '{reason}',
    details: z.object({ reason: z.string() }),
  },
  'statements.not-latest': {
    status: 409,
    message: "Only a location's latest statement can be discarded, which is {latest}",
    details: z.object({ latest: z.string() }),
  },
  'statements.was-paid': {
    status: 409,
    message: "Statement {number} was paid and can't be discarded",
    details: z.object({ number: z.string() }),
  },

  'payouts.account-not-ready': {
    status: 409,
    message: "The location can't receive transfers yet. Finish the onboarding on its page",
  },
  'payouts.balance-too-low': {
    status: 409,
    message: 'The available balance at the card provider is too low',
  },
  'payouts.transfer-refused': {
    status: 409,
    message: 'The card provider refused the transfer: {reason}',
    details: z.object({ reason: z.string() }),
  },
  'payouts.transfer-under-way': {
    status: 409,
    message: 'A transfer of this statement is in progress. It is repeated until the card provider answers',
  },
  'payouts.reversal-refused': {
    status: 409,
    message: 'The card provider refused to take the transfer back: {reason}. Adjust the balance instead',
    details: z.object({ reason: z.string() }),
  },
  'payouts.provider-unavailable': {
    status: 503,
    message: "The card provider doesn't respond. Try again in a minute",
  },
  'payouts.run-under-way': { status: 409, message: 'This payout run is still in progress' },

  'customers.merged': {
    status: 409,
    message: '{name} was merged into another customer',
    details: z.object({ name: z.string(), customerId: z.string() }),
  },
  'customers.has-merged': {
    status: 409,
    message: 'Other customers were merged into {name}. Keep {name} instead, or undo those merges first',
    details: z.object({ name: z.string() }),
  },
  'customers.erased': { status: 409, message: 'This customer was erased' },
  'customers.overlapping': {
    status: 409,
    message: 'Both customers have a subscription at the same time. Cancel one of them first',
  },
  'customers.not-merged': { status: 409, message: "This customer isn't merged into another one" },
  'customers.undo-over': { status: 409, message: 'A merge can be undone for 30 days. This one is final' },
  'customers.has-balance': {
    status: 409,
    message: '{name} has {balance} of store credit. Confirm that it is lost, or spend it first',
    details: z.object({ name: z.string(), balance: z.string() }),
  },
  'customers.open-work': {
    status: 409,
    message: 'Finish these first: {numbers}',
    details: z.object({ numbers: z.string() }),
  },

  'promotions.code-not-applied': {
    status: 409,
    message: '{reason}',
    details: z.object({
      reason: z.string(),
      notApplied: z.array(z.object({ code: z.string().optional(), reason: z.string(), message: z.string() })),
    }),
  },
  'promotions.ended': { status: 409, message: 'This promotion has ended. Duplicate it instead' },
  'promotions.step-not-possible': {
    status: 409,
    message: 'This step is no longer possible',
    details: z.object({ from: z.string(), to: z.string(), allowed: z.array(z.string()).readonly() }),
  },
  'promotions.code-taken': {
    status: 409,
    message: 'Another promotion that has not ended uses the code {code}',
    details: z.object({ code: z.string() }),
  },
  'promotions.no-batches': {
    status: 409,
    message: 'Only a promotion with single-use codes has batches. Change its codes first',
  },

  'orders.step-not-possible': {
    status: 409,
    // The server's message names the record and both statuses as people read them; the keys are in the details.
    message: 'This step is no longer possible',
    details: z.object({ from: z.string(), to: z.string(), allowed: z.array(z.string()).readonly() }),
  },
  'orders.not-undoable': {
    status: 409,
    message: "This step can't be undone: {reason}",
    details: z.object({ reason: z.string() }),
  },
  'orders.hand-over-code': { status: 400, message: 'Incorrect hand-over code' },
  'orders.nothing-picked': { status: 409, message: 'Nothing was picked. Cancel or reject the order instead' },
  'orders.not-editable': {
    status: 409,
    message: 'Items can be changed only until the order is prepared',
  },
  'orders.not-picking': { status: 409, message: "This order isn't being picked now" },
  'orders.too-many': {
    status: 409,
    message: 'You can change up to {most} orders at once. Narrow the list',
    details: z.object({ most: z.string() }),
  },
  'orders.no-email': { status: 409, message: 'The customer has no email address. Add one first' },
  'orders.nothing-left': { status: 409, message: 'This would remove every item. Cancel the order instead' },
  'orders.minimum-not-met': {
    status: 409,
    message: 'The minimum order is {minimum}',
    details: z.object({ minimum: z.int() }),
  },
  'orders.not-sellable': {
    status: 409,
    message: "Some items can't be sold: {lines}",
    details: z.object({ lines: z.string(), short: z.array(shortLine).readonly().optional() }),
  },
  'orders.customer-blocked': { status: 409, message: 'This customer is blocked' },
  'orders.payment-type-off': { status: 409, message: 'This payment type is turned off' },
  'orders.not-deliverable': { status: 409, message: '{reason}', details: z.object({ reason: z.string() }) },
  'apiKeys.more-than-you': {
    status: 403,
    message: "You don't have the permission {permission}, so you can't give it to an API key",
    details: z.object({ permission: z.string() }),
  },
  'apiKeys.no-money': { status: 403, message: "This API key can't move money" },
  'apiKeys.over': { status: 409, message: 'This API key was revoked or has expired. Create a new one' },
  'connections.off': { status: 403, message: 'This connection is turned off' },
  'connections.no-key': {
    status: 409,
    message: 'This connection has no active API key. Create a new one that replaces its key',
  },
  'changes.cursor-expired': {
    status: 409,
    message: 'These changes are no longer available. Read the lists again, then continue without a cursor',
  },
  'apiKeys.address': { status: 403, message: "This API key can't be used from this address" },
  'assistants.confirmation-invalid': {
    status: 409,
    message:
      'This confirmation has expired, or is for another call. Call the tool without it to get a new preview',
  },
  'assistants.confirmation-used': {
    status: 409,
    message: 'This confirmation was used before. Call the tool without it to get a new preview',
  },
  'drafts.over': {
    status: 409,
    message: 'This draft was {status}',
    details: z.object({ status: z.string() }),
  },
  'drafts.too-many': {
    status: 409,
    message: '{most} drafts of this API key wait for a person already',
    details: z.object({ most: z.int() }),
  },
  'coins.too-few': {
    status: 409,
    message: '{name} has only {balance} coins',
    details: z.object({ name: z.string(), balance: z.int() }),
  },
  'credits.too-little': {
    status: 409,
    message: '{name} has only {balance} of store credit',
    details: z.object({ name: z.string(), balance: z.string() }),
  },
  'giftCards.not-usable': { status: 409, message: "This gift card can't be used" },
  'giftCards.delivered': {
    status: 409,
    message: 'The code of {number} was delivered. Replace it to get a new one',
    details: z.object({ number: z.string() }),
  },
  'giftCards.downloaded': {
    status: 409,
    message: 'All codes of these cards were downloaded. Replace a card to get a new code',
  },
  'giftCards.no-email': {
    status: 409,
    message: '{number} has no recipient email',
    details: z.object({ number: z.string() }),
  },
  'giftCards.step-not-possible': {
    status: 409,
    message: '{number} is {status}, so this is not possible',
    details: z.object({ number: z.string(), status: z.string() }),
  },
  'orders.tender-off': { status: 409, message: '{reason}', details: z.object({ reason: z.string() }) },
  'orders.coins-off': { status: 409, message: "Coins can't be redeemed here" },
  'orders.coins-short': { status: 409, message: '{reason}', details: z.object({ reason: z.string() }) },
  'mainOrders.price-changed': {
    status: 409,
    message: 'The total is now {total} instead of {quoted}',
    details: z.object({ total: z.string(), quoted: z.string() }),
  },
  'orders.above-authorised': {
    status: 409,
    message: 'The card was authorized for {authorised}, but the order total would be {total}',
    details: z.object({ authorised: z.string(), total: z.string() }),
  },
  'drivers.not-free': {
    status: 409,
    message: "{driver} can't take this now: {reason}",
    details: z.object({ driver: z.string(), reason: z.string() }),
  },
  'hand-ins.nothing-held': {
    status: 409,
    message: '{driver} has no cash to hand in here',
    details: z.object({ driver: z.string() }),
  },
  'hand-ins.changed': {
    status: 409,
    message: '{driver} has {held} now. Count the cash again',
    details: z.object({ driver: z.string(), held: z.string() }),
  },
  'drivers.under-way': {
    status: 409,
    message: '{driver} has deliveries in progress: {count}',
    details: z.object({ driver: z.string(), count: z.int() }),
  },
  'dispatch.one-location': {
    status: 409,
    message: 'A trip starts at one store. These orders are from several',
  },
  'dispatch.coming-back': {
    status: 409,
    message: '{number} is still with {driver}. Mark it as received back first',
    details: z.object({ number: z.string(), driver: z.string() }),
  },
  'dispatch.not-coming-back': { status: 409, message: 'This order is already back at the store' },
  'dispatch.trip-over': { status: 409, message: 'This trip has ended' },
  'dispatch.trip-changed': {
    status: 409,
    message: "The store changed this. You're seeing the latest version",
  },
  'dispatch.drop-code': {
    status: 400,
    message: 'That code is incorrect. Ask the customer again, or take a photo',
  },
  'dispatch.too-many-tries': {
    status: 409,
    message: 'Too many incorrect codes. Ask the store for help',
  },
  'dispatch.too-many-door-codes': {
    status: 409,
    message: 'Too many incorrect codes. Take a photo, or ask the store for help',
  },
  'jobs.over': { status: 409, message: 'This job has already ended' },
  'bulk.nothing': { status: 409, message: "Nothing matches, so there's nothing to change" },
  'bulk.too-many': {
    status: 409,
    message: 'You can change up to {most} records at once. Narrow the list',
    details: z.object({ most: z.string() }),
  },
  'bulk.busy': { status: 409, message: 'A job is still running. Wait for it to finish, or stop it' },
  'bulk.over': { status: 409, message: 'This is already finished' },
  'bulk.nothing-to-undo': { status: 409, message: "There's nothing left to undo" },
  'prices.changed-meanwhile': {
    status: 409,
    message: 'Someone else changed {count} of these while you were editing. Nothing was saved',
    details: z.object({ count: z.int() }),
  },
  'exports.too-many': {
    status: 409,
    message: 'An Excel file can have up to {most} rows. Narrow the list, or choose CSV',
    details: z.object({ most: z.int() }),
  },
  'imports.unreadable': { status: 400, message: '{reason}', details: z.object({ reason: z.string() }) },
  'imports.busy': {
    status: 409,
    message: 'This file is being processed. Wait for it to finish, or cancel the job',
  },
  'imports.done': { status: 409, message: 'This file was already imported' },
  'imports.not-checked': { status: 409, message: 'Check the rows before you import them' },
  'imports.not-imported': { status: 409, message: 'Nothing from this file was imported' },
  'imports.undone': { status: 409, message: 'This import was already undone' },
  'refunds.too-much': {
    status: 409,
    message: 'You can refund up to {most}',
    details: z.object({ most: z.string(), refundable: z.int().optional() }),
  },
  'refunds.not-delivered': {
    status: 409,
    message:
      'Until the order is picked, only the delivery fee can be refunded. Cancel the order or some of its items instead',
  },
  'refunds.under-way': {
    status: 409,
    message: 'The card refund is already in progress. Wait for it to finish',
  },
  'refunds.disputed': {
    status: 409,
    message:
      'The customer disputes this charge ({number}). It is decided there, so it can no longer be refunded',
    details: z.object({ number: z.string(), disputeId: z.string() }),
  },
  'disputes.submitted': {
    status: 409,
    message: 'Dispute {number} was already answered or has ended',
    details: z.object({ number: z.string() }),
  },
  'disputes.past-due': {
    status: 409,
    message: 'The answer to {number} was due {dueBy}',
    details: z.object({ number: z.string(), dueBy: z.string() }),
  },
  'disputes.no-evidence': { status: 409, message: 'Enter some evidence first' },
  'reconciliation.closed': {
    status: 409,
    message: 'This reconciliation is closed. A later correction is a row of a later payout',
  },
  'reconciliation.matched': { status: 409, message: 'This row is already matched or resolved' },
  'reconciliation.unmatched': {
    status: 409,
    message: 'Resolve the unmatched rows first ({unmatched})',
    details: z.object({ unmatched: z.int() }),
  },
  'reconciliation.incomplete': {
    status: 409,
    message: 'The card provider has not named all rows of this payout yet. Try again later',
  },
  'payments.nothing-due': { status: 409, message: 'This order has nothing left to pay' },
  'payments.too-much': {
    status: 409,
    message: 'The amount due is {most}',
    details: z.object({ most: z.string(), due: z.int() }),
  },
  'payments.under-way': {
    status: 409,
    message: "A card payment is in progress. Wait for the payment provider's response",
  },
  'payments.no-gateway': { status: 409, message: "Card payments aren't set up" },
  'support.step-not-possible': {
    status: 409,
    message: 'This step is no longer possible',
    details: z.object({ from: z.string(), to: z.string(), allowed: z.array(z.string()).readonly() }),
  },
  'support.closed': {
    status: 409,
    message: 'This ticket is closed. Create a new one to write to the customer',
  },
  'support.not-mergeable': {
    status: 409,
    message: "These tickets can't be merged: {reason}",
    details: z.object({ reason: z.string() }),
  },
  'support.unreadable-mail': {
    status: 400,
    message: "This email can't be read: {reason}",
    details: z.object({ reason: z.string() }),
  },
  'returns.not-delivered': { status: 409, message: 'Only items of a delivered order can be returned' },
  'returns.window-over': {
    status: 409,
    message:
      'The return window ended on {endedOn}. To accept the return anyway, add a note that explains why',
    details: z.object({ endedOn: z.string(), windowEndsAt: z.string() }),
  },
  'returns.too-much': {
    status: 409,
    message: 'You can’t return more than was delivered: {lines}',
    details: z.object({ lines: z.string(), short: z.array(z.unknown()).readonly() }),
  },
  'returns.too-many-photos': {
    status: 409,
    message: 'Add up to {most} photos per item',
    details: z.object({ most: z.int() }),
  },
  'returns.replacement-gone': {
    status: 409,
    message: 'Replacement {number} was cancelled, so there’s nothing to hand out',
    details: z.object({ number: z.string() }),
  },
} as const satisfies Record<string, ProblemSpec>;

export type ProblemCode = keyof typeof problems;
/** The parameters of a problem; none if its message has no placeholders. */
export type DetailsOf<Code extends ProblemCode> = (typeof problems)[Code] extends {
  details: infer Details extends z.ZodObject;
}
  ? z.input<Details>
  : Record<never, never>;

/** The message for a code with its details filled in. */
export function problemMessage(code: ProblemCode, details: Readonly<Record<string, unknown>> = {}): string {
  return problems[code].message.replace(/\{(\w+)\}/g, (_, name: string) => textOf(details[name]));
}
function textOf(detail: unknown): string {
  return typeof detail === 'number' ? formatCount(detail) : String(detail ?? '');
}
