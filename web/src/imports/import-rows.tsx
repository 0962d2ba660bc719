import { type Import, type ImportRow, type ImportRowKind, importRoutes } from '@aisle/contract/imports';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { read } from '../core/api.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ListTabs } from '../ui/list/list-tabs.tsx';
import { SearchBox } from '../ui/list/search-box.tsx';
import { Panel } from '../ui/record-page.tsx';
import { ImportChanges } from './import-changes.tsx';
import classes from './imports.module.css';

const limit = 25;
const figure = (value: number): string => value.toLocaleString('en-US');
/** What the rows are parted into: how they stand to the catalogue, and what an undo has left. */
type Part = ImportRowKind | 'kept';

interface Place {
  page: number;
  /** How each page up to this one was reached. */
  cursors: (string | undefined)[];
}
const firstPage: Place = { page: 1, cursors: [undefined] };

/** Every row of an import, parted by what it does; each shows what it changes, cell by cell. */
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
        label="Rows by what they do"
        tabs={parts.map(({ key, label, count }) => ({
          key,
          label,
          count: figure(count),
          isOn: key === part,
          onClick: () => {
            setChosen(key);
            setPlace(firstPage);
          },
        }))}
      />
      <div className={classes.rowTools}>
        <SearchBox label="Search by SKU or name" value={search} onSearch={onSearch} />
        {hints[part] && (
          <Text size="sm" c="dimmed">
            {hints[part]}
          </Text>
        )}
      </div>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.data && query.data.records.length === 0 && (
        <Text size="sm" c="dimmed" py="md" role="status">
          {search ? 'No rows match.' : 'There are no such rows.'}
        </Text>
      )}
      {query.data && query.data.records.length > 0 && (
        <>
          <RowTable part={part} rows={query.data.records} isChanging={query.isPlaceholderData} />
          <div className={classes.pager}>
            <span className="tabular" role="status">
              {figure((place.page - 1) * limit + 1)}–
              {figure((place.page - 1) * limit + query.data.records.length)} of{' '}
              {query.data.totalIsEstimate && 'about '}
              {figure(query.data.totalRecords)}
            </span>
            <ActionIcon
              variant="default"
              aria-label="Previous rows"
              disabled={place.page === 1}
              onClick={() => turn(-1)}
            >
              <IconChevronLeft size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label="Next rows" disabled={!next} onClick={() => turn(1)}>
              <IconChevronRight size={16} stroke={1.5} />
            </ActionIcon>
          </div>
        </>
      )}
    </Panel>
  );
}

const hints: Partial<Record<Part, string>> = {
  error: 'They are left out. Correct them in the file you download, and import that.',
  kept: 'They were used or changed after the import, and stay as they are.',
};

interface Tab {
  key: Part;
  label: string;
  count: number;
}
/** What asks for a decision first: errors before an import, what stayed after an undo. */
function partsOf({ counts, status, undone }: Import): Tab[] {
  const isDone = status !== 'checked';
  const errors: Tab = {
    key: 'error',
    label: isDone ? 'Left out' : 'With errors',
    count: counts?.errors ?? 0,
  };
  const others: Tab[] = [
    { key: 'changed', label: isDone ? 'Changed' : 'To change', count: counts?.changed ?? 0 },
    { key: 'new', label: isDone ? 'Added' : 'New', count: counts?.new ?? 0 },
  ];
  const same: Tab = { key: 'same', label: 'As they are', count: counts?.same ?? 0 };
  if (!undone) return [errors, ...others, same];
  return [{ key: 'kept', label: 'Kept', count: undone.kept }, ...others, errors, same];
}

/** All rows with errors, with their reasons, as they came. */
function ErrorFile({ found }: { found: Import }) {
  if (!found.errorFileUrl) return null;
  return (
    <Button
      component="a"
      href={found.errorFileUrl}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} stroke={1.5} />}
    >
      Download CSV
    </Button>
  );
}

const heads: Record<Part, readonly string[]> = {
  error: ['Row', 'Column', 'What is wrong', 'In the file', 'Product'],
  changed: ['Row', 'Product', 'What changes'],
  new: ['Row', 'Product', 'What it says'],
  same: ['Row', 'Product'],
  kept: ['Row', 'Product', 'Why it stays'],
};

interface RowTableProps {
  part: Part;
  rows: readonly ImportRow[];
  isChanging: boolean;
}
function RowTable({ part, rows, isChanging }: RowTableProps) {
  return (
    <table className={classes.rows} data-changing={isChanging || undefined}>
      <thead>
        <tr>
          {heads[part].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          part === 'error' ? (
            <ErrorRows key={row._id} row={row} />
          ) : (
            <OneRow key={row._id} part={part} row={row} />
          ),
        )}
      </tbody>
    </table>
  );
}

function OneRow({ part, row }: { part: Part; row: ImportRow }) {
  return (
    <tr>
      <td className={classes.rowNumber}>{row.row}</td>
      <td>
        <Subject row={row} />
      </td>
      {(part === 'changed' || part === 'new') && (
        <td>
          <ImportChanges changes={row.changes} isNew={part === 'new'} />
        </td>
      )}
      {part === 'kept' && <td>{row.undoReason}</td>}
    </tr>
  );
}

/** One line for each thing that is wrong. */
function ErrorRows({ row }: { row: ImportRow }) {
  return row.problems.map(({ column, value, message }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell can be wrong in two ways
    <tr key={at}>
      <td className={classes.rowNumber}>{row.row}</td>
      <td>{column ?? 'Whole row'}</td>
      <td>{message}</td>
      <td className={classes.cell}>{value}</td>
      <td>
        <Subject row={row} />
      </td>
    </tr>
  ));
}

function Subject({ row: { sku, name } }: { row: ImportRow }) {
  return (
    <>
      {name && <span className={classes.subject}>{name}</span>}
      {sku && <span className={classes.sku}>{sku}</span>}
      {!name && !sku && <span aria-hidden>–</span>}
    </>
  );
}
