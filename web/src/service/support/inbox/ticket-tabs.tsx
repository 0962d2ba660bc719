import { formatCount } from '@aisle/contract/core/pluralize';
import { maxCountedTickets, supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import type { List } from '../../../ui/list/use-list.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { tabLabels } from '../ticket-labels.ts';
import classes from './inbox.module.css';
import { searchOfTab, tabOfSearch } from './ticket-queues.ts';

const inSight = ['open', 'mine', 'unassigned', 'overdue', 'pending'] as const;
const further = ['resolved', 'closed', 'all'] as const;
const labels = { ...tabLabels, all: 'All' };

/** The support queues with their counts; rare ones are in a menu. */
export function TicketTabs({ list }: { list: List<Ticket> }) {
  const current = tabOfSearch(list.search);
  const { data: counts } = useQuery({ ...read(supportRoutes.counts, {}), meta: { quiet: true } });
  const open = (tab: Parameters<typeof searchOfTab>[0]) => list.change(searchOfTab(tab));
  const countOf = (tab: keyof typeof labels) => (tab === 'all' ? undefined : counts?.[tab]);
  const chosen = further.find((tab) => tab === current);
  return (
    <nav className={classes.chips} aria-label="Queues">
      {inSight.map((tab) => (
        <button
          key={tab}
          type="button"
          className={`inline-row secondary nowrap ${classes.chip}`}
          aria-current={tab === current ? 'page' : undefined}
          onClick={() => open(tab)}
        >
          {labels[tab]}
          <Count value={countOf(tab)} isBad={tab === 'overdue'} />
        </button>
      ))}
      <MenuButton
        button={
          <button
            type="button"
            className={`inline-row secondary nowrap ${classes.chip}`}
            aria-current={chosen ? 'page' : undefined}
          >
            {chosen ? labels[chosen] : 'More'}
            <IconChevronDown size={16} aria-hidden />
          </button>
        }
        entries={further.map((tab) => ({
          label: withCount(labels[tab], countOf(tab)),
          isChosen: tab === current,
          onClick: () => open(tab),
        }))}
      />
    </nav>
  );
}

const countText = (count: number): string =>
  count >= maxCountedTickets ? `${formatCount(maxCountedTickets)}+` : formatCount(count);
const withCount = (label: string, count: number | undefined): string =>
  count === undefined ? label : `${label} (${countText(count)})`;

function Count({ value, isBad }: { value: number | undefined; isBad: boolean }) {
  if (value === undefined) return null;
  return (
    <span className={`tabular ${classes.count}`} data-bad={(isBad && value > 0) || undefined}>
      {countText(value)}
    </span>
  );
}
