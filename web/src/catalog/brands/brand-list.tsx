import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { brandActions } from '@aisle/contract/catalog/record-actions';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { deleteWithUndo } from '../../core/notice.tsx';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { useRecordBulk } from '../../links/bulk/use-record-bulk.tsx';
import { useRowHistory } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { DateText } from '../../ui/values/values.tsx';

const BrandForm = later(() => import('./brand-form.tsx').then((module) => module.BrandForm));

const Count = ({ of }: { of: number }) => (
  <>
    {formatCount(of)}
    <span className="on-card">{of === 1 ? ' product' : ' products'}</span>
  </>
);

const filters = [yesNo('status', 'Status', 'Active', 'Inactive')];

export function BrandList() {
  const list = useList(brandRoutes.list);
  const canEdit = useCan('brand_edit');
  const switching = useWrite(brandRoutes.updateStatus);
  const remove = useRemoveBrand();
  const [open, setOpen] = useState<Brand | 'new' | null>(null);
  const bulk = useRecordBulk('brands', list.body, list.total === 0);
  const { actionFor } = useBulkActions<Brand>(list);
  const history = useRowHistory<Brand>('brands', ({ name }) => name);

  const columns: Column<Brand>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (brand) => <Thumb picture={brand.logo} text={brand.name} />,
      sortable: true,
    },
    {
      key: 'productCount',
      header: 'Products',
      cell: (brand) =>
        brand.productCount === 0 ? (
          <Count of={0} />
        ) : (
          <ScreenLink to="/products" search={{ brandId: brand._id }}>
            <Count of={brand.productCount} />
          </ScreenLink>
        ),
      sortable: true,
      align: 'right',
      card: 'figure',
    },
    {
      key: 'updatedAt',
      header: 'Changed',
      cell: (brand) => <DateText value={brand.updatedAt} />,
      sortable: true,
      card: 'detail',
    },
    {
      key: 'status',
      header: 'Active',
      cell: (brand) => (
        <ActiveSwitch
          label={brand.name}
          active={brand.status}
          disabled={!canEdit}
          change={(status) => switching.mutateAsync({ params: { id: brand._id }, body: { status } })}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];

  return (
    <>
      <ListPage
        title="Brands"
        noun="brands"
        list={list}
        columns={columns}
        filters={filters}
        actions={bulk.menu}
        primary={{ label: 'New brand', permission: 'brand_add', onClick: () => setOpen('new') }}
        {...(canEdit && { onOpen: setOpen })}
        rowActions={(brand) => [
          { label: 'Edit', permission: 'brand_edit', onClick: () => setOpen(brand) },
          ...history.actionsFor(brand),
          { label: 'Delete', permission: 'brand_delete', danger: true, onClick: () => void remove(brand) },
        ]}
        bulk={[
          ...actionFor(brandActions.activate, { runAll: () => bulk.openAll('activate') }),
          ...actionFor(brandActions.deactivate, { runAll: () => bulk.openAll('deactivate') }),
          ...actionFor(brandActions.delete, { ask: askToDelete, runAll: () => bulk.openAll('delete') }),
        ]}
        empty="Add the brands your customers know. Brands are optional on products."
      />
      {history.drawer}
      {bulk.dialog}
      <Suspense>
        {open && <BrandForm brand={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

/** Asks before selected brands are deleted. */
function askToDelete(brands: readonly Brand[]): Promise<boolean> {
  const used = brands.filter(({ productCount }) => productCount > 0).length;
  return confirm({
    title: `Delete ${pluralize(brands.length - used, 'brand')}?`,
    text:
      used === 0
        ? 'No products use them.'
        : `${used} of ${brands.length} selected brands can't be deleted because products use them.`,
    confirm: 'Delete',
  });
}

/** Deletes a brand after a confirmation. For a brand in use, offers to view its products. */
function useRemoveBrand(): (brand: Brand) => Promise<void> {
  const navigate = useNavigate();
  const removing = useWrite(brandRoutes.remove, { quiet: true });
  const restoring = useWrite(brandRoutes.restore, { quiet: true });
  return async ({ _id, name, productCount }) => {
    if (productCount > 0) {
      const wantsToSee = await confirm({
        title: `${name} is in use`,
        text: `${pluralize(productCount, 'product uses', 'products use')} it. Change ${productCount === 1 ? 'its' : 'their'} brand first, or deactivate it.`,
        confirm: 'View products',
        danger: false,
      });
      if (wantsToSee) await navigate({ to: '/products', search: { brandId: _id } });
      return;
    }
    const sure = await confirm({ title: `Delete ${name}?`, text: 'No products use it.', confirm: 'Delete' });
    const args = { params: { id: _id } };
    if (!sure) return;
    await deleteWithUndo(
      name,
      () => removing.mutateAsync(args),
      () => restoring.mutateAsync(args),
    );
  };
}
