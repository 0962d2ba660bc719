import { z } from 'zod';
import { DateOnly, Id, Instant, Ref, requiredText, Version } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes } from '../core/route.ts';
import { PayoutMethod } from './statements.ts';

export const vendorClaimStatuses = ['open', 'settled'] as const;
const VendorClaimStatus = z.enum(vendorClaimStatuses);
export type VendorClaimStatus = z.infer<typeof VendorClaimStatus>;
export const vendorClaimStatusLabels: Record<VendorClaimStatus, string> = {
  open: 'Open',
  settled: 'Settled',
};

/** Amounts that vendors owe but that are on no claim yet, or claims by status. */
export const vendorClaimTabs = ['all', 'due', ...vendorClaimStatuses] as const;
/** The filters that a tab sets for the list of claims, or null if the tab shows unclaimed amounts. */
export function vendorClaimFilters(tab: unknown): { status?: VendorClaimStatus } | null {
  if (tab === 'due') return null;
  const status = vendorClaimStatuses.find((one) => one === tab);
  return status ? { status } : {};
}

/** The vendor's part of one promotion. Refunds reduce units and amount. */
const ClaimedPromotion = z.object({
  promotionId: Id,
  number: z.string(),
  label: z.string(),
  /** Reduced units of delivered orders; items sold by weight count in their unit. */
  units: z.number(),
  amount: Cents,
});
export type ClaimedPromotion = z.infer<typeof ClaimedPromotion>;

/** Everything that a vendor owes for its part of promotions in a period. */
export const VendorClaim = z.object({
  _id: Id,
  number: z.string(),
  vendor: Ref,
  status: VendorClaimStatus,
  /** Calendar days of the marketplace, from the first entry to the end of the period. */
  from: DateOnly,
  to: DateOnly,
  amount: Cents,
  payment: z
    .object({
      method: PayoutMethod,
      reference: z.string(),
      paidOn: DateOnly,
      by: z.string(),
      at: Instant,
    })
    .nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  version: Version,
});
export type VendorClaim = z.infer<typeof VendorClaim>;
/** The orders whose sales or refunds are claimed, and the amounts by promotion, largest first. */
const contents = { orders: z.int(), promotions: z.array(ClaimedPromotion) };
export const VendorClaimView = VendorClaim.extend(contents);
export type VendorClaimView = z.infer<typeof VendorClaimView>;

/** The vendor's part of a promotion on one item of an order, or of a refund, which is negative. */
export const VendorClaimLine = z.object({
  _id: z.string(),
  /** The day of the delivery or the refund at the location. */
  day: DateOnly,
  order: z.object({ _id: Id, number: z.string() }),
  locationName: z.string(),
  isRefund: z.boolean(),
  /** Null for a promotion of the delivery fee. */
  item: z.object({ name: z.string(), ...itemNames, sku: z.string() }).nullable(),
  promotion: ClaimedPromotion.pick({ promotionId: true, number: true, label: true }),
  units: z.number(),
  amount: Cents,
});
export type VendorClaimLine = z.infer<typeof VendorClaimLine>;

/** The amount that is on no claim yet, and what a claim through a day would contain. */
export const VendorClaimPreview = z.object({
  vendor: Ref,
  /** The day of the first entry; null if there is none. */
  from: DateOnly.nullable(),
  to: DateOnly,
  /** Zero or negative amounts can't be claimed. They stay for the next claim. */
  amount: Cents,
  ...contents,
});
export type VendorClaimPreview = z.infer<typeof VendorClaimPreview>;

/** A vendor with entries that are on no claim yet. */
export const VendorDueRow = z.object({
  vendorId: Id,
  vendorName: z.string(),
  amount: Cents,
  /** The day of the first entry. */
  since: DateOnly,
});
export type VendorDueRow = z.infer<typeof VendorDueRow>;

export const VendorClaimInput = z.strictObject({ vendorId: Id, to: DateOnly });
export type VendorClaimInput = z.infer<typeof VendorClaimInput>;
/** `to` defaults to today in the zone of the marketplace. */
export const VendorClaimPreviewInput = VendorClaimInput.partial({ to: true });
export type VendorClaimPreviewInput = z.infer<typeof VendorClaimPreviewInput>;

