import type { ConnectionView, LostValue } from '@aisle/contract/warehouse/connections';
import { Text } from '@mantine/core';
import { Panel } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { captionOf, fieldLabel, shownValue } from './precedence-labels.ts';

const columns: DataColumn<LostValue>[] = [
  { header: 'Time', cell: ({ at }) => <DateText value={at} withTime /> },
  {
    header: 'Record',
    cell: ({ recordName, locationName }) =>
      [recordName ?? 'Deleted', locationName].filter(Boolean).join(' · '),
    isRowHeader: true,
  },
  { header: 'Field', cell: ({ field }) => fieldLabel(field) },
  { header: 'Sent', cell: ({ sent }) => shownValue(sent) },
  { header: 'Kept', cell: ({ kept }) => shownValue(kept) },
];

/** The values of a program that were not written, because the value in Aisle won. */
export function LostValues({ connection: { losses, lost } }: { connection: ConnectionView }) {
  return (
    <Panel title="Values that lost">
      {lost === 0 ? (
        <Text c="dimmed">Every value was written.</Text>
      ) : (
        <DataTable
          label="Values that lost"
          {...captionOf(lost)}
          columns={columns}
          rows={losses}
          rowKey={({ _id }) => _id}
          isWide
        />
      )}
    </Panel>
  );
}
