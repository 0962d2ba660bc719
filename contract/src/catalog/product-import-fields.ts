import type { ImportField, ImportTable } from '../system/import-fields.ts';

/** The fields that a column of a product list can mean, in the order a screen offers them. */
export const productImportFields = {
  name: {
    label: 'Name',
    required: true,
    known: ['name', 'productname', 'title', 'product', 'item', 'itemname'],
  },
  sku: {
    label: 'SKU',
    help: 'Created from the row if empty.',
    known: ['sku', 'productid', 'itemid', 'id', 'code', 'itemcode', 'articlenumber'],
  },
  category: {
    label: 'Category',
    required: true,
    help: 'You can also use a path: Produce > Fresh fruits',
    known: ['category', 'categorypath', 'department', 'departmentname', 'maincategory'],
  },
  subCategory: {
    label: 'Subcategory',
    known: ['subcategory', 'aisle', 'aislename', 'category2', 'section'],
  },
  price: {
    label: 'Price',
    required: true,
    shown: 'money',
    known: ['price', 'unitprice', 'retailprice', 'regularprice', 'pricecents'],
  },
  salePrice: {
    label: 'Sale price',
    shown: 'money',
    known: ['saleprice', 'specialprice', 'discountprice', 'offerprice'],
  },
  costPrice: { label: 'Cost price', shown: 'money', known: ['costprice', 'cost', 'purchaseprice'] },
  barcode: {
    label: 'Barcode',
    help: 'GTIN-8, 12, 13 or 14',
    known: ['barcode', 'gtin', 'ean', 'upc', 'ean13', 'gtin13', 'gtin14'],
  },
  brand: { label: 'Brand', known: ['brand', 'brandname', 'manufacturer', 'vendorbrand'] },
  unit: {
    label: 'Unit',
    help: 'each, lb, oz, kg, g, l, ml or fl oz',
    known: ['unit', 'uom', 'unitofmeasure'],
  },
  unitSize: {
    label: 'Size',
    shown: 'number',
    known: ['unitsize', 'size', 'packsize', 'netcontent', 'weight'],
  },
  soldByWeight: { label: 'Sold by weight', shown: 'yesNo', known: ['soldbyweight', 'weighed', 'byweight'] },
  minPerOrder: {
    label: 'Min per order',
    shown: 'number',
    known: ['minperorder', 'leastperorder', 'minimumorder', 'min'],
  },
  maxPerOrder: {
    label: 'Max per order',
    shown: 'number',
    known: ['maxperorder', 'mostperorder', 'maximumorder', 'max'],
  },
  status: { label: 'Active', shown: 'yesNo', known: ['active', 'status', 'enabled'] },
  product: {
    label: 'Product',
    help: 'Rows with the same value become sub-products of one product',
    known: ['productkey', 'productgroup', 'product', 'parent', 'parentsku', 'group', 'family'],
  },
  description: { label: 'Description', known: ['description', 'details', 'longdescription', 'text'] },
  badge: { label: 'Badge', known: ['badge'] },
  tags: { label: 'Tags', help: 'Separated by commas', known: ['tags', 'labels', 'keywords'] },
  addToHomePage: {
    label: 'On home page',
    shown: 'yesNo',
    known: ['onhomepage', 'homepage', 'addtohomepage', 'featured'],
  },
  productStatus: {
    label: 'Product active',
    shown: 'yesNo',
    known: ['productactive', 'productstatus', 'published'],
  },
} as const satisfies Record<string, ImportField>;
export type ProductImportField = keyof typeof productImportFields;
export const productImportFieldNames = Object.keys(productImportFields) as ProductImportField[];

/** What a file of products is read by: rows find their sub-product by its SKU or barcode. */
export const productImportTable = {
  fields: productImportFields,
  keys: ['sku', 'barcode'],
} as const satisfies ImportTable;
