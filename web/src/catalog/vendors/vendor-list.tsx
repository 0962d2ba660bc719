import { vendorActions } from '@aisle/contract/catalog/record-actions';
import { type Vendor, vendorRoutes } from '@aisle/contract/catalog/vendors';
import { pluralize } from '@aisle/contract/core/pluralize';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { deleteWithUndo } from '../../core/notice.tsx';
import { useCan } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { useRecordBulk } from '../../links/bulk/use-record-bulk.tsx';
import { ImportLink } from '../../links/system/import-link.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { PhoneText } from '../../ui/record/contact.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { VendorForm } from './vendor-form.tsx';

const filters = [yesNo('status', 'Status', 'Active', 'Inactive')];

export function VendorList() {
  const list = useList(vendorRoutes.list);
  const canEdit = useCan('vendor_edit');
  const mayView = useCan('vendor_view');
  const switching = useWrite(vendorRoutes.updateStatus);
  const removing = useWrite(vendorRoutes.remove, { quiet: true });
  const restoring = useWrite(vendorRoutes.restore, { quiet: true });
  const [open, setOpen] = useState<Vendor | 'new' | null>(null);
  const bulk = useRecordBulk('vendors', list.body, list.total === 0);
  const { actionFor } = useBulkActions<Vendor>(list);

  const switchTo = (vendor: Vendor, status: boolean) =>
    switching.mutateAsync({ params: { id: vendor._id }, body: { status } });

  const askToDelete = (what: string) =>
    confirm({
      title: `Delete ${what}?`,
      text: "Vendors with receipts can't be deleted. Deactivate them instead.",
      confirm: 'Delete',
    });
  async function remove({ _id, name }: Vendor): Promise<void> {
    const args = { params: { id: _id } };
    if (!(await askToDelete(name))) return;
    await deleteWithUndo(
      name,
      () => removing.mutateAsync(args),
      () => restoring.mutateAsync(args),
    );
  }

  const columns: Column<Vendor>[] = [
    { key: 'name', header: 'Name', cell: (vendor) => vendor.name, sortable: true },
    { key: 'contact', header: 'Contact', cell: (vendor) => vendor.contact, card: 'detail' },
    { key: 'phone', header: 'Phone', cell: (vendor) => <PhoneText phone={vendor.phone} /> },
    { key: 'email', header: 'Email', cell: (vendor) => vendor.email },
    { key: 'paymentTerms', header: 'Terms', cell: (vendor) => vendor.paymentTerms, optional: true },
    {
      key: 'updatedAt',
      header: 'Changed',
      cell: (vendor) => <DateText value={vendor.updatedAt} />,
      sortable: true,
    },
    {
      key: 'status',
      header: 'Active',
      cell: (vendor) => (
        <ActiveSwitch
          label={vendor.name}
          active={vendor.status}
          disabled={!canEdit}
          change={(status) => switchTo(vendor, status)}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];

  return (
    <>
      <ListPage
        title="Vendors"
        noun="vendors"
        list={list}
        columns={columns}
        filters={filters}
        actions={
          <>
            {bulk.menu}
            <ImportLink kind="vendors" />
          </>
        }
        primary={{ label: 'New vendor', permission: 'vendor_add', onClick: () => setOpen('new') }}
        link={mayView ? ({ _id }) => ({ to: '/vendors/view/$id', params: { id: _id } }) : undefined}
        rowActions={(vendor) => [
          { label: 'Edit', permission: 'vendor_edit', onClick: () => setOpen(vendor) },
          {
            label: 'Delete',
            permission: 'vendor_delete',
            danger: true,
            onClick: () => void remove(vendor),
          },
        ]}
        bulk={[
          ...actionFor(vendorActions.activate, { runAll: () => bulk.openAll('activate') }),
          ...actionFor(vendorActions.deactivate, { runAll: () => bulk.openAll('deactivate') }),
          ...actionFor(vendorActions.delete, {
            ask: (vendors) => askToDelete(pluralize(vendors.length, 'vendor')),
            runAll: () => bulk.openAll('delete'),
          }),
        ]}
        empty="Add the vendors who deliver your stock, then choose one when you receive stock."
      />
      {bulk.dialog}
      {open && <VendorForm vendor={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}
