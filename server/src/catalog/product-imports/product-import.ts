import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import { announce } from '../../core/live-events.ts';
import type { ImportedResource } from '../../system/imports/imported-resource.ts';
import { deleteUnused } from '../product-images/product-images.service.ts';
import { removePictures } from './pictures/product-pictures.queries.ts';
import { addPictures } from './pictures/product-pictures.ts';
import { RowPictures } from './pictures/row-pictures.ts';
import { emptyDiff } from './product-diff.ts';
import { ProductFacts } from './product-facts.ts';
import type { BadRow, ProductRow } from './product-rows.ts';
import { productFits } from './reading/column-fits.ts';
import { proposeProducts } from './reading/propose-products.ts';
import { shopNotes } from './reading/shop-rows.ts';
import { explainRemainingProducts, removeLocations } from './undo/product-undo.queries.ts';
import { undoRows } from './undo/product-undo.ts';
import { compareBatch, type ProductResult } from './writing/product-batch.ts';
import { productValues } from './writing/product-extras.queries.ts';
import { ProductExtras } from './writing/product-extras.ts';
import { writeRows } from './writing/product-write.ts';

/** Imports products. A row is a sub-product, or a product without sub-products. */
export const productImport: ImportedResource<ProductResult> = {
  title: 'Products',
  table: productImportTable,
  takesPictures: true,
  fits: productFits,
  propose: proposeProducts,
  notes: shopNotes,
  startComparing(plan, { permissions }) {
    const { mapping, options } = plan;
    const seen = emptyDiff();
    const facts = new ProductFacts();
    const mayChange = (options.updateExisting ?? true) && permissions.has(importAccess.products.change);
    const extras = new ProductExtras();
    const pictures = new RowPictures(plan);
    const comparison = { mapping, options, seen, facts, pictures, mayChange };
    return {
      async compare(tx, rows) {
        // `productReading` has read each of these rows.
        const results = await compareBatch(tx, rows as (ProductRow | BadRow)[], comparison);
        extras.add(results);
        return results;
      },
      extras: async (tx) => [
        ...(mapping.taxes === undefined ? [] : [facts.unknownTaxes()]),
        ...(await extras.list(tx)),
        ...(await pictures.unused(tx)),
      ],
    };
  },
  valuesOf: productValues,
  write: writeRows,
  undo: undoRows,
  afterRows: addPictures,
  async finishUndo(tx, importId, { services, actor }) {
    await deleteUnused(tx, services.storage, await removePictures(tx, importId));
    await explainRemainingProducts(tx, importId);
    await removeLocations(tx, actor, importId);
  },
  announce: (tx) => announce(tx, { topic: 'products', action: 'imported', permission: 'product_list' }),
  conflicts: {
    import: 'Conflicts with a product that was changed during the import',
    undo: "It's in use, or its previous SKU or barcode is in use",
  },
};
