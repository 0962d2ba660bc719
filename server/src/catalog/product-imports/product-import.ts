import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import type { ImportMapping } from '@aisle/contract/system/import-fields';
import { announce } from '../../core/live-events.ts';
import type { ImportedResource } from '../../system/imports/imported-resource.ts';
import { compareBatch, type ProductResult } from './product-batch.ts';
import { nothingSeen } from './product-diff.ts';
import { productValues } from './product-extras.queries.ts';
import { ProductExtras } from './product-extras.ts';
import { ProductFacts } from './product-facts.ts';
import { readProductRow } from './product-rows.ts';
import { explainKeptProducts, removePlaces } from './product-undo.queries.ts';
import { undoRows } from './product-undo.ts';
import { writeRows } from './product-write.ts';

/** Imports of products: a row is a sub-product, or a product without sub-products. */
export const productImport: ImportedResource<ProductResult> = {
  title: 'Products',
  table: productImportTable,
  permissions: { import: 'product_add', undo: 'product_edit', undoNew: 'product_delete' },
  notes: pictureNotes,
  startComparing({ id, columns, mapping, options }, { permissions }) {
    const seen = nothingSeen();
    const facts = new ProductFacts();
    const generatedSku = (row: number) => `${id.slice(-6).toUpperCase()}-${String(row).padStart(6, '0')}`;
    const mayChange = (options.updateExisting ?? true) && permissions.has('product_edit');
    const extras = new ProductExtras();
    return {
      async compare(tx, rows) {
        const results = await compareBatch(
          tx,
          rows.map((row) => readProductRow(row, { columns, mapping, options, generatedSku })),
          { mapping, options, seen, facts, mayChange },
        );
        extras.add(results);
        return results;
      },
      extras: (tx) => extras.list(tx),
    };
  },
  valuesOf: productValues,
  write: writeRows,
  undo: undoRows,
  async finishUndo(tx, importId) {
    await explainKeptProducts(tx, importId);
    await removePlaces(tx, importId);
  },
  announce: (tx) => announce(tx, { topic: 'products', action: 'imported', permission: 'product_list' }),
  conflicts: {
    import: 'Conflicts with a product that was changed during the import',
    undo: "It's in use, or its previous SKU or barcode is in use",
  },
};

function pictureNotes(columns: readonly string[], mapping: ImportMapping): string[] {
  const used = new Set(Object.values(mapping));
  const pictures = columns.filter(
    (column) => /image|picture|photo|thumbnail/i.test(column) && !used.has(column),
  );
  return pictures.length > 0
    ? [`Pictures aren't imported (${pictures.join(', ')}). Add them on the product page.`]
    : [];
}
