import { hasEveryWord } from '@aisle/contract/core/fold-text';
import type { CategoryRates, LocationRates } from '@aisle/contract/locations/location-rates';
import type { RateKind } from '@aisle/contract/locations/rate-rules';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import { RowMenu } from '../../../ui/list/rows/row-menu.tsx';
import { ExpandButton } from '../../../ui/table/expand-button.tsx';
import { type Drafts, expectation } from './drafts.ts';
import classes from './location-rates.module.css';
import { RateCell } from './rate-cell.tsx';
import { nextText } from './source-text.ts';

interface RatesTableProps {
  rates: LocationRates;
  drafts: Drafts;
  /** The fields reset when this changes. */
  round: number;
  mayChange: (kind: RateKind) => boolean;
  onType: (row: CategoryRates, kind: RateKind, rate: number | null) => void;
  actionsOf: (row: CategoryRates) => RowAction[];
  /** Shown to the right of the filter. */
  tools: ReactNode;
}

/** The up and down arrow keys move within the column, as in a spreadsheet. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const input = event.target as HTMLElement;
  const way = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
  const column = input.dataset.column;
  if (!way || !column || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`)];
  const next = all[all.indexOf(input as HTMLInputElement) + way];
  next?.focus();
  next?.select();
}

export function RatesTable({ rates, drafts, round, mayChange, onType, actionsOf, tools }: RatesTableProps) {
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState(() => openAtFirst(rates.categories));
  const expected = useMemo(() => expectation(rates, drafts), [rates, drafts]);
  const rows = visibleRows(rates.categories, open, filter);
  const flip = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <>
      <div className={`flex wrap gap-2 mb-3 ${classes.bar}`}>
        <TextInput
          type="search"
          aria-label="Find a category"
          placeholder="Find a category"
          leftSection={<IconSearch size={16} aria-hidden />}
          className={classes.filter ?? ''}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setOpen(new Set(rates.categories.map(({ _id }) => _id)))}>
          Expand all
        </Button>
        <Button variant="default" onClick={() => setOpen(new Set())}>
          Collapse all
        </Button>
        {tools}
      </div>
      <table className={classes.table} onKeyDown={step}>
        <thead>
          <tr>
            <th>Category</th>
            <th>Tax</th>
            <th>Commission</th>
            <th data-next>Next change</th>
            <th>
              <span className="visually-hidden">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, hasChildren, isOpen }) => (
            <tr key={row._id}>
              <td data-name>
                <div className="row gap-1 min-w-0" style={{ paddingLeft: (row.level - 1) * 20 }}>
                  {hasChildren ? (
                    <ExpandButton
                      isOpen={isOpen}
                      label={`Subcategories of ${row.name}`}
                      onClick={() => flip(row._id)}
                    />
                  ) : (
                    <span className={classes.leaf} />
                  )}
                  <bdi className="break-anywhere">{row.name}</bdi>
                  {!row.status && <span className="text-xs secondary">Inactive</span>}
                </div>
              </td>
              {(['tax', 'commission'] as const).map((kind) => (
                <td key={`${kind} ${round}`} data-head={kind === 'tax' ? 'Tax' : 'Commission'}>
                  <RateCell
                    row={row}
                    kind={kind}
                    expectation={expected}
                    draft={drafts.get(row._id)?.[kind]}
                    isPassedDown={drafts.get(row._id)?.below ?? false}
                    readOnly={!mayChange(kind)}
                    onType={(rate) => onType(row, kind, rate)}
                  />
                </td>
              ))}
              <td data-next className="text-xs secondary">
                {nextText(row)}
              </td>
              <td>
                <RowMenu label={row.name} actions={actionsOf(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="text-xs secondary">No categories match “{filter}”.</p>}
    </>
  );
}

interface VisibleRow {
  row: CategoryRates;
  hasChildren: boolean;
  isOpen: boolean;
}
const maxOpen = 60;

/** A small tree starts expanded. */
const openAtFirst = (rows: readonly CategoryRates[]): ReadonlySet<string> =>
  new Set(rows.length <= maxOpen ? rows.map(({ _id }) => _id) : []);

/** The expanded rows; with a filter, the rows with matching names and all their parents. */
function visibleRows(
  rows: readonly CategoryRates[],
  open: ReadonlySet<string>,
  filter: string,
): VisibleRow[] {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  const wanted = filter.trim() === '' ? null : found(rows, filter);
  const shown = new Set<string>();
  return rows.flatMap((row) => {
    const isReached = row.parentId === null || (shown.has(row.parentId) && open.has(row.parentId));
    if (wanted ? !wanted.has(row._id) : !isReached) return [];
    shown.add(row._id);
    const hasChildren = parents.has(row._id);
    return [{ row, hasChildren, isOpen: wanted !== null || open.has(row._id) }];
  });
}

function found(rows: readonly CategoryRates[], filter: string): ReadonlySet<string> {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const wanted = new Set<string>();
  for (const row of rows) {
    if (!hasEveryWord(row.name, filter)) continue;
    for (let one: CategoryRates | undefined = row; one; one = byId.get(one.parentId ?? ''))
      wanted.add(one._id);
  }
  return wanted;
}
