import { fullName } from '@aisle/contract/core/full-name';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages } from '../../core/api.ts';
import { historyDeed } from '../../links/system/audit-labels.ts';
import { HistoryPages } from '../../links/system/record-history.tsx';
import { type FieldChange, fieldChanges } from '../../ui/record/record-changes.ts';
import { Panel } from '../../ui/record/record-page.tsx';

/** The changes to a customer, newest first, with each field before and after. */
export function HistoryTab({ customer }: { customer: CustomerView }) {
  const params = { id: customer._id };
  const query = useInfiniteQuery(
    readPages(customerCareRoutes.history, (at) => ({ params, body: { limit: 25, ...at } })),
  );
  return (
    <Panel title="History">
      <HistoryPages
        query={query}
        deed={(entry) => historyDeed(entry, fullName(customer))}
        changes={changesOf}
      />
    </Panel>
  );
}

/** Actions whose entries show changed fields; others are described by their verb. */
const withFields = new Set(['edit', 'status', 'addAddress', 'editAddress', 'removeAddress']);
/** Fields that are read-only in the record or that orders change. */
const derived =
  /^(lifetime|worth|lastOrders|lastOrderAt|orderCount|coinBalance|merged|mergedInto|erasedAt|addresses|currentSubscription)\b/;

const changesOf = (entry: AuditEntry): FieldChange[] =>
  withFields.has(entry.action) ? fieldChanges(entry).filter(({ path }) => !derived.test(path)) : [];
