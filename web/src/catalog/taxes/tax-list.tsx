import { taxActions } from '@aisle/contract/catalog/record-actions';
import { type Tax, TaxInput, taxRoutes } from '@aisle/contract/catalog/taxes';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { deleteWithUndo } from '../../core/notice.tsx';
import { useCan } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { useRecordBulk } from '../../links/bulk/use-record-bulk.tsx';
import { HistoryButton, useRowHistory } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { ActiveBadge } from '../../ui/values/status-badge.tsx';
import { DateText, RateText } from '../../ui/values/values.tsx';
import { TaxUsage } from './tax-usage.tsx';

const namedBy = ({ categoryCount, productCount }: Tax): string =>
  [
    ...(categoryCount > 0 ? [pluralize(categoryCount, 'category', 'categories')] : []),
    ...(productCount > 0 ? [pluralize(productCount, 'product')] : []),
  ].join(' and ');

function NamedBy({ tax }: { tax: Tax }) {
  const { _id, categoryCount, productCount } = tax;
  if (categoryCount + productCount === 0) return <span>Nothing yet</span>;
  return (
    <span>
      {categoryCount > 0 && pluralize(categoryCount, 'category', 'categories')}
      {categoryCount > 0 && productCount > 0 && ', '}
      {productCount > 0 && (
        <ScreenLink to="/products" search={{ taxId: _id }}>
          {pluralize(productCount, 'product')}
        </ScreenLink>
      )}
    </span>
  );
}

const filters = [yesNo('status', 'Status', 'Active', 'Inactive')];

export function TaxList() {
  const list = useList(taxRoutes.list);
  const canEdit = useCan('tax_edit');
  const removing = useWrite(taxRoutes.remove);
  const restoring = useWrite(taxRoutes.restore);
  const [open, setOpen] = useState<Tax | 'new' | null>(null);
  const bulk = useRecordBulk('taxes', list.body, list.total === 0);
  const { actionFor } = useBulkActions<Tax>(list);
  const history = useRowHistory<Tax>('taxes', ({ name }) => name);

  /** A tax in use isn't deleted; the dialog offers to view its usage. */
  async function remove(tax: Tax): Promise<void> {
    const isUsed = tax.categoryCount + tax.productCount > 0;
    const sure = await confirm(
      isUsed
        ? {
            title: `${tax.name} is in use`,
            text: `Used by ${namedBy(tax)}. Remove it there first, or deactivate it.`,
            confirm: canEdit ? 'View usage' : 'OK',
            danger: false,
          }
        : {
            title: `Delete ${tax.name}?`,
            text: "It isn't used anywhere.",
            confirm: 'Delete',
          },
    );
    if (!sure) return;
    if (isUsed) {
      setOpen(canEdit ? tax : null);
      return;
    }
    const params = { id: tax._id };
    await deleteWithUndo(
      tax.name,
      () => removing.mutateAsync({ params }),
      () => restoring.mutateAsync({ params }),
    );
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
    { key: 'usedBy', header: 'Used by', cell: (tax) => <NamedBy tax={tax} />, card: 'detail' },
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
      header: 'Status',
      cell: (tax) => <ActiveBadge active={tax.status} />,
      width: 96,
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
        filters={filters}
        actions={bulk.menu}
        primary={{ label: 'New tax', permission: 'tax_add', onClick: () => setOpen('new') }}
        {...(canEdit && { onOpen: setOpen })}
        rowActions={(tax) => [
          { label: 'Edit', permission: 'tax_edit', onClick: () => setOpen(tax) },
          ...history.actionsFor(tax),
          { label: 'Delete', permission: 'tax_delete', danger: true, onClick: () => void remove(tax) },
        ]}
        bulk={[
          ...actionFor(taxActions.activate, { runAll: () => bulk.openAll('activate') }),
          ...actionFor(taxActions.deactivate, { runAll: () => bulk.openAll('deactivate') }),
          ...actionFor(taxActions.delete, {
            ask: (taxes) =>
              confirm({
                title: `Delete ${pluralize(taxes.length, 'tax', 'taxes')}?`,
                text: "Taxes in use can't be deleted. Deactivate them instead.",
                confirm: 'Delete',
              }),
            runAll: () => bulk.openAll('delete'),
          }),
        ]}
        empty="Assign taxes to categories or products. Subcategories inherit them."
      />
      {history.drawer}
      {bulk.dialog}
      {open && <TaxForm tax={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}

interface TaxFormProps {
  /** Undefined for a new tax. */
  tax: Tax | undefined;
  onClose: () => void;
}

const toValues = (tax?: Tax) => ({
  name: tax?.name ?? '',
  rate: tax?.rate ?? null,
  description: tax?.description ?? '',
  status: tax?.status ?? true,
});

/** Adds or edits a tax. */
function TaxForm({ tax, onClose }: TaxFormProps) {
  const form = useZodForm(TaxInput, toValues, tax);
  const create = useWrite(taxRoutes.create);
  const edit = useWrite(taxRoutes.edit);
  const save = (values: TaxInput, version: number): Promise<Tax> =>
    tax
      ? edit.mutateAsync({ params: { id: tax._id }, body: { ...values, version } })
      : create.mutateAsync({ body: values });
  return (
    <FormDrawer
      title={tax ? 'Edit tax' : 'New tax'}
      form={form}
      save={save}
      onClose={onClose}
      history={tax && <HistoryButton resource="taxes" id={tax._id} name={tax.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <RateInput
        label="Rate"
        withAsterisk
        description="Placed orders keep their rate"
        {...form.getInputProps('rate')}
      />
      <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
      <Switch
        label="Active"
        description="Inactive taxes aren't charged"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
      {tax && <TaxUsage tax={tax} />}
    </FormDrawer>
  );
}
