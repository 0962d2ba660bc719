import { z } from 'zod';
import {
  BooleanLike,
  From,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  UpTo,
  Version,
} from '../core/fields.ts';
import { Amount, Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { type DisputeStatus, disputeStatuses } from './dispute-status.ts';
import { HeadlineStatusField } from './orders/order-labels.ts';

/** The party that pays for a lost dispute. */
export const disputeFunders = ['marketplace', 'location'] as const;

const DisputeStatusField = z.enum(disputeStatuses);

/** The texts of the evidence, by the key that the provider knows them under. The draft describes the order. */
export const evidenceLabels = {
  productDescription: 'Items',
  customerName: 'Customer name',
  customerEmail: 'Customer email',
  shippingAddress: 'Delivery address',
  serviceDate: 'Date of the order',
  shippingDate: 'Date of the delivery',
  refundPolicy: 'Refund policy',
  refundRefusal: 'Why it was not refunded',
  otherEvidence: 'What else shows that the charge was right',
} as const;
export type EvidenceKey = keyof typeof evidenceLabels;
export const evidenceKeys = Object.keys(evidenceLabels) as [EvidenceKey, ...EvidenceKey[]];

/** The maximum length of all texts together. */
export const maxEvidenceText = 150_000;
const longText = (key: EvidenceKey) => optionalLongText(evidenceLabels[key], 100_000);
const lineOf = (key: EvidenceKey) => optionalText(evidenceLabels[key], 500);
const evidence = {
  productDescription: longText('productDescription'),
  customerName: lineOf('customerName'),
  customerEmail: lineOf('customerEmail'),
  shippingAddress: lineOf('shippingAddress'),
  serviceDate: lineOf('serviceDate'),
  shippingDate: lineOf('shippingDate'),
  refundPolicy: longText('refundPolicy'),
  refundRefusal: longText('refundRefusal'),
  otherEvidence: longText('otherEvidence'),
} satisfies Record<EvidenceKey, z.ZodType>;
export const DisputeEvidence = z.strictObject(evidence);
export type DisputeEvidence = z.infer<typeof DisputeEvidence>;

/** The files of the evidence. Each kind has one file at most. */
export const evidenceFileLabels = {
  receipt: 'Receipt',
  shippingDocumentation: 'Proof of delivery',
  customerCommunication: 'Messages with the customer',
  customerSignature: 'Signature of the customer',
  otherFile: 'Another file',
} as const;
export type EvidenceFileKind = keyof typeof evidenceFileLabels;
export const evidenceFileKinds = Object.keys(evidenceFileLabels) as [EvidenceFileKind, ...EvidenceFileKind[]];
/** The provider takes PDF, JPEG and PNG up to this size together. */
export const maxEvidenceBytes = 4_500_000;

const EvidenceFile = z.object({
  _id: Id,
  kind: z.enum(evidenceFileKinds),
  name: z.string(),
  bytes: z.int(),
  url: z.string(),
});
export type EvidenceFile = z.infer<typeof EvidenceFile>;

/** How a dispute ended. */
export const disputeOutcomes = ['won', 'lost', 'accepted', 'closed'] as const;
export const disputeOutcomeLabels: Record<(typeof disputeOutcomes)[number], string> = {
  won: 'Won',
  lost: 'Lost',
  accepted: 'Accepted',
  closed: 'Closed without a decision',
};

/** A dispute in a list. */
export const DisputeRow = z.object({
  _id: Id,
  number: z.string(),
  orderId: Id,
  orderNumber: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  customerName: z.string(),
  paymentId: Id,
  amount: Amount,
  /** The provider's fee, which a dispute that is won may return. */
  fee: Cents,
  /** The reason that the customer's bank gave, as the provider names it. */
  reason: z.string(),
  status: DisputeStatusField,
  /** When the answer is due; null if none is. */
  dueBy: Instant.nullable(),
  /** True while a refund still ends the dispute. */
  isChargeRefundable: z.boolean(),
  submittedAt: Instant.nullable(),
  /** The party that pays if the dispute is lost. */
  fundedBy: z.enum(disputeFunders),
  outcome: z.enum(disputeOutcomes).nullable(),
  createdAt: Instant,
  version: Version,
});
export type DisputeRow = z.infer<typeof DisputeRow>;

export const Dispute = DisputeRow.extend({
  evidence: DisputeEvidence,
  evidenceFiles: z.array(EvidenceFile),
  /** Whether an answer can still be submitted. Each stage of a dispute takes one. */
  canSubmit: z.boolean(),
  /** The submitted answer that the provider hasn't confirmed. */
  sending: z.enum(['evidence', 'accept']).nullable(),
  /** Why the provider refused the answer. */
  problem: z.string().nullable(),
  order: z.object({
    headlineStatus: HeadlineStatusField,
    total: Cents,
    paid: Cents,
    refunded: Cents,
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
  }),
});
export type Dispute = z.infer<typeof Dispute>;

export const DisputePage = pageRequest(['dueBy', 'createdAt', 'amount'], {
  status: DisputeStatusField,
  locationId: Id,
  from: From,
  to: UpTo,
  /** Disputes whose answer is due before this time. */
  dueBefore: UpTo,
});
export type DisputePage = z.infer<typeof DisputePage>;

export const DisputeEvidenceInput = z
  .strictObject({
    evidence: DisputeEvidence,
    removeFiles: z.array(Id).max(evidenceFileKinds.length).optional(),
    fundedBy: z.enum(disputeFunders).optional(),
    version: Version,
  })
  .refine(
    ({ evidence }) =>
      Object.values(evidence).reduce((length, text) => length + (text?.length ?? 0), 0) <= maxEvidenceText,
    { path: ['evidence'], error: 'Shorten the texts to at most 150,000 characters together' },
  );
export type DisputeEvidenceInput = z.infer<typeof DisputeEvidenceInput>;

export const DisputeSubmission = z.strictObject({
  /** Accepts the dispute instead of answering it. */
  accept: BooleanLike.optional(),
  version: Version,
});
export type DisputeSubmission = z.infer<typeof DisputeSubmission>;

const files = Object.fromEntries(evidenceFileKinds.map((kind) => [kind, { kind: 'document' }])) as Record<
  EvidenceFileKind,
  { kind: 'document' }
>;

export const disputeRoutes = routes('disputes', {
  list: {
    method: 'POST',
    path: '/dispute/list',
    permission: 'dispute_list',
    summary: 'Lists disputes of card payments',
    body: DisputePage,
    data: pageOf(DisputeRow),
    reads: true,
    list: { screen: '/disputes', exportAs: 'disputes' },
  },
  view: {
    method: 'GET',
    path: '/dispute/view/{id}',
    permission: 'dispute_list',
    summary: 'Shows a dispute with its evidence and its order',
    data: Dispute,
    reads: true,
  },
  editEvidence: {
    method: 'PUT',
    path: '/dispute/evidence/{id}',
    permission: 'dispute_edit',
    summary: 'Changes the draft of the evidence. Files are PDF, JPEG or PNG, at most 4.5 MB together',
    body: DisputeEvidenceInput,
    files,
    // Each text may be at the limit of all texts together, in characters of three bytes.
    maxBodyKiB: 512,
    data: Dispute,
    message: 'Evidence saved',
    problems: ['disputes.submitted', 'version-stale', 'not-allowed', 'too-large', 'unsupported-type'],
    changes: ['disputes'],
  },
  submit: {
    method: 'POST',
    path: '/dispute/submit/{id}',
    permission: 'dispute_edit',
    confirms: 'money',
    when: 'always',
    onceByKey: true,
    summary: 'Submits the evidence of a dispute, or accepts the dispute. Requires the password again',
    body: DisputeSubmission,
    data: Dispute,
    message: 'Answer submitted',
    problems: [
      'reauth-required',
      'version-stale',
      'disputes.submitted',
      'disputes.past-due',
      'disputes.no-evidence',
    ],
    changes: ['disputes', 'orders'],
  },
});

/** Whether the dispute waits for an answer of staff. */
export const needsAnswer = (status: DisputeStatus): boolean =>
  status === 'needsResponse' || status === 'inquiry';
