import { type ImportField, type ImportTable, words } from '../system/imports/import-fields.ts';

const barcodeWords = ['barcode', 'gtin', 'ean', 'upc', 'ean13', 'gtin13', 'gtin14', 'eancode', 'upccode'];
/** Identifies the sub-product and the location of a row. The name of the item is only for readers of the file. */
const place = {
  sku: {
    label: 'SKU',
    known: words(
      'sku itemcode articlenumber variantsku artikelnummer artikelnr artnr referencia codigo reference ref itemid',
    ),
  },
  barcode: { label: 'Barcode', known: barcodeWords },
  location: {
    label: 'Location',
    needed: true,
    help: 'Name or code',
    known: words(`
      location locationname locationcode store storename storecode branch filiale markt laden standort tienda
      sucursal almacen magasin
    `),
  },
} as const satisfies Record<string, ImportField>;

/** The fields of a price file: how a location sells a sub-product. */
const priceImportFields = {
  ...place,
  price: {
    label: 'Custom price',
    shown: 'money',
    help: "The location's price. Without one, the sub-product's price applies.",
    known: words(
      'pricehere locationprice customprice storeprice ownprice price retailprice verkaufspreis vk preis precio prix',
    ),
  },
  assigned: {
    label: 'Sold',
    shown: 'yesNo',
    known: ['soldhere', 'assigned', 'sold', 'listed', 'gelistet', 'surtido'],
  },
  threshold: {
    label: 'Low at',
    shown: 'number',
    known: ['lowat', 'threshold', 'reorderpoint', 'minimumstock', 'mindestbestand', 'stockminimo', 'seuil'],
  },
  maxPerOrder: {
    label: 'Max per order',
    shown: 'number',
    known: ['maxperorder', 'maximumorder', 'hochstmenge', 'cantidadmaxima', 'quantitemax'],
  },
} as const satisfies Record<string, ImportField>;

/** The fields of a file of stock levels. */
const stockImportFields = {
  ...place,
  onHand: {
    label: 'On hand',
    needed: true,
    shown: 'quantity',
    help: 'The difference is posted to the ledger.',
    known: words(`
      onhand stock stocklevel quantity qty quantityonhand counted inventory available bestand lagerbestand menge
      existencias cantidad stockactuel quantite
    `),
  },
  reason: {
    label: 'Reason',
    help: 'count, waste, damage or correction. Without one, it counts as a count.',
    known: ['reason', 'grund', 'motivo', 'motif'],
  },
  note: { label: 'Note', known: ['note', 'comment', 'notes', 'bemerkung', 'nota', 'remarque'] },
} as const satisfies Record<string, ImportField>;

export type PriceImportField = keyof typeof priceImportFields;
export type StockImportField = keyof typeof stockImportFields;

/** Rows add no records: they only change existing sub-products at a location. */
export const priceImportTable = {
  fields: priceImportFields,
  keys: ['sku', 'barcode'],
  essentials: [['sku', 'barcode'], ['price'], ['location']],
  adds: false,
} as const satisfies ImportTable;
export const stockImportTable = {
  fields: stockImportFields,
  keys: ['sku', 'barcode'],
  essentials: [['sku', 'barcode'], ['onHand'], ['location']],
  adds: false,
} as const satisfies ImportTable;
