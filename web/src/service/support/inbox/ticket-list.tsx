import type { Ticket, TicketTab } from '@aisle/contract/service/support';
import { ActionIcon, Button, Skeleton, Title, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconChartBar, IconMailOff } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useCallback, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCanOpen } from '../../../core/pages/screens.ts';
import { useCan } from '../../../core/session/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { BulkBar } from '../../../ui/list/bulk-bar.tsx';
import { ListExport } from '../../../ui/list/export/list-export.tsx';
import { FilterChips } from '../../../ui/list/filters/filter-chips.tsx';
import { ListPager } from '../../../ui/list/list-pager.tsx';
import { offersAll, SelectAllRows, SelectPage } from '../../../ui/list/rows/select-rows.tsx';
import { type Selection, useSelection } from '../../../ui/list/rows/selection.ts';
import { SearchBox } from '../../../ui/list/search-box.tsx';
import { showing } from '../../../ui/list/showing.ts';
import type { List } from '../../../ui/list/use-list.ts';
import { SavedViews } from '../../../ui/list/views/saved-views.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { ActionIconLink } from '../../../ui/record/screen-link.tsx';
import { useSupportOptions } from '../use-support-options.ts';
import classes from './inbox.module.css';
import { useTicketActions } from './ticket-bulk.tsx';
import { ticketFilters } from './ticket-filters.ts';
import { isWholeTab, tabOfSearch } from './ticket-queues.ts';
import { TicketRow } from './ticket-row.tsx';
import { TicketTabs } from './ticket-tabs.tsx';

const NewTicket = later(() => import('../new-ticket.tsx').then((module) => module.NewTicket));

interface TicketListProps {
  list: List<Ticket>;
  /** The open ticket. */
  currentId: string | undefined;
}

export function TicketList({ list, currentId }: TicketListProps) {
  const { categories } = useSupportOptions();
  const { change } = list;
  const onSearch = useCallback(
    (search: string) => change({ search: search || undefined }, { replace: true }),
    [change],
  );
  const selection = useSelection<Ticket>(
    JSON.stringify([list.body.search, list.body.filters]),
    list.rows ?? [],
  );
  const { actions, dialog } = useTicketActions(list, selection);
  const isSelecting = selection.rows.length > 0;
  return (
    <section className={classes.list} aria-label="Tickets">
      <div className={`column gap-2 flex-none ${classes.listHead}`}>
        <ListTitle list={list} isAlone={currentId === undefined} isSelecting={isSelecting} />
        {isSelecting ? (
          <BulkBar
            actions={actions}
            selection={selection}
            list={list}
            exporting={<ListExport list={list} noun="tickets" selection={selection} isPlain />}
          />
        ) : (
          <>
            <search className="row wrap gap-1" aria-label="Filter tickets">
              <SearchBox
                label="Search tickets"
                value={String(list.search.search ?? '')}
                onSearch={onSearch}
              />
              <SavedViews list={list} noun="tickets" isNarrow />
            </search>
            <div className="row wrap gap-1">
              <TicketTabs list={list} />
              <FilterChips filters={ticketFilters(categories)} list={list} ghosts={0} />
            </div>
          </>
        )}
      </div>
      {isSelecting && <SelectingHead list={list} selection={selection} />}
      <Rows list={list} currentId={currentId} selection={selection} />
      {dialog}
      {showing(list) === 'rows' && (list.hasNext || list.body.page > 1) && (
        <div className={classes.listFoot}>
          <ListPager list={list} />
        </div>
      )}
    </section>
  );
}

const sorts = [
  { label: 'Latest message first', sort: undefined },
  { label: 'Oldest message first', sort: 'lastMessageAt' },
  { label: 'Due first', sort: 'dueAt' },
  { label: 'Newest ticket first', sort: 'createdAt.desc' },
] as const;

