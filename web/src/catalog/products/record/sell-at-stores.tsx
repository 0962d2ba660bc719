import { type ProductStore, productStoreRoutes } from '@aisle/contract/catalog/product-stores';
import type { Product } from '@aisle/contract/catalog/products';
import { pluralize } from '@aisle/contract/core/pluralize';
import { maxLocations } from '@aisle/contract/warehouse/prices';
import { Anchor, Checkbox, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { notifySuccess } from '../../../core/notice.tsx';
import { useCanOpen } from '../../../core/pages/screens.ts';
import { useCan } from '../../../core/session/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import classes from '../products.module.css';

/** The stores that sell a product; undefined while they load and for users without access to sub-products. */
export function useProductStores({ _id }: Product): readonly ProductStore[] | undefined {
  const maySee = useCan('sub_product_view');
  const query = useQuery({
    ...read(productStoreRoutes.list, { params: { id: _id } }),
    enabled: maySee,
    meta: { quiet: true },
  });
  return query.data?.stores;
}

interface SoldAtProps {
  product: Product;
  stores: readonly ProductStore[];
  /** Opens the dialog; undefined for users who can't assign sub-products. */
  onSell: (() => void) | undefined;
}
/** "Sold at 2 of 8 stores", in the head of a product; "Partly sold" if a store lacks some sub-products, for example new ones. */
export function SoldAt({ product, stores, onSell }: SoldAtProps) {
  const selling = stores.filter(({ assigned }) => assigned > 0);
  const isPartly = selling.some(({ assigned }) => assigned < product.subProducts.length);
  const text = `${isPartly ? 'Partly sold' : 'Sold'} at ${selling.length} of ${pluralize(stores.length, 'store')}`;
  if (!onSell) return <Text c="dimmed">{text}</Text>;
  return (
    <Anchor component="button" type="button" underline="always" aria-haspopup="dialog" onClick={onSell}>
      {text}
    </Anchor>
  );
}

/** The changes of one store; omitted fields stay as they are. */
interface StoreChange {
  assigned?: boolean;
  price?: number | null;
}

interface SellAtStoresProps {
  product: Product;
  onClose: () => void;
}
/** Chooses the stores that sell a product, and their prices. */
export function SellAtStores({ product, onClose }: SellAtStoresProps) {
  const query = useQuery(read(productStoreRoutes.list, { params: { id: product._id } }));
  const saving = useWrite(productStoreRoutes.save, { quiet: true });
  const [changes, setChanges] = useState<ReadonlyMap<string, StoreChange>>(new Map());
  const stores = query.data?.stores ?? [];
  const wanted = stores.map((store) => merged(store, changes.get(store.locationId), product));
  const changed = wanted.filter(({ isChanged }) => isChanged);
  const fields = isApiError(saving.error) ? saving.error.fields : [];
  const errorOf = (locationId: string) => {
    const at = changed.findIndex((one) => one.store.locationId === locationId);
    return at < 0 ? undefined : fields.find(({ path }) => path.startsWith(`stores.${at}.`))?.message;
  };
  const set = (locationId: string, change: StoreChange) =>
    setChanges((before) => new Map(before).set(locationId, { ...before.get(locationId), ...change }));

  async function save(): Promise<void> {
    const body = {
      stores: changed.map(({ store, isSold, price }) => ({
        locationId: store.locationId,
        assigned: isSold,
        ...(isSold && price !== store.price && { price }),
      })),
    };
    await saving.mutateAsync({ params: { id: product._id }, body });
    notifySuccess(`Sold at ${pluralize(soldAt, 'store')}`);
    onClose();
  }
  const soldAt = wanted.filter(({ isSold }) => isSold).length;
  return (
    <FormDialog
      title={`Sell ${product.name}`}
      size="md"
      submit={soldAt > 0 ? `Sell at ${pluralize(soldAt, 'store')}` : 'Save'}
      isRunning={saving.isPending}
      disabled={changed.length === 0 || changed.some(({ price }) => Number.isNaN(price))}
      problem={saving.error?.message}
      onSubmit={() => void save().catch(() => undefined)}
      onClose={onClose}
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={160} className="after-a-while" />}
      {query.data && stores.length === 0 && <NoStores />}
      {stores.length > 0 && (
        <>
          <PriceHint
            product={product}
            stores={wanted.filter(({ isSold, isPartial }) => isSold || isPartial)}
          />
          <Checkbox
            color="teal"
            label={<b>All {pluralize(stores.length, 'store')}</b>}
            checked={soldAt === stores.length}
            indeterminate={soldAt > 0 && soldAt < stores.length}
            onChange={({ currentTarget }) => {
              for (const { locationId } of stores) set(locationId, { assigned: currentTarget.checked });
            }}
          />
          <ul className={`plain-list ${classes.stores}`}>
            {wanted.map((one) => (
              <StoreRow
                key={one.store.locationId}
                {...one}
                product={product}
                error={errorOf(one.store.locationId)}
                onChange={(change) => set(one.store.locationId, change)}
              />
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}

interface WantedStore {
  store: ProductStore;
  isSold: boolean;
  /** Only some of the sub-products are assigned, and the user hasn't changed that. */
  isPartial: boolean;
  price: number | null;
  isChanged: boolean;
}
function merged(store: ProductStore, change: StoreChange = {}, product: Product): WantedStore {
  const isAll = store.assigned === product.subProducts.length;
  const isPartial = change.assigned === undefined && store.assigned > 0 && !isAll;
  const isSold = change.assigned ?? isAll;
  const price = change.price === undefined ? store.price : change.price;
  const differs = change.assigned !== undefined && (isAll ? !isSold : isSold || store.assigned > 0);
  return { store, isSold, isPartial, price, isChanged: differs || (isSold && price !== store.price) };
}

interface StoreRowProps extends WantedStore {
  product: Product;
  error: string | undefined;
  onChange: (change: StoreChange) => void;
}
function StoreRow({ store, isSold, isPartial, price, product, error, onChange }: StoreRowProps) {
  const { locationName, assigned } = store;
  const [only, ...others] = product.subProducts;
  const listPrice = only && (only.salePrice ?? only.price);
  return (
    <li>
      <Checkbox
        color="teal"
        label={<bdi>{locationName}</bdi>}
        description={
          isPartial ? `Sells ${assigned} of ${product.subProducts.length} sub-products` : undefined
        }
        checked={isSold}
        indeterminate={isPartial}
        onChange={({ currentTarget }) => onChange({ assigned: currentTarget.checked })}
      />
      {others.length === 0 && listPrice !== undefined && isSold && (
        <MoneyInput
          aria-label={`Price at ${locationName}`}
          placeholder={(listPrice / 100).toFixed(2)}
          value={price}
          error={error ?? (Number.isNaN(price) ? 'Enter a price like 4.99' : undefined)}
          onChange={(next) => onChange({ price: next })}
        />
      )}
    </li>
  );
}

function PriceHint({ product, stores }: { product: Product; stores: readonly WantedStore[] }) {
  const canOpen = useCanOpen();
  const shown = stores.slice(0, maxLocations).map(({ store }) => store.locationId);
  if (product.subProducts.length === 1) {
    return <Text c="dimmed">Leave a price empty to sell at the list price.</Text>;
  }
  return (
    <Text c="dimmed">
      {product.subProducts.length === 2 ? 'Both' : `All ${product.subProducts.length}`} sub-products are sold
      at their list prices, unless a store has custom prices.{' '}
      {canOpen('/prices') && (
        <ScreenLink
          to="/prices"
          search={{ search: product.name, ...(shown.length > 0 && { locationIds: shown }) }}
        >
          Set prices by store
        </ScreenLink>
      )}
    </Text>
  );
}

function NoStores() {
  const canOpen = useCanOpen();
  return (
    <Text c="dimmed">
      No stores yet.{' '}
      {canOpen('/locations/add') && <ScreenLink to="/locations/add">Add the first store</ScreenLink>}
    </Text>
  );
}
