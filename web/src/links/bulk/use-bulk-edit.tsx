import { Button } from '@mantine/core';
import { IconChevronDown, IconHistory, IconPencilBolt } from '@tabler/icons-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { allText } from '../../ui/list/rows/select-rows.tsx';
import { MenuButton, type MenuEntry } from '../../ui/menu-button.tsx';

/** The menu of bulk edits of a list. */
export const BulkMenu = ({ entries }: { entries: readonly MenuEntry[] }) => (
  <MenuButton
    button={
      <Button
        variant="default"
        leftSection={<IconPencilBolt size={16} />}
        rightSection={<IconChevronDown size={16} />}
      >
        Bulk edit
      </Button>
    }
    entries={entries}
  />
);
export const history: MenuEntry = {
  label: 'History',
  icon: IconHistory,
  to: { to: '/products/bulk-edits' },
};

interface Chosen<Filters> {
  target: { ids?: string[]; search?: string; filters: Partial<Filters> };
  /** The number of records; the preview counts them if the list has only an estimate. */
  count?: number | undefined;
}
type ListShown<Filters> = Parameters<typeof allText>[0] & {
  body: { search?: string | undefined; filters: Filters };
};

/** A bulk edit of all rows of a list, or of the selected ones. */
export function useBulkEdit<Filters extends object>(
  { body: { search, filters }, ...list }: ListShown<Filters>,
  Dialog: ComponentType<Chosen<Filters> & { onClose: () => void }>,
) {
  const mayView = useCan('sub_product_list');
  const [chosen, setChosen] = useState<Chosen<Filters> | null>(null);
  const { total } = list;
  const isExact = !list.totalIsEstimate && !list.totalIsMinimum;
  const editAll = () =>
    setChosen({ target: { filters, ...(search && { search }) }, count: isExact ? total : undefined });
  return {
    menu: (
      <BulkMenu
        entries={[
          ...(total === 0
            ? []
            : [{ label: `Edit ${allText(list)}…`, icon: IconPencilBolt, onClick: editAll }]),
          ...(mayView ? [history] : []),
        ]}
      />
    ),
    action: {
      label: 'Bulk edit…',
      run: async (rows: readonly { _id: string }[]) => {
        setChosen({ target: { ids: rows.map(({ _id }) => _id), filters: {} }, count: rows.length });
        return false;
      },
      runAll: async () => {
        editAll();
        return false;
      },
    },
    dialog: <Suspense>{chosen && <Dialog {...chosen} onClose={() => setChosen(null)} />}</Suspense>,
  };
}
