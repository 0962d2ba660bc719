import { type AuditListed, auditRoutes } from '@aisle/contract/system/audit';
import { userRoutes } from '@aisle/contract/system/users';
import { useState } from 'react';
import { useMay } from '../../core/session.ts';
import { ChoiceSelect } from '../../ui/form/choice-select.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import type { Column } from '../../ui/list/column.ts';
import { FilterSelect } from '../../ui/list/filters.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { fieldChanges } from '../../ui/record-changes.ts';
import { DateText } from '../../ui/values.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { entryTitle, inWords } from './audit-words.ts';
import { dayOf, endOfDay, startOfDay } from './day-bounds.ts';

const resources = [
  'apiKeys',
  'brands',
  'categories',
  'customers',
  'imports',
  'inventory',
  'locations',
  'orders',
  'products',
  'settings',
  'subProducts',
  'taxes',
  'users',
  'vendors',
  'webhooks',
].map((value) => ({ value, label: inWords(value) }));

/** "Name, Status", or "Name and 4 more" */
function changedText(entry: AuditListed): string {
  const labels = [...new Set(fieldChanges(entry).map(({ label }) => label))];
  if (entry.before === null || entry.after === null || labels.length === 0) return '–';
  return labels.length <= 2 ? labels.join(', ') : `${labels[0]} and ${labels.length - 1} more`;
}

const columns: Column<AuditListed>[] = [
  {
    key: 'what',
    header: 'What',
    cell: entryTitle,
  },
  { key: 'record', header: 'Record', cell: (entry) => entry.recordName ?? '–', card: 'detail' },
  { key: 'fields', header: 'Fields', cell: changedText },
  { key: 'actorName', header: 'Who', cell: (entry) => entry.actorName, card: 'state' },
  {
    key: 'at',
    header: 'When',
    cell: (entry) => <DateText value={entry.at} withTime />,
    sortable: true,
    card: 'figure',
  },
];

export function AuditList() {
  const list = useList(auditRoutes.list);
  const mayListUsers = useMay('user_list');
  const [open, setOpen] = useState<AuditListed | null>(null);
  const { userId, from, to } = list.search;
  return (
    <>
      <ListPage
        title="Audit log"
        noun="entries"
        searchLabel="Name of who did it"
        list={list}
        columns={columns}
        filters={
          <>
            <FilterSelect list={list} name="resource" label="Resource" data={resources} />
            {mayListUsers && (
              <ChoiceSelect
                route={userRoutes.dropdown}
                aria-label="User"
                placeholder="User"
                clearable
                w={180}
                current={list.rows?.[0] && { _id: list.rows[0].userId ?? '', name: list.rows[0].actorName }}
                value={typeof userId === 'string' ? userId : null}
                onChange={(id) => list.change({ userId: id ?? undefined })}
              />
            )}
            <DateInput
              aria-label="From"
              placeholder="From"
              w={136}
              value={dayOf(from)}
              onChange={(day) => {
                if (day === null || isDay(day)) list.change({ from: day ? startOfDay(day) : undefined });
              }}
            />
            <DateInput
              aria-label="To"
              placeholder="To"
              w={136}
              value={dayOf(to)}
              onChange={(day) => {
                if (day === null || isDay(day)) list.change({ to: day ? endOfDay(day) : undefined });
              }}
            />
          </>
        }
        onOpen={setOpen}
        empty="Everything that anybody changes is written down here, with what it was before."
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

/** A half-typed date asks for nothing. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
