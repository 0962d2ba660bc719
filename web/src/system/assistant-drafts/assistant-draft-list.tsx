import {
  type AssistantDraft,
  assistantDraftRoutes,
  type DraftStatus,
  draftDays,
  draftStatuses,
  draftStatusLabels,
} from '@aisle/contract/system/assistant-drafts';
import { useState } from 'react';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { DraftDialog } from './draft-dialog.tsx';

const families: Record<DraftStatus, StatusFamily> = {
  open: 'waiting',
  approved: 'good',
  discarded: 'off',
  expired: 'off',
};
const columns: Column<AssistantDraft>[] = [
  { key: 'title', header: 'Change', cell: ({ title }) => title },
  {
    key: 'preview',
    header: 'Preview',
    cell: ({ preview }) => <span className="clip">{preview.split('\n')[0]}</span>,
    card: 'detail',
  },
  { key: 'location', header: 'Location', cell: ({ location }) => location?.name ?? 'Marketplace' },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge family={families[status]} label={draftStatusLabels[status]} />,
    card: 'state',
  },
  { key: 'createdBy', header: 'By', cell: ({ createdBy }) => createdBy },
  {
    key: 'createdAt',
    header: 'Created',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'expiresAt',
    header: 'Expires',
    cell: ({ expiresAt, status }) => (status === 'open' ? <DateText value={expiresAt} withTime /> : '–'),
    sortable: true,
  },
  {
    key: 'decidedBy',
    header: 'Decided by',
    cell: ({ decidedBy }) => decidedBy ?? '–',
    optional: true,
  },
];
const filters = [
  choice(
    'status',
    'Status',
    draftStatuses.map((value) => ({ value, label: draftStatusLabels[value] })),
  ),
  locationFilter,
];

/** Changes that assistants prepared, for the user to approve or discard. */
export function AssistantDraftList() {
  const list = useList(assistantDraftRoutes.list);
  const [opened, setOpened] = useState<AssistantDraft | null>(null);
  return (
    <>
      <ListPage
        title="Assistant drafts"
        noun="drafts"
        list={list}
        columns={columns}
        filters={filters}
        onOpen={setOpened}
        empty={`Changes that an assistant may not make itself appear here, such as refunds. You can approve them for ${draftDays} days.`}
      />
      {opened && <DraftDialog draft={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
