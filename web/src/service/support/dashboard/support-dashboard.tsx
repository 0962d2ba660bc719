import { formatCount } from '@aisle/contract/core/pluralize';
import { type SupportDashboard as Figures, supportRoutes } from '@aisle/contract/service/support';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { useSession } from '../../../core/session/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import type { DaysFilter, FilteredList } from '../../../ui/list/filters/filter.ts';
import { FilterChips } from '../../../ui/list/filters/filter-chips.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { MetricValue } from '../../../ui/values/metric.tsx';
import classes from './dashboard.module.css';
import {
  AgentTable,
  CategoryTable,
  DayTable,
  durationText,
  shareText,
  TicketsByDay,
} from './dashboard-tables.tsx';

const back = { to: '/supports', label: 'Support' } as const;
const periodFilter: DaysFilter<'from' | 'to'> = {
  kind: 'days',
  label: 'Period',
  from: 'from',
  to: 'to',
  isRequired: true,
};

/** Support metrics: waiting tickets, and response and resolution times in a period. */
export function SupportDashboard() {
  const navigate = useNavigate();
  const { from, to } = useSearch({ from: '/shell/supports/dashboard' });
  const locationId = useSession()?.locationId;
  const query = useQuery({
    ...read(supportRoutes.dashboard, { query: { from, to, ...(locationId && { locationId }) } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const list: FilteredList = {
    search: { from: from ?? query.data?.from, to: to ?? query.data?.to },
    change: (patch) =>
      void navigate({
        to: '/supports/dashboard',
        search: { from: textOf(patch.from), to: textOf(patch.to) },
      }),
  };
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle title="Support dashboard" back={back} />
      <search className="flex gap-2" aria-label="Period">
        <FilterChips filters={[periodFilter]} list={list} />
      </search>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} aria-busy="true" className="after-a-while" />}
      {query.data && <Content figures={query.data} isChanging={query.isPlaceholderData} />}
    </div>
  );
}
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function Content({ figures, isChanging }: { figures: Figures; isChanging: boolean }) {
  const hasTickets = figures.created.count > 0 || figures.resolution.count > 0;
  return (
    <div className={`column gap-4 ${classes.panels}`} data-changing={isChanging || undefined}>
      <div className={`grid align-start gap-4 ${classes.pair}`}>
        <Panel title="Now">
          <div className="flex wrap gap-4 gap-x-8">
            <Count label="To answer" of={figures.open} />
            <Count label="Unassigned" of={figures.unassigned} />
            <Count label="Overdue" of={figures.overdue} isBad />
          </div>
        </Panel>
        <Panel title="In this period">
          <div className="flex wrap gap-4 gap-x-8">
            <Count label="New tickets" of={figures.created} />
            <Durations label="First response" of={figures.firstResponse} />
            <Durations label="Resolution" of={figures.resolution} />
          </div>
        </Panel>
      </div>
      {hasTickets ? (
        <>
          <Panel title="Tickets by day">
            <TicketsByDay days={figures.byDay} />
            <details className={`mt-3 text-sm ${classes.details}`}>
              <summary>As a table</summary>
              <DayTable days={figures.byDay} />
            </details>
          </Panel>
          <div className={`grid align-start gap-4 ${classes.pair}`}>
            <Panel title="By category">
              <CategoryTable rows={figures.byCategory} total={figures.created.count} />
            </Panel>
            <Panel title="By agent">
              <AgentTable rows={figures.byAgent} />
            </Panel>
          </div>
        </>
      ) : (
        <EmptyState title="No tickets in this period" text="Choose other days to see more." />
      )}
    </div>
  );
}

interface CountProps {
  label: string;
  of: Figures['open'];
  isBad?: boolean;
}
const Count = ({ label, of: { count, filters }, isBad = false }: CountProps) => (
  <MetricValue
    label={label}
    value={<span className={isBad && count > 0 ? 'bad' : undefined}>{formatCount(count)}</span>}
    to="/supports"
    search={filters}
  />
);

function Durations({ label, of }: { label: string; of: Figures['firstResponse'] }) {
  const { median, p90, count, inTime, filters } = of;
  return (
    <div>
      <MetricValue label={label} value={durationText(median)} to="/supports" search={filters} />
      {count > 0 && (
        <span className="text-xs secondary">
          90% within {durationText(p90)} · {shareText(inTime, count)} on target
        </span>
      )}
    </div>
  );
}
