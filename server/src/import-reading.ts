// Runs in a worker thread, so that parsing a table never holds up requests, however its cells are written.
import { serveCalls } from './core/work/in-thread.ts';
import { readingCalls } from './system/imports/reading/reading-work.ts';

// The parser creates an error object for each row of a different length; without a stack, that is cheap.
Error.stackTraceLimit = 0;
/** Loads only the module for the file's kind. */
export default serveCalls(
  readingCalls({
    products: async () => (await import('./catalog/product-imports/product-reading.ts')).productReading,
    customers: async () => (await import('./customers/customer-imports/customer-import.ts')).customerImport,
    vendors: async () => (await import('./catalog/vendor-imports/vendor-import.ts')).vendorImport,
    prices: async () => (await import('./warehouse/located-imports/price-import.ts')).priceImport,
    promotionGoods: async () =>
      (await import('./sales/promotions/goods-import/goods-import.ts')).promotionGoodsImport,
    stock: async () => (await import('./warehouse/located-imports/stock-import.ts')).stockImport,
  }),
);
