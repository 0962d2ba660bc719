import type { Precedence } from '@aisle/contract/warehouse/sync';
import type { Loss } from './entries.ts';

/** A field of a row beside the stored value of an existing record. */
interface SentField {
  field: string;
  sent: unknown;
  stored: unknown;
  /** When the caller changed it, and when it changed last in Aisle; the field's newest value can win. */
  updatedAt: string | undefined;
  changedAt: number;
}
type Decision = { writes: boolean; loss?: Loss; isNewer?: boolean };

/** Decides whether the value of a row is written. Equal values are neither written nor lost. */
export function decideField(precedence: Precedence, sent: SentField): Decision {
  const { field, stored, updatedAt, changedAt } = sent;
  const isNewer = precedence === 'newest' && updatedAt !== undefined && Date.parse(updatedAt) > changedAt;
  if (sent.sent === stored) return { writes: false, ...(isNewer && { isNewer }) };
  if (precedence === 'caller') return { writes: true };
  if (isNewer) return { writes: true, isNewer };
  return { writes: false, loss: { field, sent: sent.sent, kept: stored } };
}
