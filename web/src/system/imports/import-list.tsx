import { formatCount } from '@aisle/contract/core/pluralize';
import { importKinds } from '@aisle/contract/system/imports/import-kinds';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import type { RowAction } from '../../ui/list/rows/row.ts';
import { type RowOf, useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { importKindLabels } from './import-kinds.ts';
import { ImportState, importStatusChoices } from './import-status.tsx';
import { ImportMemories } from './mapping/import-memories.tsx';
import { ImportDrop } from './upload/import-drop.tsx';

type Row = RowOf<typeof importRoutes.list>;
const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));

const columns: Column<Row>[] = [
  { key: 'fileName', header: 'File', cell: (row) => row.fileName },
  { key: 'kind', header: 'Kind', cell: (row) => importKindLabels[row.kind].label },
  { key: 'status', header: 'Status', cell: (row) => <ImportState status={row.status} />, card: 'state' },
  {
    key: 'rows',
    header: 'Rows',
    cell: ({ counts }) => (
      <>
        {count(counts?.rows)}
        {counts && <span className="on-card">{counts.rows === 1 ? ' row' : ' rows'}</span>}
      </>
    ),
    align: 'right',
    card: 'figure',
  },
  { key: 'new', header: 'New', cell: (row) => count(row.counts?.new), align: 'right' },
  { key: 'changed', header: 'Changed', cell: (row) => count(row.counts?.changed), align: 'right' },
  { key: 'errors', header: 'Errors', cell: (row) => count(row.counts?.errors), align: 'right' },
  { key: 'createdBy', header: 'By', cell: (row) => row.createdBy ?? '–' },
  {
    key: 'createdAt',
    header: 'Started',
    cell: (row) => <DateText value={row.createdAt} withTime />,
    sortable: true,
    card: 'detail',
  },
];

const filters = [
  choice(
    'kind',
    'Kind',
    importKinds.map((value) => ({ value, label: importKindLabels[value].label })),
  ),
  choice('status', 'Status', importStatusChoices),
];

/** Only for imports that haven't changed anything yet. */
const discardActions = ({ status }: Row, onClick: () => void): RowAction[] =>
  status === 'uploaded' || status === 'checked' ? [{ label: 'Discard', danger: true, onClick }] : [];

export function ImportList() {
  const list = useList(importRoutes.list);
  const discarding = useWrite(importRoutes.discard);
  const navigate = useNavigate();
  const [showsMemories, setShowsMemories] = useState(false);
  async function discard({ _id, fileName }: Row): Promise<void> {
    const yes = await confirm({
      title: `Discard ${fileName}?`,
      text: 'Deletes the file and its preview. No records change.',
      confirm: 'Discard file',
      danger: true,
    });
    if (yes) discarding.mutate({ params: { id: _id } });
  }
  return (
    <>
      <ListPage
        title="Imports"
        noun="imports"
        searchLabel="Search by file name"
        list={list}
        columns={columns}
        tabs={<ImportDrop kind={list.body.filters.kind} />}
        filters={filters}
        actions={
          <Button variant="default" onClick={() => setShowsMemories(true)}>
            Saved mappings
          </Button>
        }
        rowActions={(row) => discardActions(row, () => void discard(row))}
        onOpen={({ _id }) => void navigate({ to: '/imports', search: { id: _id } })}
        empty="Import a list from a spreadsheet or another system. Your imports and their results appear here."
      />
      {showsMemories && <ImportMemories onClose={() => setShowsMemories(false)} />}
    </>
  );
}
