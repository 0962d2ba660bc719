import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import type {
  VendorClaim,
  VendorClaimInput,
  VendorClaimPreview,
  VendorClaimPreviewInput,
  VendorClaimView,
  VendorPaymentInput,
} from '@aisle/contract/finance/vendor-claims';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem, stale, wrongField } from '../../core/problem.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import {
  contentsOfClaim,
  contentsOfLines,
  insertLines,
  journalsOfClaim,
  unclaimedJournals,
} from './claim-lines.queries.ts';
import { claimLinesOf, type NewClaimLine, type VendorJournal } from './claim-lines.ts';
import {
  type ClaimCreator,
  type ClaimPeriod,
  getClaim,
  insertClaim,
  lockClaim,
  lockClaimsOf,
  readPeriod,
  readUnclaimed,
  settleClaim,
} from './vendor-claims.queries.ts';

const linesOf = (journals: readonly VendorJournal[], vendorId: string): NewClaimLine[] =>
  journals.flatMap((journal) => claimLinesOf(journal, vendorId));

export async function viewClaim(tx: Tx, id: string): Promise<VendorClaimView> {
  return { ...(await getClaim(tx, id)), ...(await contentsOfClaim(tx, id)) };
}

/** Previews a claim through a day; by default through today. */
export async function previewClaim(
  tx: Tx,
  { vendorId, to }: VendorClaimPreviewInput,
): Promise<VendorClaimPreview> {
  const period = await periodOf(tx, vendorId, to);
  const { from, amount } = await readUnclaimed(tx, period);
  const lines = linesOf(await unclaimedJournals(tx, period), vendorId);
  return { vendor: period.vendor, from, to: period.to, amount, ...(await contentsOfLines(tx, lines)) };
}

async function periodOf(tx: Tx, vendorId: string, to: string | undefined): Promise<ClaimPeriod> {
  const period = await readPeriod(tx, vendorId, to);
  if (period.to > period.today) throw wrongField('to', `Must not be after today, ${formatDay(period.today)}`);
  return period;
}

/** Claims everything that a vendor owes through a day and that is on no claim yet. */
export async function createClaim(
  tx: Tx,
  actor: Actor,
  { vendorId, to }: VendorClaimInput,
): Promise<VendorClaim> {
  await lockClaimsOf(tx, vendorId);
  const period = await periodOf(tx, vendorId, to);
  const id = await claimEntries(tx, actor, period);
  if (!id) throw problem('vendorClaims.nothing-to-claim', { reason: await whyNothing(tx, period) });
  const claim = await getClaim(tx, id);
  await record(tx, actor, 'create', claim);
  return claim;
}

/** Writes a claim with its entries and lines. Returns undefined if the vendor owes nothing. */
export async function claimEntries(
  tx: Tx,
  creator: ClaimCreator,
  period: ClaimPeriod,
): Promise<string | undefined> {
  const id = await insertClaim(tx, creator, period);
  if (id) await insertLines(tx, id, linesOf(await journalsOfClaim(tx, id), period.vendor._id));
  return id;
}

async function whyNothing(tx: Tx, period: ClaimPeriod): Promise<string> {
  const { from, amount } = await readUnclaimed(tx, period);
  const { name } = period.vendor;
  if (from === null) return `${name} owes nothing on no claim through ${formatDay(period.to)}`;
  return amount === 0
    ? `Refunds of ${name} equal its part of promotions through ${formatDay(period.to)}`
    : `Refunds of ${name} exceed its part of promotions by ${formatMoney(-amount)}. They reduce the next claim`;
}

/** Records that a vendor paid a claim in full. */
export async function settle(
  tx: Tx,
  actor: Actor,
  id: string,
  { amount, version, ...payment }: VendorPaymentInput,
): Promise<VendorClaim> {
  await mustBeConfirmed(tx, actor);
  const { today, ...claim } = await lockClaim(tx, id);
  if (claim.status === 'settled') throw problem('vendorClaims.settled', { number: claim.number });
  if (version !== claim.version) throw stale(claim);
  if (amount !== claim.amount)
    throw wrongField('amount', `Must be ${formatMoney(claim.amount)}, the amount of the claim`);
  if (payment.paidOn > today) throw wrongField('paidOn', `Must not be after today, ${formatDay(today)}`);
  if (payment.paidOn < claim.from) {
    throw wrongField(
      'paidOn',
      `Must not be before ${formatDay(claim.from)}, the first day of claim ${claim.number}`,
    );
  }
  await settleClaim(tx, actor, claim, payment);
  const settled = await getClaim(tx, id);
  await record(tx, actor, 'settle', settled);
  return settled;
}

const record = (
  tx: Tx,
  actor: Actor,
  action: 'create' | 'settle',
  { _id: recordId, number, vendor, amount, payment }: VendorClaim,
): Promise<void> =>
  recordChange(tx, actor, {
    action,
    resource: 'vendorClaims',
    recordId,
    after: {
      number,
      vendor: vendor.name,
      amount,
      ...(payment && { method: payment.method, reference: payment.reference, paidOn: payment.paidOn }),
    },
  });
