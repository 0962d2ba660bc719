import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { post } from '../books.ts';
import type { TestCard } from '../cards.ts';
import { ApiProblem, invalidParameter } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';

/** Stripe's fee for a dispute of a US card. It is not returned. */
const disputeFee = 1500;
const responseSeconds = 9 * 24 * 3600;
const maxEvidenceCharacters = 150_000;

const textFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const;
const fileFields = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

type EvidenceField = (typeof fileFields)[number] | (typeof textFields)[number];

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

interface DisputeDraft {
  reason: NonNullable<TestCard['dispute']>;
  /** The whole charge if missing. */
  amount?: number;
}

/** The shopper disputes a charge at the bank. An inquiry only asks; a dispute takes the money and a fee at once. */
export function disputeCharge(
  world: World,
  charge: Stripe.Charge,
  { reason, amount }: DisputeDraft,
): Stripe.Dispute {
  if (!charge.captured) throw new ApiProblem('Only a captured charge can be disputed.');
  if (charge.disputed) throw new ApiProblem('This charge is disputed already.');
  const inquiry = reason === 'inquiry';
  const dispute: Stripe.Dispute = world.disputes.add({
    id: newId('du'),
    object: 'dispute',
    amount: amount ?? charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: world.clock.now(),
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence },
    evidence_details: {
      due_by: world.clock.now() + responseSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: world.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: world.cardOf(String(charge.payment_method)).brand,
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: world.cardOf(String(charge.payment_method)).brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: inquiry ? 'fraudulent' : reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  });
  charge.disputed = true;
  world.emit('charge.dispute.created', dispute);
  if (!inquiry) withdraw(world, dispute);
  watchDeadline(world, dispute);
  return dispute;
}

/** A dispute without a response by its deadline is lost, an inquiry is closed. */
function watchDeadline(world: World, dispute: Stripe.Dispute): void {
  const dueBy = dispute.evidence_details.due_by ?? 0;
  world.clock.at(dueBy + 1, () => {
    if (dispute.evidence_details.due_by !== dueBy) return;
    dispute.evidence_details.past_due = true;
    if (dispute.status === 'warning_needs_response') closeDispute(world, dispute.id, 'warning_closed');
    if (needsResponse(dispute)) closeDispute(world, dispute.id, 'lost');
  });
}

const needsResponse = ({ status }: Stripe.Dispute) =>
  status === 'needs_response' || status === 'appeal_needs_response';

function withdraw(world: World, dispute: Stripe.Dispute): void {
  const row = post(world, {
    amount: -dispute.amount,
    fee: disputeFee,
    type: 'adjustment',
    reportingCategory: 'dispute',
    source: dispute.id,
    description: 'Chargeback withdrawal',
  });
  dispute.balance_transactions.push(structuredClone(row));
  world.emit('charge.dispute.funds_withdrawn', dispute);
}

function reinstate(world: World, dispute: Stripe.Dispute): void {
  const row = post(world, {
    amount: dispute.amount,
    type: 'adjustment',
    reportingCategory: 'dispute_reversal',
    source: dispute.id,
    description: 'Chargeback reversal',
  });
  dispute.balance_transactions.push(structuredClone(row));
  world.emit('charge.dispute.funds_reinstated', dispute);
}

/** The bank decides. A dispute that was lost can still be won on appeal. */
export function closeDispute(world: World, id: string, status: string): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  const known = ['won', 'lost', 'warning_closed', 'prevented'].find((option) => option === status);
  if (!known) throw new ApiProblem('status is one of won, lost, warning_closed, prevented');
  if (['won', 'warning_closed', 'prevented'].includes(dispute.status))
    throw new ApiProblem('This dispute is closed.');
  const withdrawn = dispute.balance_transactions.reduce((sum, row) => sum + row.amount, 0) < 0;
  dispute.status = status as Stripe.Dispute.Status;
  if (status === 'won' && withdrawn) reinstate(world, dispute);
  world.emit('charge.dispute.closed', dispute);
  return dispute;
}

/** An inquiry that was not settled becomes a dispute. */
export function escalateInquiry(world: World, id: string): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  if (!dispute.status.startsWith('warning_')) throw new ApiProblem('This dispute is no inquiry.');
  reopen(world, dispute, 'needs_response');
  dispute.is_charge_refundable = false;
  withdraw(world, dispute);
  return dispute;
}

