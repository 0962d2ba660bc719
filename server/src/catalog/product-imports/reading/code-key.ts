import { wholeGtin } from '@aisle/contract/catalog/sub-products';

/** Equal for SKUs that differ only in case, and for barcodes that differ only in leading zeros. */
export const codeKey = (kind: 'sku' | 'barcode', code: string): string =>
  kind === 'sku' ? code.toLowerCase() : wholeGtin(code);
