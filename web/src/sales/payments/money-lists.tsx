import { useSearch } from '@tanstack/react-router';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { List } from '../../ui/list/use-list.ts';
import { PaymentList } from './payment-list.tsx';
import { RefundList } from './refund-list.tsx';

/** Payments and refunds as tabs. */
export function MoneyLists() {
  const { tab } = useSearch({ from: '/shell/payments' });
  return tab === 'refunds' ? <RefundList tabs={MoneyTabs} /> : <PaymentList tabs={MoneyTabs} />;
}

export type Tabs = typeof MoneyTabs;
const tabs = [
  { key: 'payments', label: 'Payments' },
  { key: 'refunds', label: 'Refunds' },
];
/** Switching tabs keeps store, days and search, but resets statuses and methods. */
function MoneyTabs({ list, current }: { list: List<unknown>; current: string }) {
  const to = (tab: string) =>
    list.change({
      tab: tab === 'payments' ? undefined : tab,
      status: undefined,
      provider: undefined,
      kind: undefined,
      byHand: undefined,
      sort: undefined,
      columns: undefined,
    });
  return (
    <ListTabs
      label="Money"
      tabs={tabs.map(({ key, label }) => ({ key, label, isOn: key === current, onClick: () => to(key) }))}
    />
  );
}