/** The account appeals a lost dispute, which allows one more submission. */
export function appealDispute(world: World, id: string): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  if (dispute.status !== 'lost') throw new ApiProblem('Only a lost dispute can be appealed.');
  return reopen(world, dispute, 'appeal_needs_response');
}

function reopen(world: World, dispute: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
  dispute.status = status;
  dispute.evidence_details.due_by = world.clock.now() + responseSeconds;
  dispute.evidence_details.past_due = false;
  world.emit('charge.dispute.updated', dispute);
  watchDeadline(world, dispute);
  return dispute;
}

/** Sets any status, also one that Stripe adds in the future. */
export function setDisputeStatus(world: World, id: string, status: string): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  dispute.status = status as Stripe.Dispute.Status;
  world.emit('charge.dispute.updated', dispute);
  return dispute;
}

function readEvidence({ world, params }: Call): Partial<Record<EvidenceField, string | null>> {
  const given = params.child('evidence');
  const evidence: Partial<Record<EvidenceField, string | null>> = {};
  for (const field of textFields) {
    const text = given?.unsettable(field);
    if (text !== undefined) evidence[field] = text;
  }
  for (const field of fileFields) {
    const id = given?.unsettable(field);
    if (id === undefined) continue;
    if (id !== null) world.files.get(id, `evidence[${field}]`);
    evidence[field] = id;
  }
  return evidence;
}

/** Stages or submits evidence. `submit` is true by default, and only one submission counts. */
function updateDispute(call: Call, id: string): Stripe.Dispute {
  const { world, params } = call;
  const dispute = world.disputes.get(id);
  const evidence = readEvidence(call);
  const submit = params.flag('submit') ?? true;
  const metadata = params.metadata();
  const merged = { ...dispute.evidence, ...evidence };
  const characters = textFields.reduce((sum, field) => sum + (merged[field]?.length ?? 0), 0);
  if (characters > maxEvidenceCharacters) {
    throw invalidParameter('evidence', 'The combined character count of all evidence is limited to 150,000.');
  }
  params.end();
  dispute.metadata = mergeMetadata(dispute.metadata, metadata);
  if (Object.keys(evidence).length === 0 && !submit) return dispute;
  const inquiry = dispute.status === 'warning_needs_response';
  if (!inquiry && !needsResponse(dispute)) {
    throw new ApiProblem(
      `This dispute has a status of ${dispute.status}; its evidence can no longer be changed.`,
    );
  }
  const details = dispute.evidence_details;
  dispute.evidence = merged;
  details.has_evidence = true;
  if (submit) {
    details.submission_count += 1;
    details.submission_method = 'manual';
    const appeal = dispute.status === 'appeal_needs_response';
    dispute.status = inquiry ? 'warning_under_review' : appeal ? 'appeal_under_review' : 'under_review';
  }
  world.emit('charge.dispute.updated', dispute);
  if (submit) decideBy(world, dispute);
  return dispute;
}

/** In test mode the text of the evidence decides: https://docs.stripe.com/testing#disputes */
function decideBy(world: World, dispute: Stripe.Dispute): void {
  const text = dispute.evidence.uncategorized_text ?? '';
  if (text.includes('winning_evidence')) closeDispute(world, dispute.id, 'won');
  if (text.includes('losing_evidence')) closeDispute(world, dispute.id, 'lost');
}

/** The account accepts the dispute. */
function acceptDispute({ world, params }: Call, id: string): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  params.end();
  const inquiry = dispute.status === 'warning_needs_response';
  if (!inquiry && !needsResponse(dispute)) {
    throw new ApiProblem(`This dispute has a status of ${dispute.status}; it cannot be closed.`);
  }
  return closeDispute(world, id, inquiry ? 'warning_closed' : 'lost');
}

export const disputeRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    handle: (call) => {
      const charge = call.params.text('charge');
      const intent = call.params.text('payment_intent');
      const rows = call.world.disputes
        .newestFirst()
        .filter((row) => (!charge || row.charge === charge) && (!intent || row.payment_intent === intent));
      return listPage(call, { rows, url: '/v1/disputes' });
    },
  },
  { method: 'GET', path: '/v1/disputes/:id', handle: ({ world }, id) => world.disputes.get(id) },
  { method: 'POST', path: '/v1/disputes/:id', handle: updateDispute },
  { method: 'POST', path: '/v1/disputes/:id/close', handle: acceptDispute },
];
