import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Gateway } from './gateway.ts';
import { findErasedCustomers, removeErasedCustomer } from './gateway-customers.queries.ts';

/** Deletes erased customers and their cards at the gateways. The next run repeats what a gateway didn't answer. */
export async function deleteErasedCustomers(db: Database, gateways: readonly Gateway[]): Promise<void> {
  for (const { name, deleteCustomer } of gateways) {
    if (!deleteCustomer) continue;
    for (const id of await transaction(db, system, (tx) => findErasedCustomers(tx, name))) {
      await deleteCustomer(id);
      await transaction(db, system, (tx) => removeErasedCustomer(tx, name, id));
    }
  }
}
