import { auditSentence } from '@aisle/contract/audit-sentences';
import { type AuditListed, auditRoutes } from '@aisle/contract/system/audit';
import { changedResources } from '@aisle/contract/system/live/changes';
import { userRoutes } from '@aisle/contract/system/users/users';
import { useState } from 'react';
import { activityNames, changesText, inWords } from '../../links/system/audit-labels.ts';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { lookup } from '../../ui/list/filters/lookup.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { zoneName } from '../../ui/values/when.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { pageOfRecord } from './record-pages.ts';

/**
 * The resources of audit entries; a test compares them with those in the server's code. Addresses are edits of their customer.
 */
export const auditedResources = [
  'access',
  'assistantDrafts',
  ...Object.keys(changedResources).filter((name) => name !== 'customerAddresses'),
];
const resources = auditedResources.map((value) => ({ value, label: inWords(value) }));

const activities = Object.entries(activityNames).map(([value, label]) => ({ value, label }));

function recordLink(entry: AuditListed) {
  const page = pageOfRecord(entry);
  return page && <ScreenLink {...page}>{entry.recordName ?? 'Open'}</ScreenLink>;
}

const columns: Column<AuditListed>[] = [
  { key: 'what', header: 'Activity', cell: (entry) => auditSentence(entry) },
  { key: 'record', header: 'Record', cell: recordLink },
  { key: 'changes', header: 'Changes', cell: changesText, card: 'detail' },
  {
    key: 'at',
    header: `Time (${zoneName()})`,
    cell: (entry) => <DateText value={entry.at} withTime />,
    sortable: true,
    card: 'figure',
  },
];

const filters: FiltersOf<typeof auditRoutes.list> = [
  choice('resource', 'Resource', resources),
  choice('action', 'Access', activities),
  lookup({
    name: 'userId',
    label: 'User',
    route: userRoutes.dropdown,
    isOffered: ({ permissions }) => permissions.has('user_list'),
  }),
  { kind: 'days', label: 'Date', from: 'from', to: 'to', asInstants: true },
  { kind: 'linked', name: 'recordId', label: 'Record', text: 'one record' },
];

export function AuditList() {
  const list = useList(auditRoutes.list, undefined, { pauseUpdates: 'allRows' });
  const [open, setOpen] = useState<AuditListed | null>(null);
  return (
    <>
      <ListPage
        title="Audit log"
        noun="entries"
        searchLabel="Search by record or user"
        list={list}
        columns={columns}
        filters={filters}
        onOpen={setOpen}
        empty="Every change is recorded here with its previous values."
      />
      {open && (
        <AuditDrawer
          entry={open}
          onClose={() => setOpen(null)}
          onRecord={(recordId) => {
            setOpen(null);
            list.change({ recordId });
          }}
        />
      )}
    </>
  );
}
