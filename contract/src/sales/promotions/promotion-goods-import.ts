import { type ImportField, type ImportTable, words } from '../../system/imports/import-fields.ts';
import { priceImportTable } from '../../warehouse/located-import-fields.ts';

/** The effect of a row on its item. */
export const selections = ['include', 'exclude', 'remove'] as const;

/** The fields of a file of the items of promotions. */
const promotionGoodsImportFields = {
  promotion: {
    label: 'Promotion',
    needed: true,
    help: 'Its number, such as V-1001',
    known: words(
      'promotion promotionnumber promonumber promo offer offernumber campaign aktion promocion oferta',
    ),
  },
  sku: priceImportTable.fields.sku,
  barcode: priceImportTable.fields.barcode,
  selection: {
    label: 'Selection',
    help: 'include, exclude or remove. Without one, the item is included.',
    known: words('selection selected include included exclude excluded mode'),
  },
} as const satisfies Record<string, ImportField>;
export type PromotionGoodsImportField = keyof typeof promotionGoodsImportFields;

/** Rows change the items of existing promotions. */
export const promotionGoodsImportTable = {
  fields: promotionGoodsImportFields,
  keys: ['sku', 'barcode'],
  essentials: [['sku', 'barcode'], ['promotion']],
  adds: false,
} as const satisfies ImportTable;
