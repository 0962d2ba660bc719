import {
  type ConnectionView,
  connectionRoutes,
  type RefusedRow,
} from '@aisle/contract/warehouse/connections';
import { Button, Text } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { captionOf, syncLabels } from './precedence-labels.ts';

/** The rows of a program that were refused, with a button to send them again. */
export function RefusedRows({ connection }: { connection: ConnectionView }) {
  const { _id, refusals, refused, keys } = connection;
  const rerunning = useWrite(connectionRoutes.rerun);
  const again = (rowIds?: string[]) =>
    rerunning.mutate({ params: { id: _id }, body: rowIds ? { rowIds } : {} });
  const canRerun = keys.some(({ isActive }) => isActive);
  const columns: DataColumn<RefusedRow>[] = [
    { header: 'Time', cell: ({ at }) => <DateText value={at} withTime /> },
    { header: 'Call', cell: ({ name }) => syncLabels[name] },
    {
      header: 'Row',
      cell: ({ row }) => <code className="text-xs break-anywhere">{JSON.stringify(row)}</code>,
      isRowHeader: true,
      grows: true,
    },
    { header: 'Reason', cell: ({ message }) => message },
    {
      header: 'Send again',
      cell: ({ _id: rowId }) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!canRerun || rerunning.isPending}
          onClick={() => again([rowId])}
        >
          Send again
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title="Refused rows"
      tools={
        refused > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            loading={rerunning.isPending}
            disabled={!canRerun}
            onClick={() => again()}
          >
            Send all again
          </Button>
        )
      }
    >
      {refused === 0 ? (
        <Text c="dimmed">No refused rows.</Text>
      ) : (
        <DataTable
          label="Refused rows"
          {...captionOf(refused)}
          columns={columns}
          rows={refusals}
          rowKey={({ _id: rowId }) => rowId}
          isWide
          alignRows="top"
        />
      )}
    </Panel>
  );
}
