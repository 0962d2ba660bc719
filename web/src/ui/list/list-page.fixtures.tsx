import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import type { SavedView } from '@aisle/contract/system/saved-views';
import { screen } from '@testing-library/react';
import type { Request } from '../../../test/server.ts';
import { yesNo } from './filters/filter.ts';
import { ListPage } from './list-page.tsx';
import type { Column } from './rows/column.ts';
import type { BulkAction, RowAction } from './rows/row.ts';
import { useList } from './use-list.ts';

export const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const brand = (number: number, name: string): Brand => ({
  _id: id(number),
  name,
  logo: null,
  status: true,
  productCount: number * 10,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
});

export const brands = [brand(1, 'Alder'), brand(2, 'Birch'), brand(3, 'Cedar')];

const columns: Column<Brand>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  { key: 'productCount', header: 'Products', cell: ({ productCount }) => productCount, align: 'right' },
  { key: 'id', header: 'Id', cell: ({ _id }) => _id, optional: true },
];

const filters = [yesNo('status', 'Status', 'Active', 'Inactive')];

interface BrandsProps {
  bulk?: readonly BulkAction<Brand>[];
  rowActions?: (row: Brand) => RowAction[];
  onOpen?: (row: Brand) => void;
}

export function Brands({ bulk, rowActions, onOpen }: BrandsProps) {
  const list = useList(brandRoutes.list);
  return (
    <ListPage
      title="Brands"
      noun="brands"
      list={list}
      columns={columns}
      {...(onOpen
        ? { onOpen }
        : { link: (row: Brand) => ({ to: '/customers/view/$id', params: { id: row._id } }) })}
      filters={filters}
      tabFilter="status"
      primary={{ label: 'New brand', to: { to: '/products/add' }, permission: 'brand_add' }}
      empty="Brands group products of one maker."
      {...(bulk && { bulk })}
      {...(rowActions && { rowActions })}
    />
  );
}

export const page = (records: Brand[], totalRecords = records.length) => ({ records, totalRecords });

export const bodyOf = (requests: readonly Request[]) => requests.at(-1)?.body;

export const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

export const hide = (run: BulkAction<Brand>['run']): BulkAction<Brand>[] => [
  { label: 'Hide', run, permission: 'brand_edit' },
];

export const mayHide = ['brand_list', 'brand_view', 'brand_edit'] as const;

export const view = (number: number, name: string, more: Partial<SavedView> = {}): SavedView => ({
  _id: id(number),
  list: '/brand',
  name,
  search: { status: true },
  isShared: false,
  isMine: true,
  ownerName: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 4,
  ...more,
});
