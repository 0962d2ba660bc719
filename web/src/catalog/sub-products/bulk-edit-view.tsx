import { type BulkEdit, type BulkRow, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { endOfRun, outcomeColumn, RunPage, useRun } from '../../links/bulk/bulk-run.tsx';
import { valueText } from '../../links/bulk/bulk-sample.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { bulkEditLabels } from './bulk-edit-list.tsx';

const back = { to: '/products/bulk-edits', label: 'Bulk edits' } as const;

const skuColumn: Column<BulkRow> = {
  key: 'sku',
  header: 'SKU',
  cell: (row) => <span className="tabular">{row.sku}</span>,
};

export function BulkEditView() {
  const { id } = useParams({ from: '/shell/products/bulk-edits/$id' });
  const query = useRun(read(bulkEditRoutes.get, { params: { id } }), endOfRun, bulkEditRoutes.undo.changes);
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
      text: `Restores the previous values of ${pluralize(edit.counts.changed, 'row')}. Rows edited since are kept and listed.`,
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
    outcomeColumn(bulkEditLabels),
    { key: 'reason', header: 'Why', cell: (row) => row.reason ?? '' },
  ];
  return (
    <RunPage
      run={edit}
      total={edit.rows}
      words={bulkEditLabels}
      resume={resume}
      title={edit.title}
      noun="rows"
      list={list}
      columns={columns}
      back={back}
      actions={
        edit.canUndo && (
          <Button
            variant="default"
            loading={undo.isPending}
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => void takeBack()}
          >
            Undo
          </Button>
        )
      }
      empty="Counting rows."
    />
  );
}
