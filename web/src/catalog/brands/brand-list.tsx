import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import { useRecordBulk } from '../../links/bulk/use-record-bulk.tsx';
import { useRowHistory } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { deleteEach, switchActions } from '../../ui/list/run-each.ts';
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
  const switchingMany = useWrite(brandRoutes.updateStatus, { quiet: true });
  const remove = useRemoveBrands();
  const [open, setOpen] = useState<Brand | 'new' | null>(null);
  const bulk = useRecordBulk('brands', list.body, list.total === 0);
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
          { label: 'Delete', permission: 'brand_delete', danger: true, onClick: () => void remove([brand]) },
        ]}
        bulk={[
          ...switchActions<Brand>('brands', 'brand_edit', ({ _id }, status) =>
            switchingMany.mutateAsync({ params: { id: _id }, body: { status } }),
          ),
          { label: 'Delete', permission: 'brand_delete', danger: true, run: remove },
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

/** Deletes brands after a confirmation; returns false when none were deleted. Brands with products are kept. */
function useRemoveBrands(): (brands: Brand[]) => Promise<boolean> {
  const navigate = useNavigate();
  const removing = useWrite(brandRoutes.remove, { quiet: true });
  const restoring = useWrite(brandRoutes.restore, { quiet: true });

  async function showProducts(brands: Brand[]): Promise<void> {
    const [only, ...others] = brands;
    const isOne = others.length === 0;
    const products = brands.reduce((sum, { productCount }) => sum + productCount, 0);
    const them = isOne ? 'it' : 'them';
    const wantsToSee = await confirm({
      title: isOne ? `${only?.name} is in use` : 'These brands are in use',
      text: `${pluralize(products, 'product uses', 'products use')} ${them}. Change their brand first, or deactivate ${them}.`,
      confirm: isOne ? 'View products' : 'OK',
      danger: false,
    });
    if (wantsToSee && isOne && only) {
      await navigate({ to: '/products', search: { brandId: only._id } });
    }
  }

  return async (brands) => {
    const free = brands.filter(({ productCount }) => productCount === 0);
    if (free.length === 0) {
      await showProducts(brands);
      return false;
    }
    const stay = brands.length - free.length;
    const sure = await confirm({
      title: free.length === 1 ? `Delete ${free[0]?.name}?` : `Delete ${free.length} brands?`,
      text:
        stay === 0
          ? `No products use ${free.length === 1 ? 'it' : 'them'}.`
          : `${stay} of ${brands.length} selected brands can't be deleted because products use them.`,
      confirm: 'Delete',
    });
    if (!sure) return false;
    await deleteEach(
      free,
      'brands',
      ({ _id }) => removing.mutateAsync({ params: { id: _id } }),
      ({ _id }) => restoring.mutateAsync({ params: { id: _id } }),
    );
    return true;
  };
}