export const VendorPaymentInput = z.strictObject({
  /** Exactly the amount of the claim. */
  amount: Cents,
  method: PayoutMethod,
  /** The number of the transfer or check. */
  reference: requiredText('Reference', 100),
  paidOn: DateOnly,
  version: Version,
});
export type VendorPaymentInput = z.infer<typeof VendorPaymentInput>;

export const VendorClaimPage = pageRequest(['number', 'to', 'amount', 'vendorName', 'createdAt'], {
  vendorId: Id,
  status: VendorClaimStatus,
  /** Claims whose period ends within these days. */
  from: DateOnly,
  to: DateOnly,
});
export type VendorClaimPage = z.infer<typeof VendorClaimPage>;
export const VendorDuePage = pageRequest(['vendorName', 'amount', 'since'], {});
export type VendorDuePage = z.infer<typeof VendorDuePage>;
/** `search` matches the numbers of orders. */
export const VendorClaimLinePage = z.strictObject({
  ...pageRequest(['day'], { promotionId: Id }).unwrap().shape,
  claimId: Id,
});
export type VendorClaimLinePage = z.infer<typeof VendorClaimLinePage>;

export const vendorClaimRoutes = routes('vendorClaims', {
  list: {
    method: 'POST',
    path: '/vendor-claim/list',
    permission: 'vendor_claim_list',
    everywhere: true,
    summary: 'Lists claims against vendors for their part of promotions',
    body: VendorClaimPage,
    data: pageOf(VendorClaim),
    reads: true,
    list: {
      screen: '/vendor-claims',
      exportAs: 'vendorClaims',
      shownFor: ({ tab }) => vendorClaimFilters(tab),
    },
  },
  due: {
    method: 'POST',
    path: '/vendor-claim/due',
    permission: 'vendor_claim_list',
    everywhere: true,
    summary: 'Lists vendors that owe amounts on no claim yet',
    body: VendorDuePage,
    data: pageOf(VendorDueRow),
    reads: true,
    list: {
      screen: '/vendor-claims',
      exportAs: 'vendorClaimsDue',
      shownFor: ({ tab }) => (tab === 'due' ? {} : null),
    },
  },
  view: {
    method: 'GET',
    path: '/vendor-claim/view/{id}',
    permission: 'vendor_claim_list',
    everywhere: true,
    summary: 'Shows a claim with its amount by promotion',
    data: VendorClaimView,
    reads: true,
  },
  lines: {
    method: 'POST',
    path: '/vendor-claim/lines',
    permission: 'vendor_claim_list',
    everywhere: true,
    summary: 'Lists the items of orders and refunds on a claim, oldest first',
    body: VendorClaimLinePage,
    data: pageOf(VendorClaimLine),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'vendorClaimLines' },
  },
  pdf: {
    method: 'GET',
    path: '/vendor-claim/pdf/{id}',
    permission: 'vendor_claim_list',
    everywhere: true,
    summary: 'Creates the PDF of a claim',
    /** A signed URL. */
    data: z.object({ url: z.string() }),
  },
  preview: {
    method: 'POST',
    path: '/vendor-claim/preview',
    permission: 'vendor_claim_list',
    everywhere: true,
    summary: 'Shows what a vendor owes on no claim yet, without creating a claim',
    body: VendorClaimPreviewInput,
    data: VendorClaimPreview,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/vendor-claim/create',
    permission: 'vendor_claim_edit',
    everywhere: true,
    onceByKey: true,
    summary: 'Claims from a vendor everything that it owes through a day and that is on no claim yet',
    body: VendorClaimInput,
    data: VendorClaim,
    message: 'Claim created',
    problems: ['vendorClaims.nothing-to-claim'],
    changes: ['vendorClaims'],
  },
  settle: {
    method: 'POST',
    path: '/vendor-claim/settle/{id}',
    permission: 'vendor_claim_edit',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    onceByKey: true,
    summary: "Records a vendor's payment of a claim. Requires the password again",
    body: VendorPaymentInput,
    data: VendorClaim,
    message: 'Payment recorded',
    problems: ['reauth-required', 'version-stale', 'vendorClaims.settled'],
    changes: ['vendorClaims', 'books'],
  },
});
