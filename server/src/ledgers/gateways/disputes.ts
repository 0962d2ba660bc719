import type { DisputeEvidence, EvidenceFileKind } from '@aisle/contract/sales/disputes';
import type { ProviderTransaction } from '../provider-transactions/provider-transactions.queries.ts';

/** A dispute as its provider reports it. */
export interface DisputeReport {
  /** The provider's ID. */
  ref: string;
  /** Null if Aisle didn't charge the card. */
  paymentId: string | null;
  /** The provider's own status. */
  status: string;
  amount: number;
  reason: string;
  dueBy: string | null;
  isChargeRefundable: boolean;
  /** The movements of the balance that the dispute caused so far. */
  transactions: readonly ProviderTransaction[];
}

/** The answer to a dispute, which its provider takes once for each stage. */
export interface DisputeAnswer {
  /** The provider's ID of the dispute. */
  ref: string;
  /** Different for each attempt. */
  reference: string;
  accept: boolean;
  evidence: DisputeEvidence;
  files: readonly { kind: EvidenceFileKind; name: string; mime: string; bytes: Buffer }[];
}

/** The provider refused an answer for good: repeating it is pointless. */
export class AnswerRefused extends Error {}
