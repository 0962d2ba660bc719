import { type AnyPage, totalOf } from '@aisle/contract/core/page';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { Route } from '@aisle/contract/core/route';
import { Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { type Args, read } from '../../core/api.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { Panel } from '../record/record-page.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { Pager } from './pager.tsx';

const pageSize = 25;

interface PagedPanelProps<Row, R extends Route, Choice> {
  title: string;
  /** The accessible name of the table. */
  label: string;
  columns: DataColumn<Row>[];
  route: R;
  /** The request for a page, with all rows if nothing is chosen. */
  argsOf: (at: { page: number; limit: number }, chosen: Choice | null) => Args<R>;
  filter?: { label: string; all: string; width: number; data: { value: Choice; label: string }[] };
  /** Actions beside the filter, for the chosen rows. */
  tools?: (chosen: Choice | null) => ReactNode;
  empty?: (chosen: Choice | null) => string;
}

/** A panel of a record with numbered pages of rows, which one filter can narrow. */
export function PagedPanel<
  Row extends { _id: string },
  R extends Route & { data: z.ZodType<AnyPage<Row>> },
  Choice extends string,
>({ title, label, columns, route, argsOf, filter, tools, empty }: PagedPanelProps<Row, R, Choice>) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const query = useQuery({
    ...read(route, argsOf({ page, limit: pageSize }, chosen)),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const data: AnyPage<Row> | undefined = query.data;
  const pages = data ? Math.ceil(totalOf(data) / pageSize) : 0;
  return (
    <Panel
      title={title}
      tools={
        <div className="flex gap-2">
          {filter && (
            <Select
              aria-label={filter.label}
              placeholder={filter.all}
              size="xs"
              w={filter.width}
              clearable
              data={filter.data}
              value={chosen}
              onChange={(value) => {
                setChosen(value);
                setPage(1);
              }}
            />
          )}
          {tools?.(chosen)}
        </div>
      }
    >
      {query.error && !data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : data ? (
        <DataTable
          label={label}
          columns={columns}
          rows={data.records}
          rowKey={({ _id }) => _id}
          isChanging={query.isPlaceholderData}
          {...(empty && { empty: empty(chosen) })}
          isWide
        />
      ) : (
        <Skeleton height={160} className="after-a-while" />
      )}
      <Pager page={page} pages={pages} onPage={setPage}>
        Page {formatCount(page)} of {formatCount(pages)}
      </Pager>
    </Panel>
  );
}