interface ListTitleProps {
  list: List<Ticket>;
  isAlone: boolean;
  isSelecting: boolean;
}
function ListTitle({ list, isAlone, isSelecting }: ListTitleProps) {
  const [isNew, setNew] = useState(false);
  const mayAdd = useCan('support_add');
  const canSeeMetrics = useCan('support_dashboard');
  const canOpen = useCanOpen();
  const tools = (
    <>
      {canSeeMetrics && (
        <Tooltip label="Support dashboard">
          <ActionIconLink
            to="/supports/dashboard"
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Support dashboard"
          >
            <IconChartBar size={20} />
          </ActionIconLink>
        </Tooltip>
      )}
      {canOpen('/supports/ignored-emails') && (
        <Tooltip label="Ignored emails">
          <ActionIconLink
            to="/supports/ignored-emails"
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Ignored emails"
          >
            <IconMailOff size={20} />
          </ActionIconLink>
        </Tooltip>
      )}
      {!isSelecting && <ListExport list={list} noun="tickets" selection={undefined} isPlain />}
      <MenuButton
        tooltip="Sort"
        button={
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="Sort tickets">
            <IconArrowsSort size={20} />
          </ActionIcon>
        }
        entries={sorts.map(({ label, sort }) => ({
          label,
          isChosen: list.search.sort === sort,
          onClick: () => list.change({ sort }),
        }))}
      />
      {mayAdd && (
        <Button size="xs" aria-label="New ticket" onClick={() => setNew(true)}>
          New
        </Button>
      )}
    </>
  );
  return (
    <>
      {isAlone ? (
        // Tighter spacing than on other pages, because the list is narrow.
        <PageTitle
          title="Support"
          actions={<span className={`row ml-auto ${classes.listTools}`}>{tools}</span>}
        />
      ) : (
        // The ticket has the page title.
        <div className={`row gap-2 ${classes.listTitle}`}>
          <Title order={2}>Support</Title>
          <span className={`row ml-auto ${classes.listTools}`}>{tools}</span>
        </div>
      )}
      {isNew && (
        <Suspense>
          <NewTicket onClose={() => setNew(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Moves between rows with the arrow keys, as in every list. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

interface SelectingProps {
  list: List<Ticket>;
  selection: Selection<Ticket>;
}
function SelectingHead({ list, selection }: SelectingProps) {
  const rows = list.rows ?? [];
  return (
    <div className={`row gap-3 text-sm ${classes.selecting}`}>
      <SelectPage rows={rows} selection={selection} />
      {offersAll({ rows, selection, list }) ? (
        <SelectAllRows selection={selection} list={list} />
      ) : (
        'Select all on this page'
      )}
    </div>
  );
}

function Rows({ list, currentId, selection }: TicketListProps & SelectingProps) {
  switch (showing(list)) {
    case 'failure':
      return list.error && <ErrorState error={list.error} retry={list.retry} />;
    case 'loading':
      return <RowsSkeleton />;
    case 'noSuchPage':
      return (
        <EmptyState title="This page doesn’t exist" text="The list is shorter now.">
          <Button variant="default" onClick={() => list.turn('first')}>
            Go to the first page
          </Button>
        </EmptyState>
      );
    case 'noMatch':
      return isWholeTab(list.search) ? (
        <NoTickets tab={tabOfSearch(list.search)} />
      ) : (
        <EmptyState title="No tickets match" text="Try other words or fewer filters.">
          <Button variant="default" onClick={list.clear}>
            Clear search and filters
          </Button>
        </EmptyState>
      );
    case 'noneHere':
      return (
        <EmptyState title="No tickets at this location" text="Choose “All locations” to see the rest." />
      );
    case 'nothing':
      return <NoTickets tab={tabOfSearch(list.search)} />;
    case 'rows':
      return (
        <ul
          className={`plain-list grow ${classes.rows}`}
          aria-label="Tickets"
          data-changing={list.isChanging || undefined}
          onKeyDown={walk}
        >
          {list.rows?.map((ticket) => (
            <TicketRow
              key={ticket._id}
              ticket={ticket}
              selection={selection}
              isCurrent={ticket._id === currentId}
              // A queue with a single status doesn't repeat it in each row.
              hidesStatus={typeof list.body.filters.status === 'string'}
            />
          ))}
        </ul>
      );
  }
}

const emptyTabs: Record<TicketTab | 'all', [title: string, text: string]> = {
  open: ['No tickets to answer', 'Emails from customers and new tickets appear here.'],
  mine: ['No tickets to answer are assigned to you', 'Take one from “Unassigned”.'],
  unassigned: ['Every ticket to answer is assigned', 'New tickets appear here until someone takes them.'],
  overdue: ['No overdue tickets', 'Tickets that missed their target and wait for an answer appear here.'],
  pending: ['No tickets are waiting for a customer', 'They return to “To answer” when the customer replies.'],
  resolved: ['No resolved tickets', 'Resolved tickets appear here until they are closed.'],
  closed: ['No closed tickets', 'A reply to a closed ticket opens a new one.'],
  all: ['No tickets yet', 'Emails from customers and new tickets appear here.'],
};
function NoTickets({ tab = 'all' }: { tab: TicketTab | 'all' | undefined }) {
  const [title, text] = emptyTabs[tab];
  return <EmptyState title={title} text={text} />;
}

function RowsSkeleton() {
  return (
    <div className="after-a-while" aria-busy="true" style={{ padding: 16 }}>
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {[70, 55, 80, 60, 75].map((width) => (
        <div key={width} style={{ marginBottom: 28 }}>
          <Skeleton height={12} width="45%" mb={10} />
          <Skeleton height={10} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
