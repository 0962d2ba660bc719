import { formatCount } from '@aisle/contract/core/pluralize';
import type { ImportRow, ImportRowKind } from '@aisle/contract/system/imports/import-rows';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { read } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { totalText } from '../../../ui/list/filters/range-text.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { SearchBox } from '../../../ui/list/search-box.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { importKindLabels } from '../import-kinds.ts';
import classes from '../imports.module.css';
import { ImportChanges } from './import-changes.tsx';

const limit = 25;
/** The tabs of rows: by how they compare with the catalog, and by the result of an undo. */
type Part = ImportRowKind | 'kept';

interface Place {
  page: number;
  /** The cursor of each page up to this one. */
  cursors: (string | undefined)[];
}
const firstPage: Place = { page: 1, cursors: [undefined] };

/** The rows of an import in tabs, each with its changes by cell. */
export function ImportRows({ found }: { found: Import }) {
  const parts = partsOf(found);
  const [chosen, setChosen] = useState<Part>();
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState(firstPage);
  const part = chosen ?? parts.find(({ count }) => count > 0)?.key ?? 'same';
  const onSearch = useCallback((text: string) => {
    setSearch(text);
    setPlace(firstPage);
  }, []);
  const cursor = place.cursors[place.page - 1];
  const filters = {
    importId: found._id,
    ...(part === 'kept' ? { undo: 'kept' as const } : { kind: part }),
  };
  const query = useQuery({
    ...read(importRoutes.rows, {
      body: { limit, filters, ...(search && { search }), ...(cursor && { cursor }) },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const next = query.data?.nextCursor ?? undefined;
  const turn = (by: 1 | -1) =>
    setPlace(({ page, cursors }) => ({
      page: page + by,
      cursors: by === 1 ? [...cursors.slice(0, page), next] : cursors,
    }));

  return (
    <Panel title="Rows" tools={part === 'error' && <ErrorFile found={found} />}>
      <ListTabs
        label="Rows by result"
        tabs={parts.map(({ key, label, count }) => ({
          key,
          label,
          count: formatCount(count),
          isOn: key === part,
          onClick: () => {
            setChosen(key);
            setPlace(firstPage);
          },
        }))}
      />
      <div className={`row wrap gap-2 gap-x-4 ${classes.rowTools}`}>
        <SearchBox label={importKindLabels[found.kind].search} value={search} onSearch={onSearch} />
        {hints[part] && (
          <Text size="sm" c="dimmed">
            {hints[part]}
          </Text>
        )}
      </div>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.data && query.data.records.length === 0 && (
        <Text size="sm" c="dimmed" py="md" role="status">
          {search ? 'No rows match.' : 'No rows.'}
        </Text>
      )}
      {query.data && query.data.records.length > 0 && (
        <>
          <RowTable
            found={found}
            part={part}
            rows={query.data.records}
            isChanging={query.isPlaceholderData}
          />
          <div className={`row justify-end gap-2 text-sm secondary ${classes.pager}`}>
            <span className="tabular" role="status">
              {formatCount((place.page - 1) * limit + 1)}–
              {formatCount((place.page - 1) * limit + query.data.records.length)} of{' '}
              {totalText({ ...query.data, total: query.data.totalRecords })}
            </span>
            <ActionIcon
              variant="default"
              aria-label="Previous rows"
              disabled={place.page === 1}
              onClick={() => turn(-1)}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label="Next rows" disabled={!next} onClick={() => turn(1)}>
              <IconChevronRight size={16} />
            </ActionIcon>
          </div>
        </>
      )}
    </Panel>
  );
}

const hints: Partial<Record<Part, string>> = {
  error: 'These rows are skipped. Download them, fix them and import that file.',
  kept: "These rows were used or changed after the import, so they're kept.",
};

interface Tab {
  key: Part;
  label: string;
  count: number;
}
/** Opens the tab that needs a decision: errors before an import, kept rows after an undo. */
function partsOf({ counts, status, undone }: Import): Tab[] {
  const isDone = status !== 'checked';
  const errors: Tab = {
    key: 'error',
    label: isDone ? 'Skipped' : 'With errors',
    count: counts?.errors ?? 0,
  };
  const others: Tab[] = [
    { key: 'changed', label: isDone ? 'Changed' : 'To update', count: counts?.changed ?? 0 },
    { key: 'new', label: isDone ? 'Added' : 'New', count: counts?.new ?? 0 },
  ];
  const same: Tab = { key: 'same', label: 'Unchanged', count: counts?.same ?? 0 };
  if (!undone) return [errors, ...others, same];
  return [{ key: 'kept', label: 'Kept', count: undone.kept }, ...others, errors, same];
}

/** Downloads all rejected rows with their problems. */
function ErrorFile({ found }: { found: Import }) {
  if (!found.errorFileUrl) return null;
  return (
    <Button
      component="a"
      href={found.errorFileUrl}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} />}
    >
      Download CSV
    </Button>
  );
}

/** A row, or one of its problems if it has errors. */
interface TableRow {
  key: string;
  row: ImportRow;
  problem?: ImportRow['problems'][number];
}

/** A row with errors takes one line for each problem. */
const linesOf = (row: ImportRow, part: Part): TableRow[] =>
  part === 'error'
    ? row.problems.map((problem, index) => ({ key: `${row._id} ${index}`, row, problem }))
    : [{ key: row._id, row }];

const rowNumber: DataColumn<TableRow> = {
  header: 'Row',
  cell: ({ row }) => row.row,
  className: classes.rowNumber,
};
const subject = (header: string): DataColumn<TableRow> => ({
  header,
  cell: ({ row }) => <Subject row={row} />,
});
const changes = (fields: Import['fields'], header: string, isNew: boolean): DataColumn<TableRow> => ({
  header,
  cell: ({ row }) => (
    <>
      <ImportChanges changes={row.changes} fields={fields} isNew={isNew} />
      {row.problems.map(({ value, message }) => (
        <Text key={`${value} ${message}`} size="sm" c="var(--aisle-bad)" className={classes.cell ?? ''}>
          {value}: {message}
        </Text>
      ))}
    </>
  ),
});
/** A missing value means an empty cell in the file. */
function inFile({ column, value }: ImportRow['problems'][number]): string {
  if (value !== null && value !== '') return value;
  return column === null ? '–' : 'Empty cell';
}
function columnsOf({ fields, kind }: Import): Record<Part, readonly DataColumn<TableRow>[]> {
  const record = subject(importKindLabels[kind].one);
  return {
    error: [
      rowNumber,
      { header: 'Column', cell: ({ problem }) => problem?.column ?? 'Whole row' },
      { header: 'Problem', cell: ({ problem }) => problem?.message },
      { header: 'In the file', cell: ({ problem }) => problem && inFile(problem), className: classes.cell },
      record,
    ],
    changed: [rowNumber, record, changes(fields, 'Changes', false)],
    new: [rowNumber, record, changes(fields, 'Values', true)],
    same: [rowNumber, record],
    kept: [rowNumber, record, { header: 'Reason kept', cell: ({ row }) => row.undoReason }],
  };
}

interface RowTableProps {
  found: Import;
  part: Part;
  rows: readonly ImportRow[];
  isChanging: boolean;
}
function RowTable({ found, part, rows, isChanging }: RowTableProps) {
  return (
    <DataTable
      label="Rows of the import"
      columns={columnsOf(found)[part]}
      rows={rows.flatMap((row) => linesOf(row, part))}
      rowKey={({ key }) => key}
      alignRows="top"
      isChanging={isChanging}
      className={classes.rows}
    />
  );
}

function Subject({ row: { sku, name } }: { row: ImportRow }) {
  return (
    <>
      {name && <span className={classes.subject}>{name}</span>}
      {sku && <span className="text-xs secondary">{sku}</span>}
      {!name && !sku && <span aria-hidden>–</span>}
    </>
  );
}
