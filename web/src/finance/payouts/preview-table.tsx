import { formatMoney } from '@aisle/contract/core/money';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';

export interface PreviewRow {
  key: string;
  name: ReactNode;
  amount: number;
  /** The amount isn't part of the total, because it is carried forward. */
  isCarried?: boolean;
  warnings: readonly string[];
}

interface PreviewTableProps {
  label: string;
  rows: readonly PreviewRow[];
  total: number;
  /** True while the preview of another date loads. */
  isOld?: boolean;
  empty?: string;
}
/** The preview of an action on many locations: each amount with its warnings, and the total. */
export function PreviewTable({ label, rows, total, isOld = false, empty }: PreviewTableProps) {
  const columns: DataColumn<PreviewRow>[] = [
    {
      header: 'Location',
      cell: ({ name, warnings }) => (
        <>
          {name}
          {warnings.map((warning) => (
            <Text key={warning} size="xs" c="dimmed">
              {warning}
            </Text>
          ))}
        </>
      ),
      footer: 'Total',
    },
    {
      header: 'Amount',
      cell: ({ amount, isCarried }) => (isCarried ? `${formatMoney(amount)}, carried` : formatMoney(amount)),
      align: 'right',
      className: 'nowrap',
      footer: formatMoney(total),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      alignRows="top"
      maxHeight="320px"
      isChanging={isOld}
      {...(empty !== undefined && { empty })}
    />
  );
}
