// Runs in a thread: no table holds up requests, however its cells are written.
import { serveCalls } from './core/work/in-thread.ts';
import { readingCalls } from './system/imports/reading/reading-work.ts';

// The parser makes an error object for each row of another length, and without its stack that costs little.
Error.stackTraceLimit = 0;
/** Only the kind of the file is loaded. */
export default serveCalls(
  readingCalls({
    products: async () => (await import('./catalog/product-imports/product-reading.ts')).productReading,
    customers: async () => (await import('./customers/customer-imports/customer-import.ts')).customerImport,
    vendors: async () => (await import('./catalog/vendor-imports/vendor-import.ts')).vendorImport,
    prices: async () => (await import('./warehouse/located-imports/price-import.ts')).priceImport,
    stock: async () => (await import('./warehouse/located-imports/stock-import.ts')).stockImport,
  }),
);
