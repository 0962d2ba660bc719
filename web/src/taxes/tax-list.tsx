import { type Tax, taxRoutes } from '@aisle/contract/taxes';
import { useState } from 'react';
import { useWrite } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { confirm } from '../ui/confirm.tsx';
import { ActiveSwitch } from '../ui/form/active-switch.tsx';
import type { Column } from '../ui/list/column.ts';
import { FilterBoolean } from '../ui/list/filters.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import { useList } from '../ui/list/use-list.ts';
import { DateText, RateText } from '../ui/values.tsx';
import { TaxForm } from './tax-form.tsx';

const usedBy = ({ categoryCount, productCount }: Tax): string =>
  [
    ...(categoryCount > 0 ? [`${categoryCount} ${categoryCount === 1 ? 'category' : 'categories'}`] : []),
    ...(productCount > 0 ? [`${productCount} ${productCount === 1 ? 'product' : 'products'}`] : []),
  ].join(', ') || 'Nothing yet';

export function TaxList() {
  const list = useList(taxRoutes.list);
  const mayEdit = useMay('tax_edit');
  const switching = useWrite(taxRoutes.updateStatus);
  const removing = useWrite(taxRoutes.remove);
  const [open, setOpen] = useState<Tax | 'new' | null>(null);

  async function remove(tax: Tax): Promise<void> {
    const sure = await confirm({
      title: `Delete ${tax.name}?`,
      text: 'A tax that a category or a product names stays: take it off there first, or switch it off.',
      confirm: 'Delete',
    });
    if (sure) await removing.mutateAsync({ params: { id: tax._id } }).catch(() => undefined);
  }

  const columns: Column<Tax>[] = [
    { key: 'name', header: 'Name', cell: (tax) => tax.name, sortable: true },
    {
      key: 'rate',
      header: 'Rate',
      cell: (tax) => <RateText value={tax.rate} />,
      sortable: true,
      align: 'right',
      width: 110,
      card: 'figure',
    },
    { key: 'usedBy', header: 'Named by', cell: usedBy, card: 'detail' },
    { key: 'description', header: 'Description', cell: (tax) => tax.description || '–' },
    {
      key: 'updatedAt',
      header: 'Changed',
      cell: (tax) => <DateText value={tax.updatedAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'status',
      header: 'Active',
      cell: (tax) => (
        <ActiveSwitch
          label={tax.name}
          active={tax.status}
          disabled={!mayEdit}
          change={(status) => switching.mutateAsync({ params: { id: tax._id }, body: { status } })}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];

  return (
    <>
      <ListPage
        title="Taxes"
        noun="taxes"
        list={list}
        columns={columns}
        filters={<FilterBoolean list={list} name="status" label="Status" yes="Active" no="Inactive" />}
        primary={{ label: 'New tax', permission: 'tax_add', onClick: () => setOpen('new') }}
        {...(mayEdit && { onOpen: setOpen })}
        rowActions={(tax) => [
          { label: 'Edit', permission: 'tax_edit', onClick: () => setOpen(tax) },
          { label: 'Delete', permission: 'tax_delete', danger: true, onClick: () => void remove(tax) },
        ]}
        exportAs="taxes"
        empty="A tax is charged where a category or a product names it. What is below a category inherits it."
      />
      {open && <TaxForm tax={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}
