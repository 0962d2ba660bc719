import type { Tx } from '../../core/db/db.ts';
import { erasuresSoFar } from './erasures.queries.ts';

interface Copying<Copy, Kept> {
  /** Reads customers, in any number of transactions. */
  make: () => Promise<Copy>;
  /** Records the copy, so that an erasure finds it. */
  keep: (tx: Tx, copy: Copy) => Promise<Kept>;
  /** Deletes a copy that was not recorded. */
  drop?: (copy: Copy) => Promise<unknown>;
}
/** Copies data of customers, and starts over if one of them is erased meanwhile. */
export async function copyCustomers<Copy, Kept>(
  inTransaction: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>,
  { make, keep, drop }: Copying<Copy, Kept>,
): Promise<Kept> {
  for (;;) {
    const before = await inTransaction(erasuresSoFar);
    const copy = await make();
    const kept = await inTransaction(async (tx) => {
      const isCurrent = (await erasuresSoFar(tx)) === before;
      return isCurrent ? { value: await keep(tx, copy) } : undefined;
    }).catch(async (error: unknown) => {
      await drop?.(copy).catch(() => {});
      throw error;
    });
    if (kept) return kept.value;
    await drop?.(copy);
  }
}
