import { type BulkEdit, type BulkRow, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { howMany } from '@aisle/contract/core/how-many';
import { isUnfinished } from '@aisle/contract/system/jobs';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { invalidate, read, useWrite } from '../../core/api.ts';
import { valueText } from '../../links/bulk/bulk-sample.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { BulkProgress, isBrokenOff, lookEveryMs, outcomeTabs } from '../../ui/table/bulk-outcome.tsx';
import { OutcomeBadge, outcomeLabel } from './bulk-edit-status.tsx';

const back = { to: '/products/bulk-edits', label: 'Bulk edits' } as const;

const skuColumn: Column<BulkRow> = {
  key: 'sku',
  header: 'SKU',
  cell: (row) => <span className="tabular">{row.sku}</span>,
};

export function BulkEditView() {
  const { id } = useParams({ from: '/shell/products/bulk-edits/$id' });
  const client = useQueryClient();
  const query = useQuery({
    ...read(bulkEditRoutes.get, { params: { id } }),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.jobStatus) ? lookEveryMs : false),
    meta: { quiet: true },
  });
  const state = isUnfinished(query.data?.jobStatus) ? 'at work' : query.data?.state;
  // The rows and what lists show of them are others once a job is over.
  useEffect(() => {
    if (state !== undefined && state !== 'at work') {
      void invalidate(client, bulkEditRoutes.undo.changes);
    }
  }, [client, state]);
  return (
    <Loaded query={query} back={back}>
      {(edit) => <Result edit={edit} />}
    </Loaded>
  );
}

function Result({ edit }: { edit: BulkEdit }) {
  const list = useList(bulkEditRoutes.rows, { bulkEditId: edit._id });
  const undo = useWrite(bulkEditRoutes.undo);
  const resume = useWrite(bulkEditRoutes.resume);
  const params = { id: edit._id };
  async function takeBack(): Promise<void> {
    const isSure = await confirm({
      title: 'Undo this bulk edit?',
      text: `Restores the previous values of ${howMany(edit.counts.changed, 'row')}. Rows edited since are kept and listed.`,
      confirm: 'Undo',
    });
    if (isSure) await undo.mutateAsync({ params }).catch(() => undefined);
  }
  const columns: Column<BulkRow>[] = [
    { key: 'name', header: 'Name', cell: (row) => row.name },
    ...(edit.of === 'subProducts' ? [skuColumn] : []),
    ...(edit.field === 'threshold' || edit.field === 'assigned'
      ? [
          {
            key: 'location',
            header: 'Location',
            cell: (row: BulkRow) => row.locationName,
            card: 'detail' as const,
          },
        ]
      : []),
    { key: 'before', header: 'Before', cell: (row) => valueText(edit.field, row.before), align: 'right' },
    {
      key: 'after',
      header: 'After',
      cell: (row) => valueText(edit.field, row.after),
      align: 'right',
      card: 'figure',
    },
    {
      key: 'outcome',
      header: 'Result',
      cell: (row) => <OutcomeBadge outcome={row.outcome} />,
      card: 'state',
    },
    { key: 'reason', header: 'Why', cell: (row) => row.reason ?? '' },
  ];
  return (
    <ListPage
      title={edit.title}
      noun="rows"
      list={list}
      columns={columns}
      back={back}
      tabs={
        <>
          <BulkProgress bulk={edit} />
          <ListTabs
            label="Results"
            tabs={outcomeTabs({ all: edit.rows, counts: edit.counts, label: outcomeLabel, list })}
          />
        </>
      }
      actions={
        <>
          {isBrokenOff(edit) && (
            <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate({ params })}>
              Resume
            </Button>
          )}
          {edit.canUndo && (
            <Button
              variant="default"
              loading={undo.isPending}
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => void takeBack()}
            >
              Undo
            </Button>
          )}
        </>
      }
      empty="Counting rows."
    />
  );
}
