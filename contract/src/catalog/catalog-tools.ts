import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { pluralize } from '../core/pluralize.ts';
import { formatQuantity } from '../core/quantity.ts';
import { asData, changeTool, lines, readTool, words } from '../core/tool.ts';
import { productRoutes } from './products.ts';
import { subProductRoutes } from './sub-products.ts';
import { vendorRoutes } from './vendors.ts';

export const catalogTools = [
  readTool(productRoutes.list, {
    name: 'find_products',
    title: 'Find products',
    description:
      'Finds products by name, SKU or barcode, and by brand, category, location and what is missing.',
    takes: [
      'search',
      'filters.brandId',
      'filters.categoryId',
      'filters.status',
      'filters.locationId',
      'filters.inStockAt',
      'filters.missing',
    ],
    fields: [
      'records._id',
      'records.name',
      'records.brandData',
      'records.categoryData',
      'records.status',
      'records.subProductCount',
      'records.lowestPrice',
      'records.highestPrice',
      'records.available',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/products/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'product'), page.records, (product) =>
        words(
          product.name,
          product.brandData?.name,
          product.categoryData.name,
          product.lowestPrice !== null && formatMoney(product.lowestPrice),
          `${formatQuantity(product.available)} available`,
          !product.status && 'inactive',
        ),
      ),
  }),
  readTool(productRoutes.show, {
    name: 'get_product',
    title: 'Show a product',
    description: 'Shows a product with its sub-products, prices and taxes.',
    fields: [
      '_id',
      'name',
      'description',
      'status',
      'brandData',
      'categoryPath',
      'taxes',
      'tags',
      'subProducts._id',
      'subProducts.name',
      'subProducts.sku',
      'subProducts.barcode',
      'subProducts.price',
      'subProducts.salePrice',
      'subProducts.costPrice',
      'subProducts.status',
      'subProducts.available',
    ],
    screen: '/products/view/{_id}',
    text: (product) =>
      lines(
        `${asData(product.name)} is ${product.status ? 'active' : 'inactive'}.`,
        product.subProducts,
        (one) =>
          words(
            one.name,
            one.sku,
            formatMoney(one.salePrice ?? one.price),
            `${formatQuantity(one.available)} available`,
            !one.status && 'inactive',
          ),
      ),
  }),
  readTool(subProductRoutes.list, {
    name: 'find_sub_products',
    title: 'Find sub-products',
    description:
      'Finds sub-products (sellable variants) by name, SKU or barcode. Their ids are taken by tools about stock, prices and sellability.',
    takes: [
      'search',
      'filters.productId',
      'filters.brandId',
      'filters.categoryId',
      'filters.locationId',
      'filters.vendorId',
      'filters.onSale',
      'filters.status',
    ],
    fields: [
      'records._id',
      'records.productId',
      'records.productData.name',
      'records.name',
      'records.sku',
      'records.barcode',
      'records.price',
      'records.salePrice',
      'records.status',
      'records.available',
      'totalDocs',
      'nextCursor',
    ],
    screen: '/products/view/{productId}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'sub-product'), page.records, (one) =>
        words(
          one.productData.name,
          one.name,
          one.sku,
          formatMoney(one.salePrice ?? one.price),
          `${formatQuantity(one.available)} available`,
          !one.status && 'inactive',
        ),
      ),
  }),
  readTool(productRoutes.sales, {
    name: 'get_product_sales',
    title: 'Show the sales of a product',
    description: 'Shows daily sales of a product for the last 90 days, at one location or all.',
    fields: ['from', 'to', 'byDay', 'bySubProduct'],
    text: ({ from, to, byDay }) => {
      const units = byDay.reduce((sum, day) => sum + day.units, 0);
      const revenue = byDay.reduce((sum, day) => sum + day.revenue, 0);
      return `${formatQuantity(units)} sold for ${formatMoney(revenue)} from ${from} to ${to}.`;
    },
  }),
  readTool(productRoutes.places, {
    name: 'get_product_places',
    title: 'Show price and stock by location',
    description: 'Shows price and stock of a sub-product of a product at each location.',
    fields: ['subProductId', 'places'],
    text: ({ places }) =>
      lines(pluralize(places.length, 'location'), places, (place) =>
        words(
          place.locationName,
          place.assigned ? formatMoney(place.price) : 'not sold there',
          `${formatQuantity(place.available)} available`,
        ),
      ),
  }),
  readTool(vendorRoutes.list, {
    name: 'find_vendors',
    title: 'Find vendors',
    description: 'Lists vendors by name with their contact.',
    takes: ['search', 'filters.status'],
    fields: [
      'records._id',
      'records.name',
      'records.contact',
      'records.email',
      'records.phone',
      'records.paymentTerms',
      'records.status',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/vendors/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'vendor'), page.records, (vendor) =>
        words(vendor.name, vendor.contact, vendor.phone, vendor.email),
      ),
  }),
  changeTool(productRoutes.updateStatus, {
    name: 'switch_product',
    title: 'Activate or deactivate a product',
    description: 'Activates or deactivates a product at all locations.',
    fields: ['_id', 'name', 'status'],
    screen: '/products/view/{_id}',
    text: ({ name, status }) => `${asData(name)} is ${status ? 'active' : 'inactive'} now.`,
    idempotent: true,
    reads: productRoutes.show,
    preview: ({ name, status: before, subProducts }, { status }) =>
      `Change ${asData(name)} with ${pluralize(subProducts.length, 'sub-product')} from ${before ? 'active' : 'inactive'} to ${status ? 'active' : 'inactive'}.`,
    locationOf: () => null,
  }),
];
