import { wholeGtin } from '@aisle/contract/sub-products';

/** Two codes that differ only in their letters' case, or in the zeros a barcode begins with, are the same code. */
export const codeKey = (kind: 'sku' | 'barcode', code: string): string =>
  kind === 'sku' ? code.toLowerCase() : wholeGtin(code);
