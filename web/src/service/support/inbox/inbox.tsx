import { defaultTicketFilters, supportRoutes } from '@aisle/contract/service/support';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useScreenSearch } from '../../../core/pages/search.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { useList } from '../../../ui/list/use-list.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { TicketView } from '../ticket/ticket-view.tsx';
import classes from './inbox.module.css';
import { TicketList } from './ticket-list.tsx';

/** The ticket list with a ticket beside it; on a phone, one at a time. */
export function Inbox() {
  const { id } = useParams({ strict: false });
  const isNarrow = useIsNarrow();
  const url = useScreenSearch();
  const list = useList(supportRoutes.list, defaultTicketFilters(url));
  const step = useStepping(list.rows, id);
  useHotkeys({ j: () => step(1), k: () => step(-1) });
  return (
    <div className={classes.inbox} data-open={id !== undefined || undefined}>
      {(!isNarrow || id === undefined) && <TicketList list={list} currentId={id} />}
      {id !== undefined && <TicketView key={id} id={id} nextId={nextOf(list.rows, id)} />}
      {id === undefined && !isNarrow && <NoneChosen />}
    </div>
  );
}

/** The ticket to open after this one is resolved: null after the only one of the list, undefined if the list doesn't have it. */
function nextOf(rows: readonly { _id: string }[] | undefined, id: string): string | null | undefined {
  const at = rows?.findIndex((row) => row._id === id) ?? -1;
  return rows && at >= 0 ? ((rows[at + 1] ?? rows[at - 1])?._id ?? null) : undefined;
}

/** Navigates to the next or previous ticket on the current page of the list. */
function useStepping(rows: readonly { _id: string }[] | undefined, id: string | undefined) {
  const navigate = useNavigate();
  return useCallback(
    (by: 1 | -1) => {
      if (!rows || rows.length === 0) return;
      const at = rows.findIndex((row) => row._id === id);
      // If the ticket has left the list, continues from the top.
      const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
      if (!next || next._id === id) return;
      void navigate({
        to: '/supports/$id',
        params: { id: next._id },
        search: true,
      });
    },
    [navigate, rows, id],
  );
}

const keys = [
  ['j', 'Next ticket'],
  ['k', 'Previous ticket'],
  ['r', 'Reply'],
  ['n', 'Add a note'],
  ['a', 'Assign'],
  ['e', 'Resolve'],
  ['?', 'All shortcuts'],
] as const;

function NoneChosen() {
  return (
    <div className={classes.none}>
      <EmptyState title="No ticket selected" text="Choose a ticket from the list.">
        <dl className={classes.keys}>
          {keys.map(([key, what]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </EmptyState>
    </div>
  );
}
