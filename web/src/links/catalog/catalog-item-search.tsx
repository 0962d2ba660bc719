import { type SubProductChoice, subProductChoiceRoutes } from '@aisle/contract/catalog/sub-product-choices';
import { read } from '../../core/api.ts';
import { ItemSearch } from './item-search.tsx';
import type { ItemSearchProps } from './use-item-search.ts';

export type ScannedItem = SubProductChoice;

const ask = (search: string) => read(subProductChoiceRoutes.dropdown, { query: search ? { search } : {} });

type CatalogItemSearchProps = Pick<
  ItemSearchProps<ScannedItem>,
  'description' | 'onItem' | 'onUnknown' | 'firstText' | 'inputRef' | 'autoFocus'
> & { label?: string };
/** Searches the items of the catalog, with a scanner too. */
export const CatalogItemSearch = ({
  label = 'Scan, or type a name, SKU or barcode',
  ...props
}: CatalogItemSearchProps) => <ItemSearch {...props} label={label} ask={ask} />;
