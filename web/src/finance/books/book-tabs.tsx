import { useNavigate } from '@tanstack/react-router';
import { ListTabs } from '../../ui/list/list-tabs.tsx';

const tabs = [
  { key: '/books', label: 'Trial balance' },
  { key: '/books/journals', label: 'Journals' },
  { key: '/books/accounts', label: 'Accounts' },
] as const;

/** The screens of the books. The trial balance and its journals share the period and location. */
export function BookTabs({
  current,
  search = {},
}: {
  current: (typeof tabs)[number]['key'];
  search?: { from?: string | undefined; to?: string | undefined; locationId?: string | undefined };
}) {
  const navigate = useNavigate();
  const open = (to: (typeof tabs)[number]['key']) =>
    void (to === '/books/accounts' ? navigate({ to }) : navigate({ to, search }));
  return (
    <ListTabs
      label="Books"
      tabs={tabs.map(({ key, label }) => ({ key, label, isOn: key === current, onClick: () => open(key) }))}
    />
  );
}
