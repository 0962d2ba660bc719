import type { EvidenceFileKind, EvidenceKey } from '@aisle/contract/sales/disputes';
import Stripe from 'stripe';
import { AnswerRefused, type DisputeAnswer, type DisputeReport } from '../disputes.ts';
import { idOf, instantOf, toTransaction } from './stripe-transactions.ts';

const textFields = {
  productDescription: 'product_description',
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  shippingAddress: 'shipping_address',
  serviceDate: 'service_date',
  shippingDate: 'shipping_date',
  refundPolicy: 'refund_policy_disclosure',
  refundRefusal: 'refund_refusal_explanation',
  otherEvidence: 'uncategorized_text',
} as const satisfies Record<EvidenceKey, keyof Stripe.DisputeUpdateParams.Evidence>;
const fileFields = {
  receipt: 'receipt',
  shippingDocumentation: 'shipping_documentation',
  customerCommunication: 'customer_communication',
  customerSignature: 'customer_signature',
  otherFile: 'uncategorized_file',
} as const satisfies Record<EvidenceFileKind, keyof Stripe.DisputeUpdateParams.Evidence>;

const textKeys = Object.keys(textFields) as EvidenceKey[];

/** Reads a dispute anew, because events about it arrive late and in any order. */
export async function readDispute(stripe: Stripe, ref: string): Promise<DisputeReport> {
  const dispute = await stripe.disputes.retrieve(ref);
  const intentId = idOf(dispute.payment_intent);
  const intent = intentId === null ? null : await stripe.paymentIntents.retrieve(intentId);
  return {
    ref,
    paymentId: intent?.metadata.payment ?? null,
    status: dispute.status,
    amount: dispute.amount,
    reason: dispute.reason,
    dueBy: dispute.evidence_details.due_by ? instantOf(dispute.evidence_details.due_by) : null,
    isChargeRefundable: dispute.is_charge_refundable,
    transactions: dispute.balance_transactions.map((row) => toTransaction(row)),
  };
}

/** Sends an answer unless the dispute already has one: the response to an earlier attempt may have been lost. */
export async function answerDispute(stripe: Stripe, answer: DisputeAnswer): Promise<DisputeReport> {
  const { ref, reference, accept } = answer;
  const { status } = await stripe.disputes.retrieve(ref);
  if (!status.endsWith('needs_response')) return readDispute(stripe, ref);
  try {
    if (accept) await stripe.disputes.close(ref, {}, { idempotencyKey: reference });
    else await submit(stripe, answer);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new AnswerRefused(error.message);
    throw error;
  }
  return readDispute(stripe, ref);
}

async function submit(stripe: Stripe, { ref, reference, evidence, files }: DisputeAnswer): Promise<void> {
  const sent: Stripe.DisputeUpdateParams.Evidence = {};
  for (const key of textKeys) {
    const text = evidence[key];
    if (text) sent[textFields[key]] = text;
  }
  for (const { kind, name, mime, bytes } of files) {
    const file = { name, type: mime, data: bytes };
    const { id } = await stripe.files.create(
      { purpose: 'dispute_evidence', file },
      { idempotencyKey: `${reference}-${kind}` },
    );
    sent[fileFields[kind]] = id;
  }
  await stripe.disputes.update(ref, { evidence: sent, submit: true }, { idempotencyKey: reference });
}
