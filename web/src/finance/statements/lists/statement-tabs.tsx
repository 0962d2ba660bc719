import { type StatementTab, statementTabs } from '@aisle/contract/finance/statements';
import { useCan } from '../../../core/session/session.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import type { List } from '../../../ui/list/use-list.ts';

const labels: Record<StatementTab, string> = {
  all: 'All',
  due: 'Due',
  open: 'Open',
  paid: 'Paid',
  carried: 'Carried',
  runs: 'Payout runs',
};

/**
 * The tabs that the user can see: unbilled money requires permission to create statements, and runs require permission to pay.
 */
export function useStatementTabs(): StatementTab[] {
  const mayMake = useCan('statement_generate');
  const mayPay = useCan('statement_payment');
  const isHidden = (tab: StatementTab) => (tab === 'due' && !mayMake) || (tab === 'runs' && !mayPay);
  return statementTabs.filter((tab) => !isHidden(tab));
}

/** The tab in the URL if the user can see it; otherwise all statements. */
export const tabFor = (wanted: unknown, open: readonly StatementTab[]): StatementTab =>
  open.find((tab) => tab === wanted) ?? 'all';

/** Switching tabs keeps the location and the search, and drops filters that the next list doesn't have. */
export function StatementTabs({ list }: { list: List<unknown> }) {
  const tabs = useStatementTabs();
  const current = tabFor(list.search.tab, tabs);
  const to = (tab: StatementTab) =>
    list.change({
      tab: tab === 'all' ? undefined : tab,
      sort: undefined,
      columns: undefined,
      ...((tab === 'due' || tab === 'runs') && { from: undefined, to: undefined }),
      ...(tab === 'runs' && { search: undefined, locationId: undefined }),
    });
  return (
    <ListTabs
      label="Statements by state"
      tabs={tabs.map((key) => ({
        key,
        label: labels[key],
        isOn: key === current,
        onClick: () => to(key),
      }))}
    />
  );
}
