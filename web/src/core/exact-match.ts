interface Coded {
  sku: string;
  barcode: string | null;
}

/** The item whose barcode, with or without leading zeros, or SKU is exactly the scanned or typed code. */
export function exactMatch<Item extends Coded>(items: readonly Item[], code: string): Item | undefined {
  const wanted = code.trim().toLowerCase();
  const digits = wanted.replace(/^0+/, '');
  return (
    items.find(({ barcode }) => barcode !== null && digits !== '' && barcode.replace(/^0+/, '') === digits) ??
    items.find(({ sku }) => sku.toLowerCase() === wanted)
  );
}
