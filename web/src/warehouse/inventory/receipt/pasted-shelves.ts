/** Parses lines of a code and a shelf, separated by tab, comma or semicolon; skips a header line. */
export function pastedShelves(text: string): { sku?: string; barcode?: string; shelf: string }[] {
  return text.split(/\r\n?|\n/).flatMap((line, at) => {
    const [code = '', shelf = ''] = line.split(/[\t,;]/).map((cell) => cell.trim());
    if (code === '' || (at === 0 && /^(sku|code|barcode)$/i.test(code))) return [];
    return [{ ...(/^(\d{8}|\d{12,14})$/.test(code) ? { barcode: code } : { sku: code }), shelf }];
  });
}
