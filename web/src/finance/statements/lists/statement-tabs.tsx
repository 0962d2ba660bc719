import { type StatementTab, statementTabs } from '@aisle/contract/finance/statements';
import { useCan } from '../../../core/session/session.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import type { List } from '../../../ui/list/use-list.ts';

const labels: Record<StatementTab, string> = {
  open: 'Open',
  paid: 'Paid',
  carried: 'Carried',
  all: 'All',
  due: 'Due',
  runs: 'Payout runs',
};

/** The tabs this person may see: what is due is for those who make statements, runs for those who pay. */
export function useStatementTabs(): StatementTab[] {
  const mayMake = useCan('statement_generate');
  const mayPay = useCan('statement_payment');
  const isHidden = (tab: StatementTab) => (tab === 'due' && !mayMake) || (tab === 'runs' && !mayPay);
  return statementTabs.filter((tab) => !isHidden(tab));
}

/** The tab that the URL names, if the person may see it; else the statements that are to be paid. */
export const tabFor = (wanted: unknown, open: readonly StatementTab[]): StatementTab =>
  open.find((tab) => tab === wanted) ?? 'open';

/** Switching tabs keeps the store and the search; what only one of the lists knows goes. */
export function StatementTabs({ list }: { list: List<unknown> }) {
  const tabs = useStatementTabs();
  const current = tabFor(list.search.tab, tabs);
  const to = (tab: StatementTab) =>
    list.change({
      tab: tab === 'open' ? undefined : tab,
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
