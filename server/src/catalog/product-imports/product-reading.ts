import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import type { RowReading } from '../../system/imports/imported-resource.ts';
import { productReader } from './product-rows.ts';
import { continuesProduct, isOfOtherShop, ShopRows } from './reading/shop-rows.ts';

/** Reads rows of products. Separate from `productImport`, because a worker thread loads this without the database. */
export const productReading: RowReading = {
  table: productImportTable,
  continues: ({ columns, mapping }) => continuesProduct(columns, mapping),
  startReading({ id, columns, mapping, options, decimals, columnFacts }) {
    const generatedSku = (row: number) => `${id.slice(-6).toUpperCase()}-${String(row).padStart(6, '0')}`;
    const shop = isOfOtherShop(columns, mapping) ? new ShopRows(columns, mapping) : undefined;
    const read = productReader({ columns, mapping, options, decimals, columnFacts, generatedSku, shop });
    return (rows) => {
      shop?.startBatch(rows);
      return rows.map(read);
    };
  },
};
